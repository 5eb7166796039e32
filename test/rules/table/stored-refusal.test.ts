import { expect, it } from 'vitest';
import { LAST_REQUEST } from '../../../lib/billing/last-request.ts';
import { Refusal, type RefusalDetails } from '../../../lib/refusal.ts';

/** Every member that a refusal may have: a new one does not compile before it stands here. */
const ALL: Required<RefusalDetails> = {
  message: 'Another refund of this invoice is under way.',
  details: [{ field: 'amount', message: 'is too large' }],
  providerErrorCode: '10051',
  retryAfterSeconds: 60,
  allow: ['GET'],
  extra: { refundId: 'rfd_1', clientReferenceId: 'order 1' },
};

const again = (refusal: Refusal) => {
  const stored = LAST_REQUEST.write({ as: 'x', at: 1, refusal }, 'subscription', 'lastRequest');
  return LAST_REQUEST.read(stored, 'subscription', 'lastRequest')?.refusal;
};

it.each([
  ['all of its members', ALL],
  ['none', {}],
] as const)('a refusal that is stored is answered again with %s', (_, more) => {
  const refusal = new Refusal('refund_in_progress', more);
  const replayed = again(refusal);
  expect(replayed?.body).toEqual(refusal.body);
  expect({ message: refusal.message, ...replayed?.more }).toEqual({ message: refusal.message, ...more });
});
