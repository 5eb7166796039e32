import type { WithKept } from '../text/kept-text.ts';
import * as z from 'zod/mini';
import type { SearchedPage } from '../billing/page.ts';
import { idFrom, svcIdOf, type ParsedId } from '../billing/identifiers.ts';
import type { InvoiceWithPdf } from '../billing/invoice.ts';
import {
  REFUND_REASONS,
  REFUND_STATES,
  type Refund,
  type RefundAsk,
  type RefundDocument,
  REFUND_BY,
  REFUND_DOCUMENT_STATES,
} from '../billing/refund.ts';
import type { Subscription } from '../billing/subscription.ts';
import { REFUNDS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { subscriberId } from './identifiers.ts';
import { invoiceListItem, listedInvoiceMembers } from './invoices.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { aboveZero, amount, naturalKey, optional, prose, read, sought } from './read.ts';
import { subscriberOfList, namedSubscriberShape } from './subscribers.ts';
import { iso } from './time.ts';
import { named, success, uuidOf, SVC_IDS, moneyOf, open, said, timeOf, listOf, type Told } from './shape.ts';

/** The shape of an `invoiceAnswer`. */
export const invoiceAnswerShape = named(
  'InvoiceAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({ ...listedInvoiceMembers, subscriber: namedSubscriberShape }),
  }),
);

const refundShape = named(
  'Refund',
  z.strictObject({
    id: uuidOf('the refund'),
    svcId: SVC_IDS.rfd,
    invoice: z.strictObject({
      id: uuidOf('the invoice'),
      svcId: SVC_IDS.inv,
      invoiceNumber: z.string(),
    }),
    amount: moneyOf('What is given back.'),
    currency: z.string(),
    state: open(
      said(z.enum(REFUND_STATES), '`PENDING`: the outcome is being looked up; nothing is sent again.'),
    ),
    reason: open(z.enum(REFUND_REASONS)),
    note: z.nullable(z.string()),
    by: open(
      said(z.enum(REFUND_BY), "Who gave it back; `provider`: somebody in the payment provider's panel."),
    ),
    clientReferenceId: z.nullable(z.string()),
    requestedAt: timeOf('When it was asked for.'),
    completedAt: z.nullable(timeOf('When its outcome was known.')),
    errorCode: said(z.nullable(z.string()), "The payment provider's code."),
    errorMessage: said(z.nullable(z.string()), "The payment provider's message."),
    document: said(
      z.nullable(
        z.strictObject({
          state: open(
            said(
              z.enum(REFUND_DOCUMENT_STATES),
              '`adjusted`: the document that stands is for what was kept. `separate`: it stands as it was, with an expense note or a return invoice beside it. `task`: a person has to see to it.',
            ),
          ),
          message: z.string(),
          taskId: z.nullable(z.string()),
        }),
      ),
      'What becomes of the official document; null until the money is given back.',
    ),
  }),
);

/** The shape of a `refundAnswer`. */
export const refundAnswerShape = named(
  'RefundAnswer',
  z.strictObject({ status: success, message: z.string(), data: refundShape }),
);

/** The shape of a `refundsAnswer`. */
export const refundsAnswerShape = named(
  'RefundsAnswer',
  z.strictObject({
    ...listOf('/invoices/refunds', refundShape),
    next: said(z.optional(z.string()), 'Where to search on, if the search ended before the page was full.'),
  }),
);

/** Query of GET /invoices. */
export const invoiceQuery = z.object({ 'invoice-id': said(sought(), 'An invoice, by its id or svcId.') });

/** Reads the query of GET /invoices: the id of the invoice. */
export const invoiceInput = (given: unknown): ParsedId => invoiceId(read(invoiceQuery, given)['invoice-id']);

/** The UUID of an invoice's id. Throws `invoice_not_found` for text that cannot be one. */
function invoiceId(given: string): ParsedId {
  const id = idFrom('invoice', given);
  if (id === undefined) throw new Refusal('invoice_not_found');
  return id;
}

/** Answer of GET /invoices. */
export const invoiceAnswer = (
  subscription: Subscription,
  listed: InvoiceWithPdf,
): Told<typeof invoiceAnswerShape> => ({
  status: 'success',
  data: { ...invoiceListItem(listed), subscriber: subscriberOfList(subscription) },
});

/** Body of POST /invoices/refund. */
export const refundBody = z.object({
  'invoice-id': said(sought(), 'An invoice, by its id or svcId.'),
  amount: said(
    z.optional(amount().check(aboveZero())),
    'How much is given back; all that is left by default.',
  ),
  reason: said(optional(z.enum(REFUND_REASONS)), 'Why; BUYER_REQUEST by default.'),
  note: said(optional(prose(REFUNDS.noteCharactersMax)), 'For people.'),
  clientReferenceId: said(
    optional(naturalKey(255)),
    'Your own id of this request. Again it gets the first outcome; with another body 422.',
  ),
});

/** Reads the body of POST /invoices/refund. */
export function refundInput(body: unknown): WithKept<RefundAsk, 'note'> {
  const asked = read(refundBody, body);
  return {
    invoiceId: invoiceId(asked['invoice-id']),
    amount: asked.amount,
    reason: asked.reason ?? 'BUYER_REQUEST',
    note: asked.note ?? null,
    clientReferenceId: asked.clientReferenceId ?? null,
  };
}

/** Answer of POST /invoices/refund. */
export const refundAnswer = (refund: Refund): Told<typeof refundAnswerShape> => ({
  status: 'success',
  message: refund.state === 'SUCCEEDED' ? MADE : PENDING,
  data: refundView(refund),
});

const MADE = 'The money is given back; the customer sees it within some days, as their bank shows it.';
const PENDING = 'The outcome is being looked up. Do not ask for the refund again.';

/** Query of GET /invoices/refunds. */
export const refundsQuery = z.object({
  ...listMembers,
  'invoice-id': said(optional(sought()), 'An invoice, by its id or svcId.'),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
  state: said(optional(z.enum(REFUND_STATES)), 'Only refunds in this state.'),
});

/** Reads the query of GET /invoices/refunds. */
export function refundsInput(given: unknown) {
  const asked = read(refundsQuery, given);
  return {
    invoiceId: asked['invoice-id'] === undefined ? undefined : invoiceId(asked['invoice-id']),
    subscriberId: asked['svc-id'] === undefined ? undefined : subscriberId(asked['svc-id']),
    state: asked.state,
    page: pageIn(asked, (cursor) => idFrom('refund', cursor)),
  };
}

/** Answer of GET /invoices/refunds. */
export const refundsAnswer = (
  { items, hasMore, next }: SearchedPage<Refund>,
  page: AskedPage,
): Told<typeof refundsAnswerShape> =>
  listAnswer('/invoices/refunds', page, { data: items.map(refundView), hasMore, next });

/** A refund as tenants and operators see it. */
export function refundView(refund: Refund) {
  const { id, invoiceId: invoice, invoiceNumber, currency, state, reason, note, by } = refund;
  return {
    id,
    svcId: svcIdOf('refund', id),
    invoice: { id: invoice, svcId: svcIdOf('invoice', invoice), invoiceNumber },
    amount: refund.amount,
    currency,
    state,
    reason,
    note,
    by,
    clientReferenceId: refund.clientReferenceId,
    requestedAt: iso(refund.requestedAt),
    completedAt: iso(refund.completedAt),
    errorCode: refund.errorCode,
    errorMessage: refund.errorMessage,
    document: refund.document && documentView(refund.document),
  };
}

const DOCUMENT_WORDS: Readonly<Record<RefundDocument['state'], string>> = {
  pending: 'The document is being seen to.',
  none_needed: 'No official document was made of what was given back, so none has to be corrected.',
  adjusted: 'The document is made for what was kept.',
  cancelled: 'The document was cancelled, and none had to be made out instead.',
  separate: 'An expense note or a return invoice was made of it; the document stands.',
  task: 'A person has to see to the document: see GET /reports/tasks.',
};

const documentView = ({ state, taskId }: RefundDocument) => ({
  state,
  message: DOCUMENT_WORDS[state],
  taskId,
});
