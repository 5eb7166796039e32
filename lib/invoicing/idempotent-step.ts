import { isOutcomeUnknown } from '../acct/acct.ts';
import type { AcctAnswer, AcctFailure, AcctOrder, AcctRefusal, Acct } from '../acct/acct.ts';
import { AGAIN, MINUTE_MS, SECOND_MS } from '../limits.ts';
import type { NonIdempotentCall, Progress } from '../billing/document-progress.ts';
import type { KnownContact } from '../table/documents/acct-contacts.ts';

/** Why issuing must be continued later. */
export type Pause = 'working' | 'stuck' | 'unsettled' | 'notStored' | AcctFailure['is'];

/** The step must be continued after `afterMs`. */
export interface Wait {
  readonly is: 'wait';
  readonly afterMs: number;
  readonly why: Pause;
}

/** The result of a step: a change of the progress, or a wait. */
export type StepResult = { readonly is: 'change'; readonly changes: Partial<Progress> } | Wait;

/** What issuing needs besides the provider. */
export interface Outside {
  /** Epoch ms. */
  now(): number;
  /** Saves the progress; throws, which ends the run, unless its revision follows the stored one. */
  save(progress: Progress): Promise<void>;
  /** Reserves that many consecutive calls, or returns how long to wait. */
  reserve(calls: number): Promise<Wait | undefined>;
  /** As `reserve`, for one non-idempotent call, which also needs enough time left. */
  mayCall(): Promise<Wait | undefined>;
  /** What is left of the payment; undefined where nothing was given back. */
  readonly kept?: string | undefined;
  /** The buyer's contact, cached from earlier orders. */
  readonly contact: KnownContact;
  /** Reports a word for a document's state that we do not know. */
  unknownStatus(word: string): void;
  /** Stores the PDF in our bucket; false if that fails now. */
  keepFile(pdf: Uint8Array): Promise<boolean>;
}

/** One issuing run. What was learned since the last save is saved with the next intent, or at the run's end. */
export interface IssuingWork {
  readonly acct: Acct;
  readonly order: AcctOrder;
  readonly outside: Outside;
  progress: Progress;
  learn(changes: Partial<Progress>): void;
  /** Saves what was learned, if anything; returns what is saved then. */
  save(): Promise<Progress>;
}

/**
 * How long after an unanswered request a look-up that finds nothing is not final: longer than any invocation (our
 * choice).
 */
export const SETTLE_MS: Readonly<Record<NonIdempotentCall, number>> = {
  invoice: 15 * MINUTE_MS,
  document: 60 * MINUTE_MS,
  payment: 15 * MINUTE_MS,
};

/** How soon and how late an unsettled request is looked up again: in between, after as long as it has been waited for. */
const UNSETTLED_WAIT_MS = { min: 5 * SECOND_MS, max: 15 * MINUTE_MS } as const;

/** The step succeeded and changes these members of the progress. */
export const change = (changes: Partial<Progress>): StepResult => ({ is: 'change', changes });
/** The step must be continued after `afterMs` from now. */
export const wait = (afterMs: number, why: Pause): Wait => ({ is: 'wait', afterMs, why });
/** The document cannot be made; the errors are for the operator. */
export const failed = (...errors: readonly string[]): StepResult => change({ failed: errors });

/** The result of a call without a usable answer. A refusal is final until an operator removes its cause. */
export function onFailure(answer: AcctRefusal): StepResult {
  switch (answer.is) {
    case 'refused':
    case 'notFound':
      return failed(answer.message);
    case 'rateLimited':
      return wait(answer.retryAfterMs, 'rateLimited');
    case 'outOfTime':
      return wait(0, answer.is);
    default:
      return wait(AGAIN.acct[answer.is].firstMs, answer.is);
  }
}

/** What a person must do where a request got no answer and nothing of it is found. The provider's lists may lack it. */
const NOT_FOUND: Readonly<Record<NonIdempotentCall, string>> = {
  invoice:
    'The request for the invoice got no answer, and no invoice is found. Look for it at the invoicing provider by its ' +
    'order number, also among archived invoices; if it is there, take it out of the archive. Then retry the document.',
  document:
    'The request for the official document got no answer, and the invoice has none. Look at the invoice at the ' +
    'invoicing provider; if no document of it is being made, retry the document.',
  payment: 'The request to record the payment got no answer, and the invoice is not paid. Record it by hand.',
};

/**
 * Makes a call exactly once: records the intent, then calls; one recorded before is looked up, and never repeated
 * unseen.
 */
export async function idempotentStep<T>(
  work: IssuingWork,
  what: NonIdempotentCall,
  calls: {
    lookUp: () => Promise<AcctAnswer<T | undefined>>;
    request: () => Promise<AcctAnswer<T>>;
    then: (done: T) => StepResult;
    /** What a definite refusal means; by default the document fails. */
    refused?: (answer: AcctRefusal) => Promise<StepResult | undefined>;
    /** What is recorded with the intent. */
    about?: Partial<Progress>;
    /** How many calls a look-up makes; one unless given. */
    lookUpCalls?: number;
  },
): Promise<StepResult> {
  const { asked, lookUpFirst, mayRepeat } = work.progress;
  const { lookUpCalls = 1 } = calls;
  const askedAt = asked?.what === what ? asked.at : undefined;
  const unsettledMs = askedAt === undefined ? 0 : askedAt + SETTLE_MS[what] - work.outside.now();
  if (askedAt !== undefined || lookUpFirst) {
    const full = await work.outside.reserve(lookUpCalls + (unsettledMs > 0 ? 0 : 1));
    if (full) return full;
    const found = await calls.lookUp();
    if (!found.ok) return onFailure(found);
    if (found.value !== undefined) return calls.then(found.value);
  }
  if (unsettledMs > 0) {
    const askedMsAgo = SETTLE_MS[what] - unsettledMs;
    const { min, max } = UNSETTLED_WAIT_MS;
    return wait(Math.min(unsettledMs, Math.max(askedMsAgo, min), max), 'unsettled');
  }
  if (askedAt !== undefined && !mayRepeat) return failed(NOT_FOUND[what]);

  const notNow = await work.outside.mayCall();
  if (notNow) return notNow;
  work.learn({ ...calls.about, asked: { what, at: work.outside.now() }, mayRepeat: undefined });
  await work.save();
  const answer = await calls.request();
  if (answer.ok) return calls.then(answer.value);
  if (!isOutcomeUnknown(answer)) work.learn({ asked: undefined });
  return (await calls.refused?.(answer)) ?? onFailure(answer);
}
