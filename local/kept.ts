import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoTenant } from './seed.ts';

/** What a local cloud remembers of itself between runs on the same data. */
export interface Kept {
  /** How far its time is ahead of the machine's, in ms. */
  readonly offset: number;
  readonly tenants: readonly DemoTenant[];
  keep(tenant: DemoTenant): void;
  keepOffset(ms: number): void;
}

/** Reads what is kept in a data folder; without one nothing is kept. */
export function keptIn(folder: string | undefined): Kept {
  const file = folder && join(folder, 'cloud.json');
  const state = { offset: 0, tenants: [] as DemoTenant[] };
  if (file && existsSync(file)) Object.assign(state, JSON.parse(readFileSync(file, 'utf8')));
  const save = () => {
    if (!file) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.next`, JSON.stringify(state));
    renameSync(`${file}.next`, file);
  };
  return {
    get offset() {
      return state.offset;
    },
    get tenants() {
      return state.tenants;
    },
    keep(tenant) {
      state.tenants.push(tenant);
      save();
    },
    keepOffset(ms) {
      state.offset = ms;
      save();
    },
  };
}
