import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from './private-file.ts';
import type { DemoTenant } from './demo-tenant.ts';

/** What a local cloud stores about itself in its data folder. */
export interface StateFile {
  /** How far its time is ahead of the machine's, in ms. */
  readonly offset: number;
  readonly tenants: readonly DemoTenant[];
  /** Saves a demo tenant, whose secrets are shown only once. */
  saveTenant(tenant: DemoTenant): void;
  saveOffset(ms: number): void;
}

/** Opens the state file of a data folder; without a folder nothing is kept. */
export function openStateFile(folder: string | undefined): StateFile {
  const file = folder && join(folder, 'cloud.json');
  const state = { offset: 0, tenants: [] as DemoTenant[] };
  if (file && existsSync(file)) Object.assign(state, JSON.parse(readFileSync(file, 'utf8')));
  const save = () => {
    if (!file) return;
    mkdirSync(folder, { recursive: true });
    writePrivately(file, JSON.stringify(state));
  };
  return {
    get offset() {
      return state.offset;
    },
    get tenants() {
      return state.tenants;
    },
    saveTenant(tenant) {
      state.tenants.push(tenant);
      save();
    },
    saveOffset(ms) {
      state.offset = ms;
      save();
    },
  };
}
