import * as z from 'zod';
import { component, SVC_IDS, time, uuid, open } from './shared.ts';

/** The status of a subscription. */
export const statusWord = z
  .string()
  .describe('PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come.');
/** The provider's reference of a subscription. */
export const payReference = component(
  'PayReference',
  z
    .string()
    .describe("The payment provider's reference. It is new after a plan change; older ones keep working."),
);

/** A renewal that was not paid, and how it is being recovered. */
export const recovery = component(
  'Recovery',
  z.strictObject({
    state: open(
      z
        .enum(['retrying', 'needs_card', 'waiting'])
        .describe(
          '`needs_card`: the bank says that this card will never work. `waiting`: no retry is planned.',
        ),
    ),
    attempts: z.number().int().describe('With the present card in the last 30 days, whoever made them.'),
    lastCode: z.string().nullable().describe("The bank's code, as the payment provider names it."),
    lastAttemptAt: time('When it was tried last.').nullable(),
    nextAttemptAt: time('When it is tried next; null where no retry is planned.').nullable(),
    endsAt: time('When the subscription is cancelled if nobody has paid until then.'),
  }),
)
  .nullable()
  .describe('While a renewal is unpaid: how it is being recovered. Otherwise null.');

/** A subscriber as lists about it name it. */
export const namedSubscriber = z.strictObject({
  id: uuid('the subscription'),
  svcId: SVC_IDS.sub,
  subscriberId: payReference,
});
