import type { CoreApp, OfTenant, WithTenant } from '../../runtime/app.ts';
import type { WithCustomer } from '../../billing/begun-purchase.ts';
import { CUSTOMER, type Customer } from '../../billing/customer.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { NEVER_BOUGHT_RETENTION_MS } from '../../limits.ts';
import { errorFields } from '../../runtime/log.ts';
import { isSubscriber, range } from '../ranges.ts';
import { queryReadable, skipUnreadable } from '../readable.ts';
import { customerHash } from '../ids.ts';
import { key } from '../schema.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { subscriptionFrom } from './stored-subscription.ts';
import type { Clause, Item, Key, Put, Update } from '../table.ts';

/** Parses a customer's item. Throws Unreadable. */
export const customerFrom = (item: Item): Customer => CUSTOMER.read(item);

/**
 * A purchase begins: records a new customer, or raises the revision of a known one, so that a concurrent erasure
 * conflicts.
 */
export function purchaseBegun(tenant: string, customer: Customer, known: Customer | undefined): Put | Update {
  if (known) return { ...customerKept(tenant, customer), if: [{ present: true }] };
  const ttl = Math.ceil((customer.createdAt + NEVER_BOUGHT_RETENTION_MS) / 1000);
  return {
    put: { ...key.customer(tenant, customer), ...CUSTOMER.write(customer), ttl },
    if: [{ absent: true }],
  };
}

/** The same, provided that no other purchase of the customer has begun or succeeded since now: reads the record. */
export async function purchaseBegunAlone(app: CoreApp & OfTenant, customer: Customer): Promise<Put | Update> {
  const known = await app.table.get(key.customer(app.tenantId, customer), { consistent: true });
  if (!known) return purchaseBegun(app.tenantId, customer, undefined);
  return { ...customerKept(app.tenantId, customer), if: [{ present: true }, asRead(known)] };
}

/** The item is as it was read. */
export const asRead = (item: Item | undefined): Clause => {
  if (!item) return { absent: true };
  const { revision } = item;
  if (typeof revision === 'number') return { attribute: 'revision', is: revision };
  return { attribute: 'revision', missing: true };
};

/** Records the customer of a subscription that is taken over from the provider, provided they are known or new as before. */
export function customerTakenOver(
  tenant: string,
  customer: Customer,
  known: Customer | undefined,
): Put | Update {
  if (!known)
    return {
      put: { ...key.customer(tenant, customer), ...CUSTOMER.write(customer) },
      if: [{ absent: true }],
    };
  return { ...customerKept(tenant, customer), remove: ['ttl'], if: [{ present: true }] };
}

const customerKept = (tenant: string, customer: Customer) => ({
  update: key.customer(tenant, customer),
  add: { revision: 1 },
});

/**
 * Stores the provider's reference with a customer who has bought, if none of their subscriptions has ended since
 * `endedBefore`.
 */
export function customerBought(
  tenant: string,
  { customer, endedBefore }: Pick<WithCustomer, 'customer' | 'endedBefore'>,
  payReference: string,
): Update {
  return {
    update: key.customer(tenant, customer),
    set: { payReference },
    remove: ['ttl'],
    add: { revision: 1 },
    if: [{ attribute: 'id', is: customer.id }, CUSTOMER.is('endedAt', endedBefore)],
  };
}

/** A customer's record under another address than this one, to which theirs was corrected; undefined where there is none. */
export async function customerElsewhere(
  app: CoreApp & OfTenant,
  { id, email }: Pick<Customer, 'id' | 'email'>,
): Promise<Customer | undefined> {
  const beside = await app.table.query({ ...range.customersBeside(app.tenantId, id), consistent: true });
  return beside.map(customerFrom).find((one) => one.id === id && one.email !== email);
}

/** One of the customer's subscriptions has ended: the next one will be a RESUBSCRIBE. */
export function customerEnded(tenant: string, customer: Pick<Customer, 'id' | 'email'>, now: number): Update {
  return { update: key.customer(tenant, customer), set: { endedAt: now }, if: [{ present: true }] };
}

/** The most items of a customer that are read at once: more than any real one has. */
const NEWEST_MAX = 1_000;

const newestOf = ({ pk }: Pick<Key, 'pk'>, limit = NEWEST_MAX) =>
  ({ pk, backwards: true, limit, consistent: true }) as const;

/** What finds a tenant's customers by e-mail address. */
export type CustomerNames = Pick<Tenant, 'id' | 'idKey'>;

/** The hash in the id of a new customer. */
export const newCustomerHash = ({ id, idKey }: CustomerNames, email: string): string =>
  customerHash(id, email, idKey);

/** Where the customer with an e-mail address is on record, or a copy that leads to it. */
export const customerKey = ({ id, idKey }: CustomerNames, email: string): Key =>
  key.customerNamed(id, email, idKey);

/** The place of a customer by e-mail: the one to which a copy there leads, or that itself. One round trip. */
export async function customerPlace(app: CoreApp & WithTenant, email: string): Promise<Key> {
  const at = customerKey(app.tenant, email);
  const item = await app.table.get(at, { consistent: true });
  return item ? key.customer(app.tenantId, customerFrom(item)) : at;
}

interface CustomerFound {
  readonly customer: Customer | undefined;
  readonly subscriptions: Subscription[];
}

/**
 * A customer and its subscriptions by e-mail, oldest first; of thousands the newest items. One round trip per
 * megabyte.
 */
export async function lookUpCustomer(app: CoreApp & WithTenant, email: string): Promise<CustomerFound> {
  const at = customerKey(app.tenant, email);
  const found = await lookUpAt(app, at);
  const own = found.customer && key.customer(app.tenantId, found.customer);
  return own && own.pk !== at.pk ? lookUpAt(app, own) : found;
}

/** The same for a customer whose id is known. */
export const lookUpCustomerOf = (
  app: CoreApp & OfTenant,
  of: Pick<Customer, 'id' | 'email'>,
): Promise<CustomerFound> => lookUpAt(app, key.customer(app.tenantId, of));

async function lookUpAt(app: CoreApp & OfTenant, at: Key): Promise<CustomerFound> {
  const items = await app.table.query(newestOf(at));
  const isCut = items.length === NEWEST_MAX;
  const customer =
    items.find((item) => item.sk === at.sk) ??
    (isCut ? await app.table.get(at, { consistent: true }) : undefined);
  const subscriptions = items.filter(isSubscriber).map(subscriptionFrom).reverse();
  return {
    customer: customer && customerFrom(customer),
    subscriptions: subscriptions.filter((one) => key.customer(app.tenantId, one.customer).sk === at.sk),
  };
}

/** The id of the customer with an e-mail address; undefined if nobody has it. One round trip. */
export async function customerIdAt(app: CoreApp & WithTenant, email: string): Promise<string | undefined> {
  const item = await app.table.get(customerKey(app.tenant, email), { consistent: true });
  return item && customerFrom(item).id;
}

/**
 * All that a customer's id stands on, whatever address it bears: the customer's records and subscriptions, oldest
 * first. One round trip per megabyte.
 */
export async function wholeCustomer(
  app: CoreApp & OfTenant,
  id: string,
): Promise<{ readonly records: readonly Item[]; readonly subscriptions: readonly Subscription[] }> {
  const { pk, prefix } = range.customersBeside(app.tenantId, id);
  const items = await app.table.query({ pk, consistent: true });
  const subscriptions = items.filter(isSubscriber).map(subscriptionFrom);
  return {
    records: items.filter((item) => item.sk.startsWith(prefix) && item.id === id),
    subscriptions: subscriptions.filter(({ customer }) => customer.id === id),
  };
}

/** Every subscription in the partition of a customer's or subscriber's id, oldest first. One consistent round trip per megabyte. */
export async function subscriptionsOfCustomerOf(
  app: CoreApp & OfTenant,
  id: string,
): Promise<Subscription[]> {
  const items = await app.table.query({ ...newestOf(key.subscriber(app.tenantId, { id })), prefix: 'SUB#' });
  return items.filter(isSubscriber).map(subscriptionFrom).reverse();
}

/** A customer's newest subscriptions, for callers that must not fail: none if they cannot be read. One round trip per megabyte. */
export async function subscriptionsIfReadable(
  app: CoreApp & OfTenant,
  of: Pick<Customer, 'id' | 'email'>,
): Promise<Subscription[]> {
  try {
    const items = await app.table.query(newestOf(key.customer(app.tenantId, of)));
    const all = items.filter(isSubscriber).map(subscriptionFrom);
    return all.filter(({ customer }) => customer.id === of.id);
  } catch (error) {
    app.log.warn('subscriptions of a customer not read', { tenant: app.tenantId, ...errorFields(error) });
    return [];
  }
}

/** The most of a customer's items that its own pages read: two for each subscription. */
const SHOWN_MAX = 100;

/**
 * The subscriptions under the same customer of ours that belong with this one, newest first; it is one of them. None if it is
 * not there. `all` throws Unreadable where one cannot be read, `readable` logs it and leaves it out. One round trip.
 */
export async function subscriptionsBeside(
  app: CoreApp & OfTenant,
  subscriberId: string,
  belongs: (other: Subscription, own: Subscription) => boolean,
  which: 'all' | 'readable' = 'readable',
): Promise<Subscription[]> {
  const { pk } = key.subscriber(app.tenantId, { id: subscriberId });
  const newest = { ...newestOf({ pk }, SHOWN_MAX), prefix: 'SUB#' };
  const readable = async () => {
    const items = (await queryReadable(app, 'subscriber', newest)).filter(isSubscriber);
    const read = items.map((item) => skipUnreadable(app, 'subscriber', {}, () => subscriptionFrom(item)));
    return (await Promise.all(read)).filter((one) => one !== undefined);
  };
  const all =
    which === 'readable'
      ? await readable()
      : (await app.table.query(newest)).filter(isSubscriber).map(subscriptionFrom);
  const own = all.find(({ id }) => id === subscriberId);
  if (!own) return [];
  return all.filter((one) => one.id === own.id || (one.customer.id === own.customer.id && belongs(one, own)));
}
