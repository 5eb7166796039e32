import { shownEmail } from '../../billing/buyer.ts';
import { asOf } from '../../billing/current-state.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../../billing/subscription.ts';
import { EXTERNAL_ID } from '../../limits.ts';
import { cancelReasonSaid } from '../../pages/cancel-reasons.ts';
import { PAY } from '../../pages/console/provider-names.ts';
import { html } from '../../pages/html.ts';
import { listSubscribers } from '../../subscriptions/list.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { subscribersInput } from '../../wire/subscriber-list.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list } from '../list.ts';
import { say } from '../say.ts';
import type { Screen, Visit } from '../visit.ts';
import { STATUS_WORDS } from '../words.ts';
import { listScreen } from './list.ts';
import { amount, day, mark, toSubscriber } from './parts.ts';
import { nameOf } from './subscriber-said.ts';

const svcId = ({ id }: Subscription) => svcIdOf('subscription', id);

/** Subscribers, newest first, or those that a search finds. */
export const subscriberList = list({
  screen: 'subscribers',
  place: 'subscribers',
  title: () => say().subscribers.title,
  filters: () => [
    {
      ...{ is: 'text', name: 'search', type: 'search' },
      ...{ label: say().subscribers.search, hint: say().subscribers.searchHint },
    },
    { is: 'text', name: 'external-id', label: say().subscribers.externalId, max: EXTERNAL_ID.unitsMax },
    {
      ...{ is: 'choice', name: 'status', label: say().subscribers.status },
      options: SUBSCRIPTION_STATUSES.map((one) => [one, STATUS_WORDS()[one]?.[1] ?? one] as const),
    },
    { is: 'choice', name: 'plan', label: say().subscribers.plan, options: planNames },
    ...[{ is: 'carried', name: 'from' } as const, { is: 'carried', name: 'to' } as const],
  ],
  read: async ({ app, tenant, now }, asked) => {
    const found = await listSubscribers(app, tenant.id, subscribersInput(asked), lookUpSubscriptions);
    return { ...found, items: found.items.map(({ subscription }) => asOf(subscription, now)) };
  },
  idOf: svcId,
  columns: () => [
    { name: say().subscribers.subscriber, cell: whoSaid },
    { name: say().subscribers.status, kind: 'top-end', cell: statusSaid },
    { name: say().subscribers.plan, cell: ({ plan }) => plan.name },
    { name: say().subscribers.paidUntil, kind: 'lab', cell: ({ periodEnd }) => day(periodEnd) },
    { name: say().subscribers.since, kind: 'lab', cell: ({ createdAt }) => day(createdAt) },
    { name: say().subscribers.price, kind: 'num', cell: ({ plan }) => amount(plan.price, plan.currency) },
  ],
  none: () => say().subscribers.none,
  narrowed: () => [say().subscribers.nobody, say().subscribers.everybody],
  file: {
    name: 'subscribers',
    columns: [
      ['subscriber', 'abone', svcId],
      ['name', 'ad', ({ customer }) => customer.name],
      ['surname', 'soyad', ({ customer }) => customer.surname],
      ['email', 'e-posta', ({ customer }) => shownEmail(customer)],
      ['status', 'durum', ({ status }) => status],
      ['plan', 'plan', ({ plan }) => plan.name],
      ['price', 'ücret', ({ plan }) => amountCell(plan.price)],
      ['currency', 'para birimi', ({ plan }) => plan.currency],
      ['paid until', 'ödenmiş dönem sonu', ({ periodEnd }) => momentCell(periodEnd)],
      ['created', 'oluşturma', ({ createdAt }) => momentCell(createdAt)],
      [`${PAY} reference`, `${PAY} referansı`, ({ payReference }) => payReference],
      ['own id', 'kendi kimliğiniz', ({ customer }) => customer.externalId ?? null],
      ['reason of cancellation', 'iptal nedeni', ({ cancellation }) => cancellation?.reason ?? null],
      ['comment on cancellation', 'iptal yorumu', ({ cancellation }) => cancellation?.comment ?? null],
    ],
  },
});

/** The screen of all subscribers. */
export const subscribers: Screen = listScreen(subscriberList);

async function planNames({ app, tenant }: Visit) {
  const plans = await plansOf(app, tenant.id, { consistent: false });
  return plans.map(({ reference, name }) => [reference, name] as const);
}

function whoSaid(one: Subscription) {
  const { customer } = one;
  const own = customer.externalId !== undefined && html` · ${customer.externalId}`;
  return html`<a href="${toSubscriber(one.id)}">${nameOf(one)}</a> <small>${shownEmail(customer)}${own}</small>`;
}

function statusSaid({ status, cancellation }: Subscription) {
  const [kind, word] = STATUS_WORDS()[status] ?? ['', status];
  const marked =
    cancellation && status === 'ACTIVE'
      ? mark('warm', say().subscribers.endsOn(day(cancellation.accessUntil)))
      : mark(kind, word);
  const why = cancellation?.reason && cancelReasonSaid(cancellation.reason);
  return html`${marked}${why && html` <small>${why}</small>`}`;
}
