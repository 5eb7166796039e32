import type { Example } from './example.ts';
import { SAMPLE } from './samples.ts';

/** Requests and answers of plans. */
export const examples = {
  plansList: {
    query: { page: '1', pageSize: '10' },
    answer: {
      status: 'success',
      data: [
        {
          id: SAMPLE.planId,
          svcId: SAMPLE.planSvcId,
          referenceCode: SAMPLE.planReference,
          lookup_key: 'basic-monthly',
          name: 'Basic',
          price: '99.90',
          currencyCode: 'TRY',
          paymentInterval: 'MONTHLY',
          paymentIntervalCount: 1,
          trialPeriodDays: 0,
          unit: null,
          productReference: SAMPLE.productReference,
          planType: 'DIGITAL',
          shippingPrice: null,
          gracePeriodDays: 7,
          vatRate: null,
          features: {},
        },
      ],
      total: 1,
      page: 1,
      pageSize: 10,
      totalPages: 1,
    },
  },

  plansSync: {
    answer: { status: 'success', data: { added: [SAMPLE.largerPlanReference], changed: [], retired: [] } },
  },
} satisfies Readonly<Record<string, Example>>;
