import type { Example } from './example.ts';
import { SAMPLE } from './samples.ts';

const PLAN = { svcId: SAMPLE.planSvcId, lookup_key: null };

/** Examples of access. */
export const examples = {
  access: {
    query: { 'svc-id': SAMPLE.subscriberSvcId },
    answer: {
      status: 'success',
      data: {
        access: true,
        until: null,
        because: 'paid',
        changesAt: SAMPLE.end,
        validUntil: '2026-01-16T09:00:00.000Z',
        plan: PLAN,
        features: {},
        subscriptions: [
          { svcId: SAMPLE.subscriberSvcId, access: true, until: null, because: 'paid', plan: PLAN },
        ],
      },
    },
  },
} as const satisfies Record<string, Example>;
