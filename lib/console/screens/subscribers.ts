import { language, say } from '../say.ts';
import { shownEmail } from '../../billing/buyer.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { EXTERNAL_ID } from '../../limits.ts';
import { CANCEL_REASON_WORDS } from '../../pages/cancel-reasons.ts';
import { html, type Html } from '../../pages/html.ts';
import { SUBSCRIPTION_STATUSES } from '../../billing/subscription.ts';
import { asOf } from '../../billing/current-state.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { listSubscribers } from '../../subscriptions/list.ts';
import type { WithSubscription } from '../../subscriptions/search.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { subscribersInput } from '../../wire/subscriber-list.ts';
import type { Given, Screen, Visit } from '../visit.ts';
import { STATUS_WORDS } from '../words.ts';
import { amount, choice, day, download, empty, head, mark, pager, table, to, toSubscriber } from './parts.ts';

const PAGE = '25';

const COLUMNS = () =>
  [
    { name: say().subscribers.subscriber },
    { name: say().subscribers.status, kind: 'top-end' },
    { name: say().subscribers.plan },
    { name: say().subscribers.paidUntil, kind: 'lab' },
    { name: say().subscribers.since, kind: 'lab' },
    { name: say().subscribers.price, kind: 'num' },
  ] as const;

/** The filters that an address names; whatever cannot be one is refused as in the API. */
export const filtersIn = ({ search, status, plan, from, to: until, ...query }: Given): Given => ({
  search,
  'external-id': query['external-id'],
  status,
  plan,
  from,
  to: until,
});

/** Subscribers, newest first, or those that a search finds. */
export const subscribers: Screen = {
  place: 'subscribers',
  show: async (visit) => {
    const { app, tenant, query, now } = visit;
    const { starting_after, ending_before } = query;
    const filters = filtersIn(query);
    const input = subscribersInput({ ...filters, starting_after, ending_before, limit: PAGE });
    const [found, plans] = await Promise.all([
      listSubscribers(app, tenant.id, input, lookUpSubscriptions),
      plansOf(app, tenant.id, { consistent: false }),
    ]);
    const rows = found.items.map((one) => rowOf(one, now));
    const ids = found.items.map(({ subscription }) => svcIdOf('subscription', subscription.id));
    const names = plans.map(({ reference, name }) => [reference, name] as const);
    return {
      title: say().subscribers.title,
      hasSearch: true,
      content: html`${head(say().subscribers.title, undefined, download('subscribers', filters))}
${filterForm(visit, names)}
${rows.length === 0 ? nothingFound(filters) : table(say().subscribers.title, COLUMNS(), rows)}
${pager('subscribers', query, { first: ids[0], last: found.next ?? ids.at(-1), hasMore: found.hasMore })}`,
    };
  },
};

function rowOf({ subscription }: WithSubscription, now: number) {
  const { customer, plan, status, cancellation, periodEnd, createdAt, id } = asOf(subscription, now);
  const name = `${customer.name} ${customer.surname}`.trim();
  const [kind, word] = STATUS_WORDS()[status] ?? ['', status];
  const marked =
    cancellation && status === 'ACTIVE'
      ? mark('warm', say().subscribers.endsOn(day(cancellation.accessUntil)))
      : mark(kind, word);
  const why = cancellation?.reason && CANCEL_REASON_WORDS[language()][cancellation.reason];
  return [
    html`<a href="${toSubscriber(id)}">${name === '' ? shownEmail(customer) : name}</a> <small>${shownEmail(customer)}${customer.externalId !== undefined && html` · ${customer.externalId}`}</small>`,
    html`${marked}${why && html` <small>${why}</small>`}`,
    plan.name,
    day(periodEnd),
    day(createdAt),
    amount(plan.price, plan.currency),
  ];
}

function filterForm({ query }: Visit, plans: readonly (readonly [string, string])[]): Html {
  const statuses = SUBSCRIPTION_STATUSES.map((one) => [one, STATUS_WORDS()[one]?.[1] ?? one] as const);
  return html`<form class="filters" method="get" action="/console/subscribers">
<div class="field"><label for="search">${say().subscribers.search} <span class="hint">${say().subscribers.searchHint}</span></label><input id="search" name="search" type="search" value="${query.search ?? ''}" maxlength="255" autocomplete="off" accesskey="/"></div>
<div class="field"><label for="external-id">${say().subscribers.externalId}</label><input id="external-id" name="external-id" value="${query['external-id'] ?? ''}" maxlength="${EXTERNAL_ID.unitsMax}" autocomplete="off"></div>
${choice('status', say().subscribers.status, [['', say().subscribers.any], ...statuses], query.status)}
${choice('plan', say().subscribers.plan, [['', say().subscribers.any], ...plans], query.plan)}
<button>${say().subscribers.show}</button></form>`;
}

function nothingFound(filters: Given): Html {
  const isFiltered = Object.values(filters).some((one) => one !== undefined && one !== '');
  return isFiltered
    ? empty(say().subscribers.nobody, html`<a href="${to('subscribers')}">${say().subscribers.everybody}</a>`)
    : empty(say().subscribers.none);
}
