import * as z from 'zod';
import { svcId, uuid } from './shared.ts';

/** The status of a subscription. */
export const statusWord = z
  .string()
  .describe('PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come.');
/** The provider's reference of a subscription. */
export const payReference = z
  .string()
  .describe("The payment provider's reference. It is new after a plan change; older ones keep working.");

/** A subscriber as lists about it name it. */
export const namedSubscriber = z.strictObject({
  id: uuid('the subscription'),
  svcId: svcId('the subscription', 'sub'),
  subscriberId: payReference,
});
