import { STATUS_HERE } from '../panel.ts';
import { bodyOf, deliveryViolations, eventName, type Webhook } from '../posts.ts';
import type { Evidence, Expected, Here, ServiceAnswer } from './evidence.ts';

interface DeliveredEvent {
  readonly name: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const DISABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED';
const ENABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED';

/** Judges a race from outside alone: the receiver's post, the provider's records, the service's answers. Shares no code with the product. */
export function violations(evidence: Evidence, expected: Expected): string[] {
  const found: string[] = [];
  const events = evidence.posts.map(eventFrom);
  const families = Object.values(
    Object.groupBy(evidence.subscriptions, ({ there }) => there.parentReferenceCode),
  ).filter((family) => family !== undefined);
  const ids = families.map((family) => idOf(family[0]!.here));
  if (evidence.dead > 0) found.push(`${evidence.dead} dead letters`);
  if (families.length !== expected.purchases)
    found.push(`${families.length} purchases at the provider instead of ${expected.purchases}`);
  if (new Set(ids).size < ids.length) found.push('two purchases share a subscriber');
  if (repeated(evidence.charges.map(({ orderReferenceCode }) => orderReferenceCode)))
    found.push('an order was charged twice');
  if (events.some(({ data }) => !ids.includes(data.subscriptionId)))
    found.push('told of a subscriber that no purchase at the provider belongs to');
  return [
    ...found,
    ...deliveryViolations(evidence.posts, evidence.secret),
    ...delivery(events, expected.refusals ?? 0),
    ...families.flatMap((family) => judge(family, events, evidence, expected)),
  ];
}

/** Names of what was told, each event once, in the order of arrival. */
export function eventsIn({ posts }: Pick<Evidence, 'posts'>): string[] {
  return onceEach(posts.map(eventFrom)).map(({ name }) => name);
}

function judge(
  family: Evidence['subscriptions'],
  all: readonly DeliveredEvent[],
  { now, charges }: Evidence,
  expected: Expected,
): string[] {
  const found: string[] = [];
  const expect = (what: string, is: unknown, should: unknown) => {
    if (is !== should) found.push(`${what}: ${String(is)} instead of ${String(should)}`);
  };
  const { there, here } = family.toSorted((a, b) => a.there.createdDate - b.there.createdDate).at(-1)!;
  const id = idOf(here);
  if (id === undefined || family.some((each) => idOf(each.here) !== id))
    return ['a reference that leads nowhere, or elsewhere'];
  const own = onceEach(all.filter(({ data }) => data.subscriptionId === id));
  const count = (name: string) => own.filter((event) => event.name.startsWith(name)).length;
  const references = family.map((each) => each.there.referenceCode);
  const paid = charges.filter((charge) => references.includes(charge.subscriptionReferenceCode ?? '')).length;
  const orders = family.flatMap((each) =>
    each.there.orders
      .filter(({ orderStatus }) => orderStatus === 'SUCCESS')
      .map((order) => order.startPeriod),
  );
  const data = here.got.body.data as Record<string, unknown>;
  const ended = here.cancel.body.error === 'already_ended';
  const cancelled = ended || cancelledBefore(here.cancel, now);
  const invoices = here.listed.body.data as { status: string; invoiceNumber: string }[];
  const last = own.find(({ name }) => name === 'EXPIRED')?.data.periodEnd;
  const end = expected.ownEnd && ended ? Number(last) * 1000 : Infinity;

  expect('SUBSCRIBED sent', count('SUBSCRIBED'), 1);
  const first = own.find(({ name }) => name.startsWith('SUBSCRIBED'));
  expect('status sent of the purchase', first?.data.status, 'ACTIVE');
  expect('orders paid', orders.length, paid);
  expect(
    'renewals announced',
    count('DID_RENEW'),
    Math.max(orders.filter((start) => start < end).length - 1, 0),
  );
  expect('failures announced', count('DID_FAIL_TO_RENEW'), 0);
  expect('changes of plan announced', count('DID_CHANGE_RENEWAL_PREF'), expected.planChanges ?? 0);
  expect('cancellations that stand', count(DISABLED) - count(ENABLED), cancelled ? 1 : 0);
  if (count(DISABLED) > 1) found.push(`${count(DISABLED)} cancellations announced`);
  expect('ends announced', count('EXPIRED'), ended ? 1 : 0);
  expect('paid invoices', invoices.filter(({ status }) => status === 'PAID').length, paid);
  if (repeated(invoices.map(({ invoiceNumber }) => invoiceNumber)))
    found.push('an invoice number used twice');

  expect('current reference', data.payReference, there.referenceCode);
  if (!expected.ownPlan)
    expect('plan', data.nextPlanReference ?? data.planReference, there.pricingPlanReferenceCode);
  const status = cancelled && !ended ? 'ACTIVE' : STATUS_HERE[there.subscriptionStatus];
  expect('status', data.subscriptionStatus, expected.ownEnd && ended ? 'CANCELLED' : status);
  if (!expected.ownEnd)
    expect('cancelled at the provider', there.subscriptionStatus === 'CANCELED', cancelled);
  return found;
}

/** A cancellation repeated now answers the first one's time, if there was a first one. */
function cancelledBefore({ status, body }: ServiceAnswer, now: number): boolean {
  const { cancelledAt } = (body.data ?? {}) as { cancelledAt?: string };
  return status === 200 && cancelledAt !== undefined && Date.parse(cancelledAt) < now;
}

function delivery(events: readonly DeliveredEvent[], refusals: number): string[] {
  const found: string[] = [];
  for (const event of onceEach(events)) {
    const posts = events.filter(({ eventId }) => eventId === event.eventId);
    const attempts = posts.map(({ attempt }) => attempt).join();
    const wanted = Array.from({ length: refusals + 1 }, (_, i) => i + 1).join();
    if (attempts !== wanted) found.push(`${event.name} in attempts ${attempts} instead of ${wanted}`);
  }
  return found;
}

function eventFrom(post: Webhook): DeliveredEvent {
  const body = bodyOf(post);
  return { ...body, name: eventName(body) };
}

function onceEach(events: readonly DeliveredEvent[]): DeliveredEvent[] {
  return events.filter((event, i) => events.findIndex(({ eventId }) => eventId === event.eventId) === i);
}

const idOf = ({ got }: Here) => (got.body.data as { id?: unknown } | undefined)?.id;

const repeated = (values: readonly unknown[]) => new Set(values).size < values.length;
