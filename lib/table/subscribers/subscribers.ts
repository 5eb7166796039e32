import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { SubscriberRef } from '../../billing/identifiers.ts';
import type { Invoice } from '../../billing/invoice.ts';
import { dueKindOf } from '../../billing/schedule.ts';
import { SUBSCRIPTION, type Subscription } from '../../billing/subscription.ts';
import { Refusal } from '../../refusal.ts';
import { fieldsOf } from '../fields.ts';
import { DUE_SINCE, due } from '../work/due.ts';
import { subscriberWork } from '../work/works.ts';
import { key } from '../schema.ts';
import { invoiceFrom } from './invoices.ts';
import { customerHashIn } from '../ids.ts';
import { subscriberIdIn } from '../key-parts.ts';
import { readable, readableItems, skipUnreadable } from '../readable.ts';
import { silenceAttributes, silencesIn, type Silences } from '../work/silences.ts';
import { listChange, listsNamedIn, listsOf, type SubscriberLists } from './subscriber-lists.ts';
import { subscriptionFrom } from './stored-subscription.ts';
import type { Put, Update, Item, Key } from '../table.ts';

/** A subscription on record with its newest invoice. */
export interface StoredSubscriber {
  readonly subscription: Subscription;
  /** When it is due, or was before the sweep leased it (epoch ms); undefined while another due item covers it. */
  readonly dueAt: number | undefined;
  readonly silences: Silences;
  readonly latestInvoice: Invoice | undefined;
  readonly lists: SubscriberLists;
}

/** The subscriber with its newest invoice. Throws `subscriber_not_found`, also for another tenant's. */
export async function findSubscriber(app: CoreApp & OfTenant, ref: SubscriberRef): Promise<StoredSubscriber> {
  const found = await lookUpSubscriber(app, ref);
  if (!found) throw new Refusal('subscriber_not_found');
  return found;
}

/**
 * A subscriber by our id (one consistent read, two of a large customer) or the provider's reference (one more);
 * undefined if there is none.
 */
export async function lookUpSubscriber(
  app: CoreApp & OfTenant,
  ref: SubscriberRef,
): Promise<StoredSubscriber | undefined> {
  const id = ref.by === 'svc' ? ref.id : await lookUpReference(app, ref.reference);
  if (id === undefined) return undefined;
  return subscriberIn(await itemsOfCustomer(app, [id]), app.tenantId, id);
}

/** The subscribers with these ids, in the given order, without those that are gone or unreadable. One round trip, or two. */
export async function lookUpSubscribers(
  app: CoreApp & OfTenant,
  ids: readonly string[],
): Promise<StoredSubscriber[]> {
  const ofCustomer = new Map<string, Promise<CustomerItems>>();
  for (const [hash, own] of Map.groupBy(ids, customerHashIn)) ofCustomer.set(hash, itemsOfCustomer(app, own));
  const found = ids.map((id) => {
    const read = async () => {
      const items = await ofCustomer.get(customerHashIn(id));
      return items && subscriberIn(items, app.tenantId, id);
    };
    return skipUnreadable(app, 'subscriber', { subscriberId: id }, read);
  });
  return (await Promise.all(found)).filter((one) => one !== undefined);
}

/** The readable subscriptions with these ids, in their order, without invoices: one request per hundred. */
export async function lookUpSubscriptions(
  app: CoreApp & OfTenant,
  ids: readonly string[],
): Promise<{ readonly subscription: Subscription }[]> {
  const items = await readableItems(
    app,
    'subscriber',
    ids.map((id) => key.subscriber(app.tenantId, { id })),
  );
  const read = readable(items).map((item) =>
    skipUnreadable(app, 'subscriber', { subscriberId: subscriberIdIn(item) }, () => ({
      subscription: subscriptionFrom(item),
    })),
  );
  return (await Promise.all(read)).filter((one) => one !== undefined);
}

function itemsOfCustomer(app: CoreApp & OfTenant, ids: readonly string[]): Promise<CustomerItems> {
  const keys = ids.flatMap((id) => [
    key.subscriber(app.tenantId, { id }),
    key.latestInvoice(app.tenantId, id),
  ]);
  return customerItems(app, keys[0]?.pk ?? key.nothing().pk, keys);
}

function subscriberIn(itemOf: CustomerItems, tenant: string, id: string): StoredSubscriber | undefined {
  const record = itemOf(key.subscriber(tenant, { id }).sk);
  if (!record) return undefined;
  const of = fieldsOf(record);
  const latest = itemOf(key.latestInvoice(tenant, id).sk);
  return {
    subscription: subscriptionFrom(record),
    dueAt: of.numberOrNull(DUE_SINCE) ?? of.numberOrNull('dueAt') ?? undefined,
    silences: silencesIn(record),
    latestInvoice: latest && invoiceFrom(latest),
    lists: listsNamedIn(record),
  };
}

/** The subscriber behind any reference that the provider ever gave it; only a miss is read again consistently. */
export async function lookUpReference(
  app: CoreApp & OfTenant,
  reference: string,
): Promise<string | undefined> {
  return (await lookUpReferences(app, [reference])).get(reference);
}

/** Those of the references that are on record, with their subscribers; only the misses are read again consistently. */
export async function lookUpReferences(
  app: CoreApp & OfTenant,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  for (const consistent of [false, true]) {
    const unread = references.filter((reference) => !known.has(reference));
    const keys = unread.map((reference) => key.reference(app.tenantId, reference));
    const items = keys.length === 0 ? [] : await app.table.getMany(keys, { consistent });
    for (const [nth, reference] of unread.entries()) {
      const item = items[nth];
      if (item) known.set(reference, fieldsOf(item).text('subscriberId'));
    }
  }
  return known;
}

interface SubscriberWrite {
  readonly before?: Subscription;
  readonly dueAt?: number | undefined;
  readonly lists?: SubscriberLists;
}

/** Writes a subscriber, due at `dueAt` (epoch ms), unless it was changed since `before` was read; without it, a new one. */
export function subscriberPut(
  tenant: string,
  after: Subscription,
  { before, dueAt, lists = listsOf(tenant, after) }: SubscriberWrite = {},
): Put {
  const at = key.subscriber(tenant, after);
  return {
    put: {
      ...SUBSCRIPTION.write(after),
      ...lists,
      ...(dueAt !== undefined && due(dueKindOf(after, dueAt), dueAt, subscriberWork(tenant, after.id))),
      ...at,
    },
    if: [before ? { attribute: 'revision', is: before.revision } : { absent: true }],
  };
}

/** A provider reference and whose it is. */
export function referencePut(tenant: string, reference: string, subscriberId: string): Put {
  return { put: { ...key.reference(tenant, reference), subscriberId }, if: [{ absent: true }] };
}

/** Marks a known reference as the outcome of one intent; it can be that of one only. */
export function referenceOfIntent(tenant: string, reference: string, intent: string): Update {
  return {
    update: key.reference(tenant, reference),
    set: { intent },
    if: [{ present: true }, { attribute: 'intent', missing: true }],
  };
}

/**
 * Moves a subscriber's next reconciliation (epoch ms) unless it has changed, and lists it; `silences` if the provider
 * did not answer.
 */
export function subscriberPostponed(
  tenant: string,
  subscription: Subscription,
  dueAt: number,
  silences?: Silences,
): Update {
  const at = key.subscriber(tenant, subscription);
  const { revision } = subscription;
  const lists = listChange(tenant, subscription);
  return {
    update: at,
    set: {
      ...lists.set,
      ...due(dueKindOf(subscription, dueAt), dueAt, subscriberWork(tenant, subscription.id)),
      ...(silences && silenceAttributes(silences)),
      revision: revision + 1,
    },
    remove: [DUE_SINCE, ...lists.remove],
    if: [{ attribute: 'revision', is: revision }],
  };
}

/** The item of a customer's partition under a sort key. */
export type CustomerItems = (sk: string) => Item | undefined;

/** Everything in the partition of any real customer; a tenant can put thousands under one address. */
const ITEMS_AT_ONCE = 50;

/** The items with these keys of a customer's partition. One round trip; a second one if it has 50 items or more. */
export async function customerItems(
  { table }: Pick<CoreApp, 'table'>,
  pk: string,
  keys: readonly Key[],
): Promise<CustomerItems> {
  const first = await table.query({ pk, limit: ITEMS_AT_ONCE, consistent: true });
  const items = new Map(first.map((item) => [item.sk, item]));
  const unread = first.length < ITEMS_AT_ONCE ? [] : keys.filter(({ sk }) => !items.has(sk));
  const others = unread.length === 0 ? [] : await table.getMany(unread, { consistent: true });
  for (const item of others) if (item) items.set(item.sk, item);
  return (sk) => items.get(sk);
}
