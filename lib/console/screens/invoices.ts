import { INVOICE_STATUSES } from '../../billing/invoice.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { REFUND_STATES } from '../../billing/refund.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { listAllInvoices } from '../../invoicing/all-invoices.ts';
import { LIST_WORDS } from '../../pages/console/list-words.ts';
import { html, type Html } from '../../pages/html.ts';
import { listRefunds } from '../../refunds/list-refunds.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { allInvoicesInput, allRefundsInput } from '../../wire/all-invoices.ts';
import { language, say } from '../say.ts';
import type { Given, Screen, Visit } from '../visit.ts';
import { INVOICE_WORDS, REFUND_WORDS } from '../words.ts';
import { field, form, select, withQuery } from './forms.ts';
import { amount, day, download, empty, head, mark, pager, table, to, toSubscriber } from './parts.ts';
import { nameOf } from './subscriber.ts';

const PAGE = '25';
const words = () => LIST_WORDS[language()].invoices;

/** The filters that an address names. */
export const monthAndStatus = ({ month, status }: Given): Given => ({ month, status });

/** Who the invoices and refunds of a list are of. */
export async function ownersOf(
  { app, tenant }: Pick<Visit, 'app' | 'tenant'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Subscription>> {
  const found = await lookUpSubscriptions(app, tenant.id, [...new Set(ids)]);
  return new Map(found.map(({ subscription }) => [subscription.id, subscription]));
}

/** All invoices of the tenant, newest first. */
export const invoices: Screen = {
  place: 'invoices',
  from: () => ({ screen: 'invoices', query: {} }),
  show: async (visit) => {
    const { app, tenant, query } = visit;
    const { starting_after, ending_before } = query;
    const filters = monthAndStatus(query);
    const input = allInvoicesInput({ ...filters, starting_after, ending_before, limit: PAGE });
    const found = await listAllInvoices(app, tenant.id, input);
    const owners = await ownersOf(
      visit,
      found.items.map(({ subscriberId }) => subscriberId),
    );
    const rows = found.items.map(({ invoice: one, subscriberId }) => {
      const [kind, word] = INVOICE_WORDS()[one.status] ?? ['', one.status];
      const back = one.refundedAmount !== undefined && one.status !== 'REFUNDED' && one.refundedAmount;
      return [
        html`<a href="${to('invoice', { id: svcIdOf('invoice', one.id) })}">${one.number}</a>`,
        mark(kind, word),
        ownerLink(owners.get(subscriberId)),
        day(one.periodStart),
        day(one.date),
        html`${amount(one.amount, one.currency)}${back && html` <small>${words().back(amount(back, one.currency))}</small>`}`,
      ];
    });
    const ids = found.items.map(({ invoice: one }) => svcIdOf('invoice', one.id));
    const last = found.next === undefined ? ids.at(-1) : svcIdOf('invoice', found.next);
    return listed('invoices', visit, {
      statuses: INVOICE_STATUSES.map((one) => [one, INVOICE_WORDS()[one]?.[1] ?? one] as const),
      body: table(words().title, invoiceColumns(), rows),
      isEmpty: rows.length === 0,
      pages: pager('invoices', query, { first: ids[0], last, hasMore: found.hasMore }),
    });
  },
};

/** All refunds of the tenant, newest first. */
export const refunds: Screen = {
  place: 'invoices',
  from: () => ({ screen: 'refunds', query: {} }),
  show: async (visit) => {
    const { app, tenant, query } = visit;
    const { starting_after, ending_before } = query;
    const filters = monthAndStatus(query);
    const input = allRefundsInput({ ...filters, starting_after, ending_before, limit: PAGE });
    const found = await listRefunds(app, tenant.id, input);
    const owners = await ownersOf(
      visit,
      found.items.map(({ subscriberId }) => subscriberId),
    );
    const rows = found.items.map((one) => {
      const [kind, word] = REFUND_WORDS()[one.state];
      return [
        html`<a href="${to('invoice', { id: svcIdOf('invoice', one.invoiceId) })}">${one.invoiceNumber}</a>`,
        mark(kind, word),
        ownerLink(owners.get(one.subscriberId)),
        day(one.requestedAt),
        day(one.completedAt),
        amount(one.amount, one.currency),
      ];
    });
    const ids = found.items.map(({ id }) => svcIdOf('refund', id));
    const last = found.next === undefined ? ids.at(-1) : svcIdOf('refund', found.next);
    return listed('refunds', visit, {
      statuses: REFUND_STATES.map((one) => [one, REFUND_WORDS()[one][1]] as const),
      body: table(words().refunds, refundColumns(), rows),
      isEmpty: rows.length === 0,
      pages: pager('refunds', query, { first: ids[0], last, hasMore: found.hasMore }),
    });
  },
};

const ownerLink = (one: Subscription | undefined): Html | string =>
  one ? html`<a href="${toSubscriber(one.id)}">${nameOf(one)}</a>` : '–';

const columns = (names: readonly string[]) =>
  names.map((name, nth) => {
    if (nth === 1) return { name, kind: 'top-end' } as const;
    if (nth === names.length - 1) return { name, kind: 'num' } as const;
    return nth > 2 ? ({ name, kind: 'lab' } as const) : { name };
  });
const invoiceColumns = () => columns(words().columns);
const refundColumns = () => columns(words().refundColumns);

interface Listed {
  readonly statuses: readonly (readonly [string, string])[];
  readonly body: Html;
  readonly isEmpty: boolean;
  readonly pages: Html;
}

/** A list with its filters, the way to the other one, and its file. */
function listed(screen: 'invoices' | 'refunds', visit: Visit, { statuses, body, isEmpty, pages }: Listed) {
  const { title, refunds: titleOfRefunds, month, none, monthHint } = words();
  const hint = monthHint[screen];
  const own = screen === 'invoices' ? title : titleOfRefunds;
  const other =
    screen === 'invoices'
      ? html`<a class="button" href="${to('refunds')}">${titleOfRefunds}</a>`
      : html`<a class="button" href="${to('invoices')}">${title}</a>`;
  const file = download(screen === 'invoices' ? 'all-invoices' : 'refunds', monthAndStatus(visit.query));
  return {
    title: own,
    content: html`${head(own, undefined, html`<span class="row">${other}${file}</span>`)}
${form(
  withQuery(visit, screen),
  screen,
  { kind: 'filters', method: 'get' },
  (of) => html`${field(of, 'month', month, { type: 'month', hint, isOptional: true, max: 7 })}
${select(of, 'status', say().subscribers.status, [['', say().subscribers.any], ...statuses])}
<button>${say().subscribers.show}</button>`,
)}
${isEmpty ? empty(none) : body}
${pages}`,
  };
}
