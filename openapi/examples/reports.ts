import { ACTIONS } from '../../lib/billing/difference.ts';
import type { Example } from './example.ts';
import { envelope, SAMPLE } from './samples.ts';

/** Requests and answers of what needs a person. */
export const examples = {
  differences: {
    query: { state: 'open' },
    answer: {
      ...envelope('/reports/differences'),
      data: [
        {
          id: SAMPLE.eventId,
          kind: 'status_differs',
          subscriber: {
            id: SAMPLE.subscriberId,
            svcId: SAMPLE.subscriberSvcId,
            subscriberId: SAMPLE.reference,
          },
          ours: 'ACTIVE',
          theirs: 'CANCELLED',
          since: SAMPLE.start,
          action: ACTIONS.status_differs,
          closedAt: null,
        },
      ],
    },
  },
} satisfies Readonly<Record<string, Example>>;
