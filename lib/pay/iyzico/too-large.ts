import type { PayAnswer, PayFailure } from '../pay.ts';

const MAY_BE_TOO_LARGE: ReadonlySet<PayFailure['is']> = new Set([
  'invalidInput',
  'invalidResponse',
  'refused',
  'timeout',
  'unclear',
]);

/** Whether a page failed in a way that a smaller page may avoid. */
export function mayBeTooLarge(answer: PayAnswer<unknown>): boolean {
  return !answer.ok && MAY_BE_TOO_LARGE.has(answer.is);
}
