import * as z from 'zod';
import {
  REFUND_BY,
  REFUND_REASONS,
  REFUND_STATES,
  REFUND_DOCUMENT_STATES,
} from '../../lib/billing/refund.ts';
import { listedInvoiceMembers } from './invoices.ts';
import { amount, component, list, success, SVC_IDS, time, uuid, open } from './shared.ts';
import { namedSubscriber } from './subscription-words.ts';

export const invoiceAnswer = component(
  'InvoiceAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({ ...listedInvoiceMembers, subscriber: namedSubscriber }),
  }),
);

const refund = component(
  'Refund',
  z.strictObject({
    id: uuid('the refund'),
    svcId: SVC_IDS.rfd,
    invoice: z.strictObject({
      id: uuid('the invoice'),
      svcId: SVC_IDS.inv,
      invoiceNumber: z.string(),
    }),
    amount: amount('What is given back.'),
    currency: z.string(),
    state: open(
      z.enum(REFUND_STATES).describe('`PENDING`: the outcome is being looked up; nothing is sent again.'),
    ),
    reason: open(z.enum(REFUND_REASONS)),
    note: z.string().nullable(),
    by: open(
      z.enum(REFUND_BY).describe("Who gave it back; `provider`: somebody in the payment provider's panel."),
    ),
    clientReferenceId: z.string().nullable(),
    requestedAt: time('When it was asked for.'),
    completedAt: time('When its outcome was known.').nullable(),
    errorCode: z.string().nullable().describe("The payment provider's code."),
    errorMessage: z.string().nullable().describe("The payment provider's message."),
    document: z
      .strictObject({
        state: open(
          z
            .enum(REFUND_DOCUMENT_STATES)
            .describe(
              '`adjusted`: the document that stands is for what was kept. `separate`: it stands as it was, with an expense note or a return invoice beside it. `task`: a person has to see to it.',
            ),
        ),
        message: z.string(),
        taskId: z.string().nullable(),
      })
      .nullable()
      .describe('What becomes of the official document; null until the money is given back.'),
  }),
);

export const refundAnswer = component(
  'RefundAnswer',
  z.strictObject({ status: success, message: z.string(), data: refund }),
);

export const refundsAnswer = component(
  'RefundsAnswer',
  z.strictObject({
    ...list('/invoices/refunds', refund),
    next: z.string().optional().describe('Where to search on, if the search ended before the page was full.'),
  }),
);
