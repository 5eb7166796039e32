import { ACTIONS } from '../../lib/billing/difference.ts';
import type { Example } from './example.ts';
import { envelope, SAMPLE } from './samples.ts';

const TASK = {
  id: SAMPLE.taskId,
  kind: 'cancel_document',
  invoice: { id: SAMPLE.invoiceId, svcId: SAMPLE.invoiceSvcId, invoiceNumber: 'INV-2026-0000001' },
  refund: { id: SAMPLE.refundId, svcId: SAMPLE.refundSvcId },
  deadline: '2026-01-21T09:00:00.000Z',
  facts: {
    name: 'Ayşe Yılmaz',
    buyer: 'person',
    taxNumber: null,
    taxOffice: null,
    address: 'Moda Cad. 1, Kadıköy, İstanbul, Türkiye',
    number: 'ABC2026000000001',
    date: SAMPLE.start.slice(0, 10),
    amount: '99.90',
    vatRate: 20,
    refundedAt: SAMPLE.start,
    newDocument: null,
    net: '83.25',
    vat: '16.65',
    gross: '99.90',
    currency: 'TRY',
    refundTxId: null,
    hostReference: '0001abcd',
  },
  cancelledAt: null,
  document: null,
  doneAt: null,
  doneBy: null,
  note: null,
};

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

  tasks: {
    query: { state: 'open' },
    answer: { ...envelope('/reports/tasks'), data: [TASK] },
  },

  finishTask: {
    body: { id: SAMPLE.taskId, note: 'Cancelled in the web application.', document: null },
    answer: {
      status: 'success',
      data: {
        ...TASK,
        doneAt: SAMPLE.end,
        doneBy: 'request',
        note: 'Cancelled in the web application.',
      },
    },
  },
} satisfies Readonly<Record<string, Example>>;
