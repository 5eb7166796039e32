import type { AcctAnswer, AcctFailure, AcctOrder, AcctRefusal, Acct } from '../acct/acct.ts';
import type { AskedOnce, Progress } from '../billing/document-progress.ts';

/** Why issuing has to be taken up again later. */
export type Pause = 'working' | 'stuck' | 'unsettled' | 'notStored' | AcctFailure['is'];

/** The step has to be taken up again later: in how many ms, and why. */
export interface NotNow {
  readonly is: 'wait';
  readonly afterMs: number;
  readonly why: Pause;
}

/** What a step comes to: a change of the progress, or a wait. */
export type StepResult = { readonly is: 'change'; readonly changes: Partial<Progress> } | NotNow;

/** What issuing needs besides the provider. */
export interface Outside {
  /** Epoch ms. */
  now(): number;
  /** Keeps the progress; throws where it is not one revision above the kept one, which ends the run. */
  save(progress: Progress): Promise<void>;
  /**
   * Sees that so many calls can be made one after another; else in how many ms, and why not now. Asked for where a
   * call's answer is kept only together with the next one's: documents that compete for single calls would each make
   * the first one, again and again, and none the second.
   */
  reserve(calls: number): Promise<NotNow | undefined>;
  /** The same for one call that must not be made twice, for which there has to be time as well. */
  mayAsk(): Promise<NotNow | undefined>;
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
export const wait = (afterMs: number, why: Pause): NotNow => ({ is: 'wait', afterMs, why });
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
  const unsettledMs = askedAt === undefined ? 0 : askedAt + settleMs[what] - work.outside.now();
  if (askedAt !== undefined || lookUpFirst) {
    const full = await work.outside.reserve(unsettledMs > 0 ? 1 : 2);
    if (full) return full;
    const found = await how.lookUp();
    if (!found.ok) return onFailure(found);
    if (found.value !== undefined) return how.then(found.value);
  }
  if (unsettledMs > 0) {
    const askedMsAgo = settleMs[what] - unsettledMs;
    return wait(Math.min(unsettledMs, Math.max(askedMsAgo, 5_000), 900_000), 'unsettled');
  }

  const notNow = await work.outside.mayAsk();
  if (notNow) return notNow;
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
