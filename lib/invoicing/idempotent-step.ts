import type { AcctAnswer, AcctFailure, AcctOrder, AcctRefusal, Acct } from '../acct/acct.ts';
import type { AskedOnce, Progress } from '../billing/document-progress.ts';

/** Why issuing has to be taken up again later. */
export type Pause = 'working' | 'stuck' | 'unsettled' | 'notKept' | AcctFailure['is'];

/** What a step comes to: a change of the progress, or a wait. */
export type StepResult =
  | { readonly is: 'change'; readonly changes: Partial<Progress> }
  | { readonly is: 'wait'; readonly afterMs: number; readonly why: Pause };

/** One run of issuing. `progress` is always what was saved last. */
export interface Work {
  readonly acct: Acct;
  readonly order: AcctOrder;
  readonly now: () => number;
  readonly keepFile: (pdf: Uint8Array) => Promise<boolean>;
  progress: Progress;
  /** Saves the changes; throws what the caller's save throws. */
  save(changes: Partial<Progress>): Promise<void>;
}

/**
 * How long after asking, with no answer, a look-up that finds nothing is not believed yet: the request may
 * still be in work. Our choice: longer than any function lives, as long as for unknown charges; and well
 * beyond the 15 minutes the provider gives a job for what its jobs make.
 */
export const settleMs: Readonly<Record<AskedOnce, number>> = {
  invoice: 15 * 60_000,
  document: 60 * 60_000,
  payment: 15 * 60_000,
};

const pauseMs = {
  unreachable: 30_000,
  timeout: 5_000,
  connectionLost: 5_000,
  invalidResponse: 30_000,
  credentials: 900_000,
};

export const change = (changes: Partial<Progress>): StepResult => ({ is: 'change', changes });
export const wait = (afterMs: number, why: Pause): StepResult => ({ is: 'wait', afterMs, why });
export const failed = (...errors: readonly string[]): StepResult => change({ failed: errors });

/** What an answer that is none comes to. A refusal is final until somebody removes its cause. */
export function onFailure(answer: AcctRefusal): StepResult {
  switch (answer.is) {
    case 'refused':
    case 'notFound':
      return failed(answer.message);
    case 'rateLimited':
      return wait(answer.retryAfterMs, 'rateLimited');
    default:
      return wait(pauseMs[answer.is], answer.is);
  }
}

/**
 * Does what must not be done twice: looks whether it is done, notes the intent, asks, once. While an earlier
 * intent stands, whoever made it, not finding anything means waiting until it must have settled.
 */
export async function idempotentStep<T>(
  work: Work,
  what: AskedOnce,
  how: {
    lookUp: () => Promise<AcctAnswer<T | undefined>>;
    request: () => Promise<AcctAnswer<T>>;
    then: (done: T) => StepResult;
  },
): Promise<StepResult> {
  const seen = await how.lookUp();
  if (!seen.ok) return onFailure(seen);
  if (seen.value !== undefined) return how.then(seen.value);

  const { asked } = work.progress;
  const askedMsAgo = asked?.what === what ? work.now() - asked.at : Infinity;
  const unsettledMs = settleMs[what] - askedMsAgo;
  if (unsettledMs > 0) return wait(Math.min(unsettledMs, Math.max(askedMsAgo, 5_000), 900_000), 'unsettled');

  await work.save({ asked: { what, at: work.now() } });
  const answer = await how.request();
  if (answer.ok) return how.then(answer.value);
  if (!leavesOpen(answer)) await work.save({ asked: undefined });
  return onFailure(answer);
}

function leavesOpen(answer: AcctRefusal): boolean {
  return answer.is === 'timeout' || answer.is === 'connectionLost' || answer.is === 'invalidResponse';
}
