import type { CoreApp } from '../app.ts';
import { errorFields } from '../log.ts';
import { readPace, writePace, type StoredPace } from '../table/acct-pace.ts';
import { holdRow, joinRow, startRow } from '../table/turns.ts';
import {
  admitCalls,
  blocked,
  CALL_MS,
  noteEnd,
  tookLong,
  turnLengthMs,
  type Begun,
  type Pace,
} from './pace.ts';

/** Others were faster so often that it is better to come back. */
const TRIES_MAX = 6;
const CROWDED_MS = 2_000;

/**
 * The pace of one tenant, as all instances of the consumer share it. Calls are let through by what the provider counts;
 * new work is begun by turns, so that a long queue wakes up one by one, at the rate at which it can be worked off, and
 * not all at once whenever a call has become free.
 */
export interface SharedPace {
  /** 0 where so many calls may go out now, else how many ms until there is room for all of them. */
  admit(calls?: number): Promise<number>;
  /** The first call of those let through here has ended. Costs a write only where it took long. Never throws. */
  ended(): Promise<void>;
  /** 0 where new work may begin now, else in how many ms its turn comes. Two may begin at once after a pause. */
  turn(what: Begun): Promise<number>;
  limited(forMs: number): Promise<void>;
}

/** What this instance knows of each tenant's pace. Calls are only ever added, so what is full here is full everywhere. */
const known = new WeakMap<object, Map<string, StoredPace>>();

/** The pace of one tenant's calls, shared by all processes through the table and remembered in this one. */
export function sharedPace(app: CoreApp, tenant: string): SharedPace {
  let paces = known.get(app.memory);
  if (!paces) known.set(app.memory, (paces = new Map<string, StoredPace>()));
  const remembered = paces;
  const row = { tenant, of: 'ACCT' } as const;

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

  /** When the calls that are under way were let through, oldest first. */
  const underWay: number[] = [];

  async function admit(calls = 1): Promise<number> {
    const admitted = await change((pace) => {
      const at = app.clock();
      return { ...admitCalls(pace, at, calls), at };
    });
    if (!admitted) return CROWDED_MS;
    const { at, waitMs } = admitted;
    if (waitMs === 0) for (let call = 0; call < calls; call++) underWay.push(at);
    // Work under way needs more calls than was thought: what has not begun makes room for it.
    else await joinRow(app, row, calls * CALL_MS);
    return waitMs;
  }

  async function ended(): Promise<void> {
    const admittedAt = underWay.shift();
    const endedAt = app.clock();
    if (admittedAt === undefined || !tookLong(admittedAt, endedAt)) return;
    try {
      await change((pace) => ({ pace: noteEnd(pace, admittedAt, endedAt) }));
    } catch (error) {
      app.log.warn('the end of a call not noted', { tenant, ...errorFields(error) });
    }
  }

  async function turn(what: Begun): Promise<number> {
    const length = turnLengthMs(what);
    let turnAt = 0;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const now = app.clock();
      turnAt = await joinRow(app, row, length);
      if (turnAt > now - length) break;
      if (await startRow(app, row, length, now)) return 0;
    }
    return Math.max(0, Math.ceil(turnAt - app.clock()));
  }

  return {
    admit,
    ended,
    turn,
    async limited(forMs) {
      const now = app.clock();
      await change((pace) => ({ pace: blocked(pace, now, forMs) }));
      await holdRow(app, row, now + forMs);
    },
  };
}
