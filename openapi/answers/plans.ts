import * as z from 'zod';
import { VAT_RATES } from '../../lib/billing/vat.ts';
import { features } from './access.ts';
import { amount, component, success, SVC_IDS, uuid } from './shared.ts';

const planMembers = {
  id: uuid('the plan'),
  svcId: SVC_IDS.pln,
  referenceCode: z.string().describe("The payment provider's reference of the plan."),
  lookup_key: z.string().nullable().describe('Stable key to look the plan up by.'),
  name: z.string(),
  price: amount('What a period costs; for physical plans with the shipping.'),
  currencyCode: z.string().describe('TRY, USD or EUR.'),
  paymentInterval: z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
  paymentIntervalCount: z.number().int().describe('How many intervals a period has.'),
  trialPeriodDays: z.number().int(),
  unit: z.string().nullable().describe('Unit count of bundled plans.'),
  productReference: z.string().nullable(),
  planType: z.enum(['PHYSICAL', 'DIGITAL']),
  shippingPrice: z.string().nullable(),
  gracePeriodDays: z.number().int().nullable().describe('Days of grace after a failed payment.'),
  vatRate: z
    .literal(VAT_RATES)
    .nullable()
    .describe('The VAT that its documents bear, in whole percent; null for that of your invoicing account.'),
  features,
};

const plan = component('Plan', z.strictObject(planMembers));

const ownPlan = component(
  'OwnPlan',
  z.strictObject({
    ...planMembers,
    active: z.boolean().describe('Whether it can be subscribed to; a retired one cannot.'),
  }),
);

const references = z.array(z.string()).describe('References of plans.');

export const syncAnswer = component(
  'SyncPlansAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      added: references,
      changed: references,
      retired: references,
      unreadable: z
        .array(z.string())
        .optional()
        .describe('References of plans whose terms cannot be read there; they stay as they are here.'),
    }),
  }),
);

const pageOf = (one: z.ZodType) =>
  z.strictObject({
    status: success,
    data: z.array(one).describe('Newest first. A page past the end is empty.'),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  });

export const plansAnswer = component('PlansAnswer', pageOf(plan));

export const ownPlansAnswer = component('OwnPlansAnswer', pageOf(ownPlan));

export const ownPlanAnswer = component('OwnPlanAnswer', z.strictObject({ status: success, data: ownPlan }));
