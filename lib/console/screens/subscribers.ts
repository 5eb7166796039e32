import { shownEmail } from '../../billing/buyer.ts';
import { viewAt, type SubscriptionView } from '../../billing/current-state.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { SUBSCRIPTION_STATUSES } from '../../billing/subscription.ts';
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
import { say } from '../../pages/say.ts';
import type { Screen, Visit } from '../visit.ts';
import { STATUS_WORDS } from '../words.ts';
import { listScreen } from './list.ts';
import { amount, day, mark, toSubscriber, searchHintSaid } from './parts.ts';
import { nameOf } from './subscriber-said.ts';

const svcId = ({ id }: SubscriptionView) => svcIdOf('subscription', id);

/** Subscribers, newest first, or those that a search finds. */
export const subscriberList = list({
  screen: 'subscribers',
  place: 'subscribers',
  title: () => say('Subscribers', 'Aboneler'),
  filters: () => [
    {
      ...{ is: 'text', name: 'search', type: 'search' },
      ...{ label: say('Search subscribers', 'Abone ara'), hint: searchHintSaid() },
    },
    {
      ...{ is: 'choice', name: 'status', label: say('Status', 'Durum') },
      options: SUBSCRIPTION_STATUSES.map((one) => [one, STATUS_WORDS()[one]?.[1] ?? one] as const),
    },
    { is: 'choice', name: 'plan', label: say('Plan', 'Plan'), options: planNames },
    { is: 'text', name: 'from', label: say('Began on or after', 'Başlangıç: en erken'), type: 'date' },
    { is: 'text', name: 'to', label: say('Began on or before', 'Başlangıç: en geç'), type: 'date' },
    {
      is: 'text',
      name: 'external-id',
      label: say('Your own id', 'Kendi kimliğiniz'),
      max: EXTERNAL_ID.unitsMax,
    },
  ],
  read: async ({ app, now }, asked) => {
    const found = await listSubscribers(app, subscribersInput(asked), lookUpSubscriptions);
    return { ...found, items: found.items.map(({ subscription }) => viewAt(subscription, now)) };
  },
  idOf: svcId,
  columns: () => [
    { name: say('Subscriber', 'Abone'), cell: whoSaid },
    { name: say('Status', 'Durum'), kind: 'top-end', cell: statusSaid },
    { name: say('Plan', 'Plan'), cell: ({ plan }) => plan.name },
    { name: say('Paid until', 'Ödenmiş dönem sonu'), kind: 'lab', cell: ({ periodEnd }) => day(periodEnd) },
    { name: say('Since', 'Başlangıç'), kind: 'lab', cell: ({ createdAt }) => day(createdAt) },
    { name: say('Price', 'Ücret'), kind: 'num', cell: ({ plan }) => amount(plan.price, plan.currency) },
  ],
  none: () =>
    say(
      'There are no subscribers yet. The first one appears here with the first checkout.',
      'Henüz abone yok. İlk abone, ilk satın almayla burada görünür.',
    ),
  narrowed: () => [
    say('Nobody matches this.', 'Buna uyan kimse bulunamadı.'),
    say('Show everybody', 'Herkesi göster'),
  ],
  file: {
    name: 'subscribers',
    columns: () => [
      [say('subscriber', 'abone'), svcId],
      [say('name', 'ad'), ({ customer }) => customer.name],
      [say('surname', 'soyad'), ({ customer }) => customer.surname],
      [say('email', 'e-posta'), ({ customer }) => shownEmail(customer)],
      [say('status', 'durum'), ({ status }) => status],
      [say('plan', 'plan'), ({ plan }) => plan.name],
      [say('price', 'ücret'), ({ plan }) => amountCell(plan.price)],
      [say('currency', 'para birimi'), ({ plan }) => plan.currency],
      [say('paid until', 'ödenmiş dönem sonu'), ({ periodEnd }) => momentCell(periodEnd)],
      [say('created', 'oluşturma'), ({ createdAt }) => momentCell(createdAt)],
      [say(`${PAY} reference`, `${PAY} referansı`), ({ payReference }) => payReference],
      [say('own id', 'kendi kimliğiniz'), ({ customer }) => customer.externalId ?? null],
      [say('reason of cancellation', 'iptal nedeni'), ({ cancellation }) => cancellation?.reason ?? null],
      [say('comment on cancellation', 'iptal yorumu'), ({ cancellation }) => cancellation?.comment ?? null],
    ],
  },
});

/** The screen of all subscribers. */
export const subscribers: Screen = listScreen(subscriberList);

async function planNames({ app }: Visit) {
  const plans = await plansOf(app, { consistent: false });
  return plans.map(({ reference, name }) => [reference, name] as const);
}

function whoSaid(one: SubscriptionView) {
  const { customer } = one;
  const own = customer.externalId !== undefined && html` · ${customer.externalId}`;
  return html`<a href="${toSubscriber(one.id)}">${nameOf(one)}</a> <small>${shownEmail(customer)}${own}</small>`;
}

function statusSaid({ status, cancellation }: SubscriptionView) {
  const [kind, word] = STATUS_WORDS()[status] ?? ['', status];
  const marked =
    cancellation && status === 'ACTIVE'
      ? mark(
          'warm',
          say(`Ends on ${day(cancellation.accessUntil)}`, `${day(cancellation.accessUntil)} tarihinde biter`),
        )
      : mark(kind, word);
  const why = cancellation?.reason && cancelReasonSaid(cancellation.reason);
  return html`${marked}${why && html` <small>${why}</small>`}`;
}
