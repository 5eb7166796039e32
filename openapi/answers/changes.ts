import * as z from 'zod';
import { providerSubscription } from './checkout.ts';
import { amount, component, success, svcId, time, uuid } from './shared.ts';
import { payReference, statusWord } from './subscription-words.ts';

export const changePlanAnswer = component(
  'ChangePlanAnswer',
  z.strictObject({
    status: success,
    message: z.string().describe('Says so if the change was not made at the payment provider.'),
    data: z.strictObject({
      id: uuid('the subscription'),
      svcId: svcId('the subscription', 'sub'),
      payReference,
      newPlanReference: z.string(),
      newPlanSvcId: svcId('the new plan', 'pln').optional().describe('When internal ids were used.'),
      syncedWithPay: z.boolean().describe('Whether the payment provider made the change.'),
      charge: z
        .strictObject({ amount: amount('What was charged.'), currency: z.string(), at: time('When.') })
        .nullable()
        .describe('What the change charged at once, or null.'),
      payResponse: providerSubscription.optional(),
    }),
  }),
);

export const cancellationAnswer = component(
  'CancellationAnswer',
  z.strictObject({
    status: success,
    message: z.string().describe('Says so if the change is not made at the payment provider.'),
    data: z.strictObject({
      id: uuid('the subscription'),
      svcId: svcId('the subscription', 'sub'),
      payReference,
      status: statusWord.describe('Remains ACTIVE until the end of the period.'),
      cancelAtPeriodEnd: z.boolean(),
      cancelledAt: time('When the cancellation was requested; null if there is none.').nullable(),
      accessUntil: time('End of the paid period.').nullable(),
      syncedWithPay: z
        .boolean()
        .describe(
          'Whether the change is made at the payment provider too. With `svc-id` only our records change.',
        ),
    }),
  }),
);
