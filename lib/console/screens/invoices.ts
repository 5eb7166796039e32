import { shownEmail } from '../../billing/buyer.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { INVOICE_STATUSES, type Invoice } from '../../billing/invoice.ts';
import { REFUND_STATES } from '../../billing/refund.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { listAllInvoices } from '../../invoicing/all-invoices.ts';
import { withPdfs } from '../../invoicing/pdf.ts';
import { html, type Html } from '../../pages/html.ts';
import { listRefunds } from '../../refunds/list-refunds.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { allInvoicesInput, allRefundsInput } from '../../wire/all-invoices.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list, type FileColumn, type Filter, type Options } from '../list.ts';
import { say } from '../../pages/say.ts';
import type { Screen, Visit } from '../visit.ts';
import { INVOICE_WORDS, REFUND_WORDS } from '../words.ts';
import { listScreen } from './list.ts';
import { amount, day, mark, to, toSubscriber } from './parts.ts';
import { documentSaid } from './subscriber-invoices.ts';
import { nameOf } from './subscriber-said.ts';

/** What says whose an invoice or a refund is; a subscriber that is not on record any more is undefined. */
interface Owned {
  readonly subscriberId: string;
  readonly owner: Subscription | undefined;
}

async function withOwners<Item extends { readonly subscriberId: string }>(
  { app }: Visit,
  items: readonly Item[],
): Promise<(Item & Owned)[]> {
  const ids = [...new Set(items.map(({ subscriberId }) => subscriberId))];
  const found = await lookUpSubscriptions(app, ids);
  const owners = new Map(found.map(({ subscription }) => [subscription.id, subscription]));
  return items.map((one) => ({ ...one, owner: owners.get(one.subscriberId) }));
}

const ownerLink = ({ owner }: Owned): Html | string =>
  owner ? html`<a href="${toSubscriber(owner.id)}">${nameOf(owner)}</a>` : '–';

const OWNER_CELLS = (): readonly FileColumn<Owned>[] => [
  [say('name', 'ad'), ({ owner }) => owner && `${owner.customer.name} ${owner.customer.surname}`.trim()],
  [say('email', 'e-posta'), ({ owner }) => owner && shownEmail(owner.customer)],
  [say('subscriber', 'abone'), ({ subscriberId }) => svcIdOf('subscription', subscriberId)],
  [say('own id', 'kendi kimliğiniz'), ({ owner }) => owner?.customer.externalId ?? null],
];

const monthAndStatus = (hint: string, statuses: Options): readonly Filter[] => [
  { is: 'text', name: 'month', label: say('Month', 'Ay'), type: 'month', hint, max: 7 },
  { is: 'choice', name: 'status', label: say('Status', 'Durum'), options: statuses },
];

/** All invoices of the tenant, newest first. */
export const invoiceList = list({
  screen: 'invoices',
  place: 'invoices',
  title: () => say('Invoices', 'Faturalar'),
  filters: () =>
    monthAndStatus(
      say('in which it fell due, such as 2026-11', 'vadenin ayı, örneğin 2026-11'),
      INVOICE_STATUSES.map((one) => [one, INVOICE_WORDS()[one][1]]),
    ),
  read: async (visit, asked) => {
    const { items, hasMore, next } = await listAllInvoices(visit.app, allInvoicesInput(asked));
    return {
      items: await withOwners(visit, await withPdfs(visit.app, items)),
      hasMore,
      next: next === undefined ? undefined : svcIdOf('invoice', next),
    };
  },
  idOf: ({ invoice }) => svcIdOf('invoice', invoice.id),
  columns: () => [
    { name: say('Invoice', 'Fatura'), cell: ({ invoice }) => invoiceLink(invoice.id, invoice.number) },
    { name: say('Status', 'Durum'), kind: 'top-end', cell: ({ invoice }) => invoiceMark(invoice) },
    { name: say('Subscriber', 'Abone'), cell: ownerLink },
    { name: say('Due', 'Vade'), kind: 'lab', cell: ({ invoice }) => day(invoice.periodStart) },
    { name: say('Date', 'Tarih'), kind: 'lab', cell: ({ invoice }) => day(invoice.date) },
    { name: say('Document', 'Belge'), kind: 'lab', cell: documentSaid },
    { name: say('Amount', 'Tutar'), kind: 'num', cell: ({ invoice }) => amountAndBack(invoice) },
  ],
  none: () => noneSaid(),
  file: {
    name: 'all-invoices',
    columns: () => [
      [say('invoice', 'fatura'), ({ invoice }) => svcIdOf('invoice', invoice.id)],
      [say('number', 'numara'), ({ invoice }) => invoice.number],
      [say('status', 'durum'), ({ invoice }) => invoice.status],
      [say('amount', 'tutar'), ({ invoice }) => amountCell(invoice.amount)],
      [say('refunded', 'iade edilen'), ({ invoice }) => amountCell(invoice.refundedAmount ?? '0.00')],
      [say('currency', 'para birimi'), ({ invoice }) => invoice.currency],
      [say('due', 'vade'), ({ invoice }) => momentCell(invoice.periodStart)],
      [say('date', 'tarih'), ({ invoice }) => momentCell(invoice.date)],
      [say('document', 'belge'), ({ pdf }) => pdf.is],
      ...OWNER_CELLS(),
    ],
  },
});

/** The screen of all invoices. */
export const invoices: Screen = listScreen(invoiceList, {
  beside: () => html`<a class="button" href="${to('refunds')}">${say('Refunds', 'İadeler')}</a>`,
});

const invoiceLink = (id: string, number: string): Html =>
  html`<a href="${to('invoice', { id: svcIdOf('invoice', id) })}">${number}</a>`;

function invoiceMark({ status }: Invoice): Html {
  const [kind, word] = INVOICE_WORDS()[status];
  return mark(kind, word);
}

function amountAndBack({ amount: sum, currency, refundedAmount, status }: Invoice): Html {
  const back = refundedAmount !== undefined && status !== 'REFUNDED' && refundedAmount;
  return html`${amount(sum, currency)}${back && html` <small>${say(`${amount(back, currency)} refunded`, `${amount(back, currency)} iade edildi`)}</small>`}`;
}

/** All refunds of the tenant, newest first. */
export const refundList = list({
  screen: 'refunds',
  place: 'invoices',
  title: () => say('Refunds', 'İadeler'),
  filters: () =>
    monthAndStatus(
      say('in which it was asked for, such as 2026-11', 'iade isteğinin ayı, örneğin 2026-11'),
      REFUND_STATES.map((one) => [one, REFUND_WORDS()[one][1]]),
    ),
  read: async (visit, asked) => {
    const { items, hasMore, next } = await listRefunds(visit.app, allRefundsInput(asked));
    return {
      items: await withOwners(visit, items),
      hasMore,
      next: next === undefined ? undefined : svcIdOf('refund', next),
    };
  },
  idOf: ({ id }) => svcIdOf('refund', id),
  columns: () => [
    { name: say('Invoice', 'Fatura'), cell: (one) => invoiceLink(one.invoiceId, one.invoiceNumber) },
    { name: say('Status', 'Durum'), kind: 'top-end', cell: ({ state }) => mark(...REFUND_WORDS()[state]) },
    { name: say('Subscriber', 'Abone'), cell: ownerLink },
    { name: say('Asked for', 'İstek'), kind: 'lab', cell: ({ requestedAt }) => day(requestedAt) },
    { name: say('Done', 'Sonuç'), kind: 'lab', cell: ({ completedAt }) => day(completedAt) },
    { name: say('Amount', 'Tutar'), kind: 'num', cell: (one) => amount(one.amount, one.currency) },
  ],
  none: () => noneSaid(),
  file: {
    name: 'refunds',
    columns: () => [
      [say('refund', 'iade'), ({ id }) => svcIdOf('refund', id)],
      [say('invoice', 'fatura'), ({ invoiceNumber }) => invoiceNumber],
      [say('status', 'durum'), ({ state }) => state],
      [say('amount', 'tutar'), (one) => amountCell(one.amount)],
      [say('currency', 'para birimi'), ({ currency }) => currency],
      [say('asked for', 'istek'), ({ requestedAt }) => momentCell(requestedAt)],
      [say('done', 'sonuç'), ({ completedAt }) => momentCell(completedAt)],
      [say('reason', 'neden'), ({ reason }) => reason],
      [say('by', 'kim'), ({ by }) => by],
      ...OWNER_CELLS(),
    ],
  },
});

/** The screen of all refunds. */
export const refunds: Screen = listScreen(refundList, {
  beside: () => html`<a class="button" href="${to('invoices')}">${say('Invoices', 'Faturalar')}</a>`,
});

/** Where there is no invoice and no refund. */
const noneSaid = () => say('There is nothing here.', 'Burada kayıt yok.');
