import type { CoreApp } from '../app.ts';
import { readPace, writePace, type StoredPace } from '../table/acct-pace.ts';
import { admitCall, blocked, takeTurn, type CALLS_OF, type Pace } from './pace.ts';

/** Others were faster so often that it is better to come back. */
const TRIES_MAX = 6;
const CROWDED_MS = 2_000;

/** The pace of one tenant, as all instances of the consumer share it. */
export interface SharedPace {
  /** 0 where one call may go out now, else how many ms until there is room for one. */
  admit(): Promise<number>;
  /** 0 where new work may begin now, else in how many ms its turn comes. */
  turn(what: keyof typeof CALLS_OF): Promise<number>;
  limited(forMs: number): Promise<void>;
}

/** What this instance knows of each tenant's pace. Calls are only ever added, so what is full here is full everywhere. */
const known = new WeakMap<object, Map<string, StoredPace>>();

export function sharedPace(app: CoreApp, tenant: string): SharedPace {
  let paces = known.get(app.memory);
  if (!paces) known.set(app.memory, (paces = new Map<string, StoredPace>()));
  const remembered = paces;

  /** Changes the pace from its newest version; mostly one write. Undefined where too many others do so at once. */
  async function change<T extends { readonly pace: Pace }>(how: (pace: Pace) => T): Promise<T | undefined> {
    let now = remembered.get(tenant) ?? (await readPace(app, tenant));
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const changed = how(now);
      const next = { ...changed.pace, version: now.version };
      const found = await writePace(app, tenant, next);
      now = found ?? { ...next, version: next.version + 1 };
      remembered.set(tenant, now);
      if (!found) return changed;
    }
    return undefined;
  }

  return {
    admit: async () => (await change((pace) => admitCall(pace, app.clock())))?.waitMs ?? CROWDED_MS,
    turn: async (what) => (await change((pace) => takeTurn(pace, app.clock(), what)))?.waitMs ?? CROWDED_MS,
    limited: async (forMs) => void (await change((pace) => ({ pace: blocked(pace, app.clock(), forMs) }))),
  };
}
