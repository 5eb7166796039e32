import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { errorFields } from '../runtime/log.ts';
import { readPace, writePace, type StoredPace } from '../table/documents/acct-pace.ts';
import { skipUnreadable } from '../table/readable.ts';
import { delayLine, joinLine, restartLine, type Line } from '../table/work/turns.ts';
import {
  admitCalls,
  blocked,
  CALL_MS,
  IDLE_PACE,
  withLateCall,
  tookLong,
  turnLengthMs,
  type PacedWork,
  type Pace,
} from './pace.ts';

/** After this many lost races it is better to come back later. */
const ATTEMPTS_MAX = 6;
const CONTENTION_DELAY_MS = 2_000;

/** A tenant's pace, shared by all instances; new work begins in turns, at the rate at which it can be completed. */
export interface SharedPace {
  /** 0 if that many calls may go out now, else how many ms until all of them may. */
  admit(calls?: number): Promise<number>;
  /** The oldest call admitted here has ended. Costs a write only if it took long. Never throws. */
  ended(): Promise<void>;
  /** 0 if new work may begin now, else in how many ms its turn comes. After a pause two may begin at once. */
  turn(what: PacedWork): Promise<number>;
  limited(forMs: number): Promise<void>;
}

/** This instance's cache of tenants' paces. Calls are only ever added, so what is full here is full everywhere. */
const pacesOf = cachePerInstance<StoredPace>();

/** The pace of one tenant's calls, shared through the table and cached in this instance. */
export function sharedPace(app: CoreApp & OfTenant): SharedPace {
  const line: Line = 'ACCT';
  /** When the calls in progress were admitted, oldest first. */
  const inProgress: number[] = [];
  return {
    async admit(calls = 1) {
      const admitted = await changePace(app, (pace) => {
        const at = app.clock();
        return { ...admitCalls(pace, at, calls), at };
      });
      if (!admitted) return CONTENTION_DELAY_MS;
      const { at, waitMs } = admitted;
      if (waitMs === 0) for (let call = 0; call < calls; call++) inProgress.push(at);
      // Work in progress needs more calls than planned: work that has not begun waits longer.
      else await joinLine(app, line, calls * CALL_MS);
      return waitMs;
    },

    async ended() {
      const admittedAt = inProgress.shift();
      if (admittedAt !== undefined) await recordLongCall(app, admittedAt);
    },

    turn: (what) => waitForTurn(app, line, turnLengthMs(what)),

    async limited(forMs) {
      const now = app.clock();
      await changePace(app, (pace) => ({ pace: blocked(pace, now, forMs) }));
      await delayLine(app, line, now + forMs);
    },
  };
}

/** Changes the pace; where it cannot be read, a call is made all the same. Undefined after too many concurrent changes. */
async function changePace<T extends { readonly pace: Pace }>(
  app: CoreApp & OfTenant,
  decide: (pace: Pace) => T,
): Promise<T | undefined> {
  const counted = await skipUnreadable(app, 'hint', { reference: 'pace' }, async () => ({
    changed: await changeNewest(app, decide),
  }));
  return counted ? counted.changed : decide(IDLE_PACE);
}

/** Changes the newest version of the pace; usually one write. Throws Unreadable. */
async function changeNewest<T extends { readonly pace: Pace }>(
  app: CoreApp & OfTenant,
  decide: (pace: Pace) => T,
): Promise<T | undefined> {
  const paces = pacesOf(app);
  let now = paces.get(app.tenantId) ?? (await readPace(app));
  for (let tries = 0; tries < ATTEMPTS_MAX; tries++) {
    const changed = decide(now);
    const next = { ...changed.pace, version: now.version };
    const found = await writePace(app, next);
    now = found ?? { ...next, version: next.version + 1 };
    paces.set(app.tenantId, now);
    if (!found) return changed;
  }
  return undefined;
}

/** Records a long call that has just ended. Never throws. */
async function recordLongCall(app: CoreApp & OfTenant, admittedAt: number): Promise<void> {
  const endedAt = app.clock();
  if (!tookLong(admittedAt, endedAt)) return;
  try {
    await changePace(app, (pace) => ({ pace: withLateCall(pace, admittedAt, endedAt) }));
  } catch (error) {
    app.log.warn('end of a call not recorded', { tenant: app.tenantId, ...errorFields(error) });
  }
}

/** How many ms until the turn of work that joins the line; 0 if it restarts the line. */
async function waitForTurn(app: CoreApp & OfTenant, row: Line, lengthMs: number): Promise<number> {
  let turnAt = 0;
  for (let tries = 0; tries < ATTEMPTS_MAX; tries++) {
    const now = app.clock();
    turnAt = await joinLine(app, row, lengthMs);
    if (turnAt > now - lengthMs) break;
    if (await restartLine(app, row, lengthMs, now)) return 0;
  }
  return Math.max(0, Math.ceil(turnAt - app.clock()));
}
