import * as z from 'zod';
import { TASK_KINDS } from '../../lib/billing/document-task.ts';
import { amount, component, list, success, SVC_IDS, time, uuid, open } from './shared.ts';

const difference = component(
  'Difference',
  z.strictObject({
    id: z.string().describe('Also the cursor.'),
    kind: z.string(),
    subscriber: z.strictObject({
      id: uuid('the subscription').nullable(),
      svcId: SVC_IDS.sub.nullable(),
      subscriberId: z.string().describe("The payment provider's reference."),
    }),
    ours: z.string(),
    theirs: z.string(),
    since: time('Since when.'),
    action: z.string().describe('What a person can do.'),
    closedAt: time('When it was gone.').nullable(),
  }),
);

const documentTask = component(
  'DocumentTask',
  z.strictObject({
    id: z.string().describe('Also the cursor.'),
    kind: open(
      z
        .enum(TASK_KINDS)
        .describe(
          '`cancel_document`: cancel it at the invoicing provider. `cancel_and_reissue`: cancel it and issue one for what was kept (`facts.newDocument`), or settle the part by an expense note or return invoice; it is done when you say which. `await_return_invoice`: the buyer issues a return invoice. `expense_note`: you write an expense note.',
        ),
    ),
    invoice: z.strictObject({
      id: uuid('the invoice'),
      svcId: SVC_IDS.inv,
      invoiceNumber: z.string(),
    }),
    refund: z.strictObject({ id: uuid('the refund'), svcId: SVC_IDS.rfd }),
    deadline: time('By when.'),
    facts: z.strictObject({
      name: z
        .string()
        .nullable()
        .describe('As it stands on the document, whatever was corrected or erased since.'),
      buyer: z.enum(['person', 'company']).nullable(),
      taxNumber: z.string().nullable(),
      taxOffice: z.string().nullable(),
      address: z.string().nullable(),
      number: z.string().nullable().describe('Of the official document that stands.'),
      date: z.string().nullable().describe('Its day in Türkiye, such as `2026-01-31`.'),
      amount: amount('What that document is for.'),
      vatRate: z.number().int().nullable().describe('Its VAT, in whole percent.'),
      refundedAt: time('When the money was given back.'),
      newDocument: z
        .strictObject({
          net: amount('Without VAT.'),
          vat: amount('The VAT.'),
          gross: amount('What a new document must bear.'),
        })
        .nullable()
        .describe('What a new document must bear; null where none is to be made.'),
      net: amount('Without VAT.'),
      vat: amount('The VAT.'),
      gross: amount('What was given back.'),
      currency: z.string(),
      refundTxId: z
        .string()
        .nullable()
        .describe("The payment provider's id of the refund, once it tells it."),
      hostReference: z.string().nullable().describe('What the bank of the customer can search for.'),
    }),
    cancelledAt: time(
      'When the document was seen to be cancelled, while it is not said what was made out instead.',
    ).nullable(),
    document: z
      .strictObject({ number: z.string(), date: z.string(), amount: amount('With VAT.') })
      .nullable()
      .describe('What whoever did it said was made out instead.'),
    doneAt: time('When it was done.').nullable(),
    doneBy: z.string().nullable().describe('`provider`: the document was seen to be cancelled.'),
    note: z.string().nullable(),
  }),
);

export const tasksAnswer = component('TasksAnswer', z.strictObject(list('/reports/tasks', documentTask)));

export const taskAnswer = component('TaskAnswer', z.strictObject({ status: success, data: documentTask }));

export const differencesAnswer = component(
  'DifferencesAnswer',
  z.strictObject(list('/reports/differences', difference)),
);
