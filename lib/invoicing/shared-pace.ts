import type { CoreApp } from '../app.ts';
import { perInstance } from '../instance.ts';
import { errorFields } from '../log.ts';
import { readPace, writePace, type StoredPace } from '../table/acct-pace.ts';
import { holdRow, joinRow, startRow, type Row } from '../table/turns.ts';
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
const pacesOf = perInstance(() => new Map<string, StoredPace>());

/** The pace of one tenant's calls, shared by all processes through the table and remembered in this one. */
export function sharedPace(app: CoreApp, tenant: string): SharedPace {
  const row: Row = { tenant, of: 'ACCT' };
  /** When the calls that are under way were let through, oldest first. */
  const underWay: number[] = [];
  return {
    async admit(calls = 1) {
      const admitted = await changePace(app, tenant, (pace) => {
        const at = app.clock();
        return { ...admitCalls(pace, at, calls), at };
      });
      if (!admitted) return CROWDED_MS;
      const { at, waitMs } = admitted;
      if (waitMs === 0) for (let call = 0; call < calls; call++) underWay.push(at);
      // Work under way needs more calls than was thought: what has not begun makes room for it.
      else await joinRow(app, row, calls * CALL_MS);
      return waitMs;
    },

    async ended() {
      const admittedAt = underWay.shift();
      if (admittedAt !== undefined) await noteLongCall(app, tenant, admittedAt);
    },

    turn: (what) => waitForTurn(app, row, turnLengthMs(what)),

    async limited(forMs) {
      const now = app.clock();
      await changePace(app, tenant, (pace) => ({ pace: blocked(pace, now, forMs) }));
      await holdRow(app, row, now + forMs);
    },
  };
}

/** Changes the pace from its newest version; mostly one write. Undefined where too many others do so at once. */
async function changePace<T extends { readonly pace: Pace }>(
  app: CoreApp,
  tenant: string,
  how: (pace: Pace) => T,
): Promise<T | undefined> {
  const paces = pacesOf(app);
  let now = paces.get(tenant) ?? (await readPace(app, tenant));
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const changed = how(now);
    const next = { ...changed.pace, version: now.version };
    const found = await writePace(app, tenant, next);
    now = found ?? { ...next, version: next.version + 1 };
    paces.set(tenant, now);
    if (!found) return changed;
  }
  return undefined;
}

/** A call that has just ended counts as late as that, where it took long. Never throws. */
async function noteLongCall(app: CoreApp, tenant: string, admittedAt: number): Promise<void> {
  const endedAt = app.clock();
  if (!tookLong(admittedAt, endedAt)) return;
  try {
    await changePace(app, tenant, (pace) => ({ pace: noteEnd(pace, admittedAt, endedAt) }));
  } catch (error) {
    app.log.warn('the end of a call not noted', { tenant, ...errorFields(error) });
  }
}

/** In how many ms the turn of one who joins the row comes; 0 for who begins it anew. */
async function waitForTurn(app: CoreApp, row: Row, lengthMs: number): Promise<number> {
  let turnAt = 0;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const now = app.clock();
    turnAt = await joinRow(app, row, lengthMs);
    if (turnAt > now - lengthMs) break;
    if (await startRow(app, row, lengthMs, now)) return 0;
  }
  return Math.max(0, Math.ceil(turnAt - app.clock()));
}
