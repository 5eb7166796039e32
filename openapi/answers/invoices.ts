import * as z from 'zod';
import { amount, component, list, SVC_IDS, time, url, uuid, open } from './shared.ts';
import { namedSubscriber } from './subscription-words.ts';

const invoiceMembers = {
  id: uuid('the invoice'),
  svcId: SVC_IDS.inv,
  invoiceNumber: z.string().describe('`INV-`, the year and seven digits.'),
  status: z.string().describe('PENDING, PAID, FAILED, VOID or REFUNDED.'),
  amount: amount('What was or is to be paid.'),
  currency: z.string(),
  refundedAmount: amount('What was given back of it.'),
  date: time('Of the invoice.'),
  pdfUrl: url.nullable().describe('A link to the PDF while it is there.'),
};

export const invoice = component('Invoice', z.strictObject(invoiceMembers));

/** The members of an invoice with its PDF. */
export const listedInvoiceMembers = {
  ...invoiceMembers,
  signedPdf: z
    .strictObject({
      provider: z.literal('acct'),
      eArchiveId: z.string(),
      url,
      expiresAt: time('Until when the link is good.').nullable(),
      signedAt: time('When the link was signed.'),
    })
    .nullable(),
  pdfStatus: open(
    z
      .enum(['ready', 'processing', 'unavailable', 'error', 'cancelled'])
      .describe(
        '`processing`: the document is being made. `unavailable`: the invoice is not paid, nothing was charged, or the tenant had no invoicing provider when it was paid. `cancelled`: a person cancelled the document after a refund; `pdfMessage` names the one that was made out instead, if they told it.',
      ),
  ),
  pdfMessage: z.string().nullable(),
};

const listedInvoice = component('ListedInvoice', z.strictObject(listedInvoiceMembers));

export const invoicesAnswer = component(
  'InvoicesAnswer',
  z.strictObject({
    ...list('/subscribers/invoices', listedInvoice),
    subscriber: namedSubscriber,
  }),
);
