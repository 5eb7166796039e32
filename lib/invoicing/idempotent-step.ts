import type { AcctAnswer, AcctFailure, AcctOrder, AcctRefusal, Acct } from '../acct/acct.ts';
import type { AskedOnce, Progress } from '../billing/document-progress.ts';

/** Why issuing has to be taken up again later. */
export type Pause = 'working' | 'stuck' | 'unsettled' | 'notStored' | AcctFailure['is'];

/** What a step comes to: a change of the progress, or a wait. */
export type StepResult =
  | { readonly is: 'change'; readonly changes: Partial<Progress> }
  | { readonly is: 'wait'; readonly afterMs: number; readonly why: Pause };

/** What issuing needs besides the provider. */
export interface Outside {
  /** Epoch ms. */
  now(): number;
  /** Keeps the progress; throws where it is not one revision above the kept one, which ends the run. */
  save(progress: Progress): Promise<void>;
  /** 0 where there is time and room for a call that must not be made twice; else in how many ms, and why not now. */
  mayAsk(): Promise<{ readonly afterMs: number; readonly why: Pause } | undefined>;
  readonly contact: KnownContact;
  /** Puts the PDF into our own bucket; false where that cannot be done now. */
  keepFile(pdf: Uint8Array): Promise<boolean>;
}

/** The contact of the buyer, as it is remembered from earlier orders. */
export interface KnownContact {
  recall(): Promise<string | undefined>;
  remember(contactId: string): Promise<void>;
  forget(): Promise<void>;
}

/** One run of issuing. What was learned since the last save is saved with the next intent, or at the run's end. */
export interface Work {
  readonly acct: Acct;
  readonly order: AcctOrder;
  readonly outside: Outside;
  progress: Progress;
  learn(changes: Partial<Progress>): void;
  /** Saves what was learned, if anything was. */
  save(): Promise<void>;
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
  outOfTime: 0,
};

/** The step has moved on: these members of the progress change. */
export const change = (changes: Partial<Progress>): StepResult => ({ is: 'change', changes });
/** The step has to be taken up again later, and why; `afterMs` counts from now. */
export const wait = (afterMs: number, why: Pause): StepResult => ({ is: 'wait', afterMs, why });
/** The document can never be made; the errors are for the operator. */
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
 * Does what must not be done twice: notes the intent, asks, once. Where an intent was noted before, whoever did, it is
 * first looked up whether it is done; while that intent may still be in work, not finding anything means waiting.
 */
export async function idempotentStep<T>(
  work: Work,
  what: AskedOnce,
  how: {
    lookUp: () => Promise<AcctAnswer<T | undefined>>;
    request: () => Promise<AcctAnswer<T>>;
    then: (done: T) => StepResult;
    /** What a definite refusal comes to; a failure where this says nothing. */
    refused?: (answer: AcctRefusal) => Promise<StepResult | undefined>;
  },
): Promise<StepResult> {
  const { asked, lookUpFirst } = work.progress;
  const askedAt = asked?.what === what ? asked.at : undefined;
  if (askedAt !== undefined || lookUpFirst) {
    const found = await how.lookUp();
    if (!found.ok) return onFailure(found);
    if (found.value !== undefined) return how.then(found.value);
  }
  if (askedAt !== undefined) {
    const askedMsAgo = work.outside.now() - askedAt;
    const unsettledMs = settleMs[what] - askedMsAgo;
    if (unsettledMs > 0)
      return wait(Math.min(unsettledMs, Math.max(askedMsAgo, 5_000), 900_000), 'unsettled');
  }

  const notNow = await work.outside.mayAsk();
  if (notNow) return wait(notNow.afterMs, notNow.why);
  work.learn({ asked: { what, at: work.outside.now() } });
  await work.save();
  const answer = await how.request();
  if (answer.ok) return how.then(answer.value);
  if (!leavesOpen(answer)) work.learn({ asked: undefined });
  return (await how.refused?.(answer)) ?? onFailure(answer);
}

function leavesOpen(answer: AcctRefusal): boolean {
  return answer.is === 'timeout' || answer.is === 'connectionLost' || answer.is === 'invalidResponse';
}
