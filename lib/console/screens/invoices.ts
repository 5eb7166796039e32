import { shownEmail } from '../../billing/buyer.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { INVOICE_STATUSES, type Invoice } from '../../billing/invoice.ts';
import { REFUND_STATES } from '../../billing/refund.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { listAllInvoices } from '../../invoicing/all-invoices.ts';
import { LIST_WORDS } from '../../pages/console/list-words.ts';
import { html, type Html } from '../../pages/html.ts';
import { listRefunds } from '../../refunds/list-refunds.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { allInvoicesInput, allRefundsInput } from '../../wire/all-invoices.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list, type FileColumn, type Filter, type Options } from '../list.ts';
import { language, say } from '../say.ts';
import type { Screen, Visit } from '../visit.ts';
import { INVOICE_WORDS, REFUND_WORDS } from '../words.ts';
import { listScreen } from './list.ts';
import { amount, day, mark, to, toSubscriber } from './parts.ts';
import { nameOf } from './subscriber-said.ts';

const words = () => LIST_WORDS[language()].invoices;

/** What says whose an invoice or a refund is; a subscriber that is not on record any more is undefined. */
interface Owned {
  readonly subscriberId: string;
  readonly owner: Subscription | undefined;
}

async function withOwners<Item extends { readonly subscriberId: string }>(
  { app, tenant }: Visit,
  items: readonly Item[],
): Promise<(Item & Owned)[]> {
  const ids = [...new Set(items.map(({ subscriberId }) => subscriberId))];
  const found = await lookUpSubscriptions(app, tenant.id, ids);
  const owners = new Map(found.map(({ subscription }) => [subscription.id, subscription]));
  return items.map((one) => ({ ...one, owner: owners.get(one.subscriberId) }));
}

const ownerLink = ({ owner }: Owned): Html | string =>
  owner ? html`<a href="${toSubscriber(owner.id)}">${nameOf(owner)}</a>` : '–';

const OWNER_CELLS: readonly FileColumn<Owned>[] = [
  ['name', 'ad', ({ owner }) => owner && `${owner.customer.name} ${owner.customer.surname}`.trim()],
  ['email', 'e-posta', ({ owner }) => owner && shownEmail(owner.customer)],
  ['subscriber', 'abone', ({ subscriberId }) => svcIdOf('subscription', subscriberId)],
  ['own id', 'kendi kimliğiniz', ({ owner }) => owner?.customer.externalId ?? null],
];

const monthAndStatus = (hint: string, statuses: Options): readonly Filter[] => [
  { is: 'text', name: 'month', label: words().month, type: 'month', hint, max: 7 },
  { is: 'choice', name: 'status', label: say().subscribers.status, options: statuses },
];

/** All invoices of the tenant, newest first. */
export const invoiceList = list({
  screen: 'invoices',
  place: 'invoices',
  title: () => words().title,
  filters: () =>
    monthAndStatus(
      words().monthHint.invoices,
      INVOICE_STATUSES.map((one) => [one, INVOICE_WORDS()[one]?.[1] ?? one]),
    ),
  read: async (visit, asked) => {
    const { items, hasMore, next } = await listAllInvoices(
      visit.app,
      visit.tenant.id,
      allInvoicesInput(asked),
    );
    return {
      items: await withOwners(visit, items),
      hasMore,
      next: next === undefined ? undefined : svcIdOf('invoice', next),
    };
  },
  idOf: ({ invoice }) => svcIdOf('invoice', invoice.id),
  columns: () => [
    { name: words().columns.invoice, cell: ({ invoice }) => invoiceLink(invoice.id, invoice.number) },
    { name: words().columns.status, kind: 'top-end', cell: ({ invoice }) => invoiceMark(invoice) },
    { name: words().columns.subscriber, cell: ownerLink },
    { name: words().columns.due, kind: 'lab', cell: ({ invoice }) => day(invoice.periodStart) },
    { name: words().columns.date, kind: 'lab', cell: ({ invoice }) => day(invoice.date) },
    { name: words().columns.amount, kind: 'num', cell: ({ invoice }) => amountAndBack(invoice) },
  ],
  none: () => words().none,
  file: {
    name: 'all-invoices',
    columns: [
      ['invoice', 'fatura', ({ invoice }) => svcIdOf('invoice', invoice.id)],
      ['number', 'numara', ({ invoice }) => invoice.number],
      ['status', 'durum', ({ invoice }) => invoice.status],
      ['amount', 'tutar', ({ invoice }) => amountCell(invoice.amount)],
      ['refunded', 'iade edilen', ({ invoice }) => amountCell(invoice.refundedAmount ?? '0.00')],
      ['currency', 'para birimi', ({ invoice }) => invoice.currency],
      ['due', 'vade', ({ invoice }) => momentCell(invoice.periodStart)],
      ['date', 'tarih', ({ invoice }) => momentCell(invoice.date)],
      ...OWNER_CELLS,
    ],
  },
});

/** The screen of all invoices. */
export const invoices: Screen = listScreen(invoiceList, {
  beside: () => html`<a class="button" href="${to('refunds')}">${words().refunds}</a>`,
});

const invoiceLink = (id: string, number: string): Html =>
  html`<a href="${to('invoice', { id: svcIdOf('invoice', id) })}">${number}</a>`;

function invoiceMark({ status }: Invoice): Html {
  const [kind, word] = INVOICE_WORDS()[status] ?? ['', status];
  return mark(kind, word);
}

function amountAndBack({ amount: sum, currency, refundedAmount, status }: Invoice): Html {
  const back = refundedAmount !== undefined && status !== 'REFUNDED' && refundedAmount;
  return html`${amount(sum, currency)}${back && html` <small>${words().back(amount(back, currency))}</small>`}`;
}

/** All refunds of the tenant, newest first. */
export const refundList = list({
  screen: 'refunds',
  place: 'invoices',
  title: () => words().refunds,
  filters: () =>
    monthAndStatus(
      words().monthHint.refunds,
      REFUND_STATES.map((one) => [one, REFUND_WORDS()[one][1]]),
    ),
  read: async (visit, asked) => {
    const { items, hasMore, next } = await listRefunds(visit.app, visit.tenant.id, allRefundsInput(asked));
    return {
      items: await withOwners(visit, items),
      hasMore,
      next: next === undefined ? undefined : svcIdOf('refund', next),
    };
  },
  idOf: ({ id }) => svcIdOf('refund', id),
  columns: () => [
    { name: words().columns.invoice, cell: (one) => invoiceLink(one.invoiceId, one.invoiceNumber) },
    { name: words().columns.status, kind: 'top-end', cell: ({ state }) => mark(...REFUND_WORDS()[state]) },
    { name: words().columns.subscriber, cell: ownerLink },
    { name: words().columns.askedFor, kind: 'lab', cell: ({ requestedAt }) => day(requestedAt) },
    { name: words().columns.done, kind: 'lab', cell: ({ completedAt }) => day(completedAt) },
    { name: words().columns.amount, kind: 'num', cell: (one) => amount(one.amount, one.currency) },
  ],
  none: () => words().none,
  file: {
    name: 'refunds',
    columns: [
      ['refund', 'iade', ({ id }) => svcIdOf('refund', id)],
      ['invoice', 'fatura', ({ invoiceNumber }) => invoiceNumber],
      ['status', 'durum', ({ state }) => state],
      ['amount', 'tutar', (one) => amountCell(one.amount)],
      ['currency', 'para birimi', ({ currency }) => currency],
      ['asked for', 'istek', ({ requestedAt }) => momentCell(requestedAt)],
      ['done', 'sonuç', ({ completedAt }) => momentCell(completedAt)],
      ['reason', 'neden', ({ reason }) => reason],
      ['by', 'kim', ({ by }) => by],
      ...OWNER_CELLS,
    ],
  },
});

/** The screen of all refunds. */
export const refunds: Screen = listScreen(refundList, {
  beside: () => html`<a class="button" href="${to('invoices')}">${words().title}</a>`,
});
