import type { PayFailure } from './pay.ts';

interface Said {
  /** Whether the provider has certainly not done what it was asked for, or may have. */
  readonly effect: 'none' | 'unknown';
  /** Who asks again gets the `same` answer, or perhaps another one `later`, or only `after a person` has changed the account. */
  readonly again: 'same' | 'later' | 'after a person';
}

const ANSWERED = { effect: 'none', again: 'same' } as const;
const NOT_ASKED = { effect: 'none', again: 'later' } as const;
const NO_ACCOUNT = { effect: 'none', again: 'after a person' } as const;
const UNANSWERED = { effect: 'unknown', again: 'later' } as const;

const SAID = {
  declined: ANSWERED,
  invalidInput: ANSWERED,
  refused: ANSWERED,
  notFound: ANSWERED,
  planNotFound: ANSWERED,
  notFinished: ANSWERED,
  unreachable: NOT_ASKED,
  outOfTime: NOT_ASKED,
  rateLimited: NOT_ASKED,
  credentials: NO_ACCOUNT,
  switchedOff: NO_ACCOUNT,
  otherAccount: NO_ACCOUNT,
  unclear: UNANSWERED,
  timeout: UNANSWERED,
  connectionLost: UNANSWERED,
  invalidResponse: UNANSWERED,
} as const satisfies Record<PayFailure['is'], Said>;

/** Whether the provider has certainly not done what it was asked for (`none`), or may have (`unknown`). */
export const effectOf = (failure: PayFailure): Said['effect'] => SAID[failure.is].effect;

/** What comes of asking again: the `same`, perhaps another answer `later`, or that only `after a person`. */
export function againOf(failure: PayFailure): Said['again'] {
  const isUnreadable = failure.is === 'invalidResponse' && failure.httpStatus < 300;
  return isUnreadable ? 'same' : SAID[failure.is].again;
}

/** Whether the question itself was answered: it was neither left open nor turned away before it was asked. */
export const isAnswer = (failure: PayFailure): boolean =>
  effectOf(failure) === 'none' && againOf(failure) === 'same';

/** Whether a call was certainly not carried out, for a reason that lies elsewhere: the same call may be made again. */
export const neverArrived = (failure: PayFailure): boolean =>
  effectOf(failure) === 'none' && againOf(failure) !== 'same';
