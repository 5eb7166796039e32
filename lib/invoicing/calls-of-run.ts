import type { AcctRun } from '../acct/acct.ts';
import { wait, type Wait, type Outside } from './idempotent-step.ts';
import type { SharedPace } from './shared-pace.ts';

/** Invocation time reserved for recording the result of the last call. */
export const RECORDING_MS = 4_000;
/** The least invocation time for a non-idempotent call: its deadline, and recording its result. */
const CALL_MIN_MS = 12_000;

/** The calls of one issuing run, within the tenant's pace and the invocation's time. Reserved calls are used first. */
export function callsOfRun(
  pace: SharedPace,
  timeLeft: () => number,
): Pick<Outside, 'reserve' | 'mayCall'> & { readonly run: AcctRun } {
  let reserved = 0;

  async function reserve(calls: number): Promise<Wait | undefined> {
    const missing = calls - reserved;
    if (missing <= 0) return undefined;
    const afterMs = await pace.admit(missing);
    if (afterMs > 0) return wait(afterMs, 'rateLimited');
    reserved = calls;
    return undefined;
  }

  return {
    reserve,
    mayCall: async () => (timeLeft() < CALL_MIN_MS ? wait(0, 'outOfTime') : reserve(1)),
    run: {
      timeLeftMs: () => timeLeft() - RECORDING_MS,
      async admit() {
        if (reserved === 0) return pace.admit();
        reserved -= 1;
        return 0;
      },
      ended: () => pace.ended(),
      limited: (forMs) => pace.limited(forMs),
    },
  };
}
