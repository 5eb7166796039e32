import { plansQuery } from '../../lib/wire/plans.ts';
import { plansAnswer, syncAnswer } from '../answers/plans.ts';
import type { Operation } from '../operation.ts';
import { PROVIDER_REFUSALS } from '../refusals.ts';

export const plansList: Operation = {
  tag: 'Plans',
  summary: 'List the active plans',
  description: 'The active plans of the tenant, newest first, page by page.',
  query: plansQuery,
  answer: plansAnswer,
  example: {
    query: { page: '1', pageSize: '10' },
    answer: {
      status: 'success',
      data: [
        {
          id: '01890a5d-ac96-774b-bcce-b302099a8057',
          svcId: 'pln_01890a5dac96774bbcceb302099a8057',
          referenceCode: '5d4a3c2b-1a09-4f8e-9d7c-6b5a4f3e2d1c',
          lookup_key: 'basic-monthly',
          name: 'Basic',
          price: '99.90',
          currencyCode: 'TRY',
          paymentInterval: 'MONTHLY',
          paymentIntervalCount: 1,
          trialPeriodDays: 0,
          unit: null,
          productReference: 'b7e6d5c4-a3f2-4e1d-8c0b-9a8f7e6d5c4b',
          planType: 'DIGITAL',
          shippingPrice: null,
          gracePeriodDays: 7,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 10,
      totalPages: 1,
    },
  },
};

export const plansSync: Operation = {
  tag: 'Plans',
  summary: "Take over the payment provider's plans",
  description: 'Reads its products and plans now. What is gone or off there is retired here.',
  answer: syncAnswer,
  refusals: PROVIDER_REFUSALS,
};
