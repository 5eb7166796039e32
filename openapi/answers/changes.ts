import * as z from 'zod';
import { PLAN_WARNINGS } from '../../lib/billing/plan-preview.ts';
import { providerSubscription } from './checkout.ts';
import { amount, component, success, SVC_IDS, time, uuid, open } from './shared.ts';
import { payReference, recovery, statusWord } from './subscription-words.ts';

export const changePlanAnswer = component(
  'ChangePlanAnswer',
  z.strictObject({
    status: success,
    message: z.string().describe('Says so if the change was not made at the payment provider.'),
    data: z.strictObject({
      id: uuid('the subscription'),
      svcId: SVC_IDS.sub,
      payReference,
      newPlanReference: z.string(),
      newPlanSvcId: SVC_IDS.pln.optional().describe('When internal ids were used.'),
      syncedWithPay: z.boolean().describe('Whether the payment provider made the change.'),
      charge: z
        .strictObject({ amount: amount('What was charged.'), currency: z.string(), at: time('When.') })
        .nullable()
        .optional()
        .describe('What the change charged at once, or null; absent if that could not be read.'),
      payResponse: providerSubscription.optional(),
    }),
  }),
);

const charge = (what: string) =>
  z
    .strictObject({ amount: amount('How much.'), currency: z.string(), at: time('When.') })
    .nullable()
    .describe(what);

export const previewAnswer = component(
  'PreviewAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      direction: z.enum(['UPGRADE', 'DOWNGRADE']),
      effectiveAt: time('When the plan would be in force; null if a cancellation ends it before.').nullable(),
      charge: charge('What is charged at once, or null.'),
      nextPayment: charge('The charge after that; null where none will be tried, or it is not known.'),
      lost: z
        .strictObject({
          days: z.number().int().describe('Whole days.'),
          amount: amount(
            'What part of the price all the time left is, the day that runs included; rounded down.',
          ),
        })
        .describe('What is given up of the paid period.'),
      warnings: z
        .array(open(z.enum(PLAN_WARNINGS)))
        .describe('With `other_product` or `other_interval` the payment provider may refuse the change.'),
      exact: z.boolean().describe('Whether the amounts hold.'),
      reason: z.string().nullable().describe('Why they cannot be known, or null.'),
      previewId: z.string().max(64).describe('For `PUT /subscribers`.'),
      expiresAt: time('Until then the preview can be used.'),
    }),
  }),
);

export const retryAnswer = component(
  'RetryAnswer',
  z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      id: uuid('the subscription'),
      svcId: SVC_IDS.sub,
      payReference,
      status: statusWord,
      recovery,
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
      svcId: SVC_IDS.sub,
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
