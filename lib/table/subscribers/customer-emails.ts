import type { CoreApp, OfTenant, WithTenant } from '../../runtime/app.ts';
import { CUSTOMER, type Customer } from '../../billing/customer.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { Refusal } from '../../refusal.ts';
import { fieldsOf } from '../fields.ts';
import { isSubscriber, range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Change, Item, Key } from '../table.ts';
import { asRead, customerFrom, customerKey } from './customers.ts';
import { subscriptionFrom } from './stored-subscription.ts';

/*
 * A customer's id names the partition of its subscriptions for good; where the address is corrected, a copy under the
 * new one leads to it, and the former one is free.
 */

/** The addresses that a customer had before, for an erasure. */
export const formerEmailsIn = (item: Item | undefined): readonly string[] =>
  (item && fieldsOf(item).texts('formerEmails')) ?? [];

const isAt = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk;

/**
 * What records a subscription's customer under another address too, provided that the subscription is as it was read:
 * it may have been erased. Throws `email_taken` if that is another buyer's.
 */
export async function customerUnderEmail(
  app: CoreApp & WithTenant,
  subscription: Subscription,
  email: string,
): Promise<Change[]> {
  const { customer, customerReference } = subscription;
  const own = key.customer(app.tenantId, { id: customer.id, email });
  const there = customerKey(app.tenant, email);
  const former = key.customer(app.tenantId, customer);
  const [before, atOwn, atThere] = await app.table.getMany([former, own, there], { consistent: true });
  const hasBought = (item: Item | undefined) => item && item.id !== customer.id && item.ttl === undefined;
  if ([atOwn, atThere].some(hasBought)) throw new Refusal('email_taken');
  if (atOwn?.id === customer.id && atThere?.id === customer.id) return [];
  const known = before && customerFrom(before);
  const record = CUSTOMER.write({
    id: customer.id,
    email,
    name: customer.name,
    surname: customer.surname,
    gsmNumber: customer.gsmNumber,
    payReference: known?.payReference ?? customerReference,
    endedAt: known?.endedAt ?? null,
    createdAt: known?.createdAt ?? app.clock(),
  });
  const emails = new Set([...formerEmailsIn(before), customer.email]);
  const formerEmails = [...emails].filter((one) => one !== email);
  const put = (at: Key, item: Item | undefined): Change => ({
    put: {
      ...at,
      ...record,
      formerEmails,
      revision: typeof item?.revision === 'number' ? item.revision + 1 : 1,
    },
    if: [asRead(item)],
  });
  const isStill: Change = {
    check: key.subscriber(app.tenantId, subscription),
    if: [{ attribute: 'revision', is: subscription.revision }],
  };
  return [isStill, put(own, atOwn), ...(isAt(own, there) ? [] : [put(there, atThere)])];
}

/** The subscriptions of a customer that bear another address than this one. */
export async function subscriptionsUnderFormerEmails(
  app: CoreApp & OfTenant,
  { id, email }: Pick<Customer, 'id' | 'email'>,
): Promise<Subscription[]> {
  const { pk } = key.customer(app.tenantId, { id, email });
  const items = await app.table.query({ pk, prefix: 'SUB#', consistent: true });
  const own = items
    .filter(isSubscriber)
    .map(subscriptionFrom)
    .filter(({ customer }) => customer.id === id);
  return own.filter(({ customer }) => customer.email !== email);
}

/**
 * Removes a customer's records under other addresses, once no subscription bears them. Throws Conflict if a purchase
 * has just begun.
 */
export async function removeFormerRecords(
  app: CoreApp & WithTenant,
  customer: Pick<Customer, 'id' | 'email'>,
): Promise<void> {
  const own = key.customer(app.tenantId, customer);
  const beside = await app.table.query({
    ...range.customersBeside(app.tenantId, customer.id),
    consistent: true,
  });
  const current = beside.find(({ sk }) => sk === own.sk);
  for (const item of beside) {
    if (item.id !== customer.id || item === current) continue;
    const { email, endedAt } = customerFrom(item);
    const isLater = current && endedAt !== null && endedAt > (customerFrom(current).endedAt ?? 0);
    const ended: Change[] = isLater ? [{ update: own, set: { endedAt }, if: [{ present: true }] }] : [];
    const copies = await copiesOf(app, { id: customer.id, email });
    const gone = copies.map((at) => ({ delete: at, if: [{ attribute: 'id', is: customer.id }] }) as const);
    const seen = [asRead(item), CUSTOMER.is('endedAt', endedAt)];
    await app.table.write([{ delete: item, if: seen }, ...ended, ...gone]);
  }
}

/** Where copies of a customer's record lead to it by its address. */
export async function copiesOf(
  app: CoreApp & WithTenant,
  customer: Pick<Customer, 'id' | 'email'>,
): Promise<Key[]> {
  const own = key.customer(app.tenantId, customer);
  const at = customerKey(app.tenant, customer.email);
  if (isAt(at, own)) return [];
  return (await app.table.get(at, { consistent: true }))?.id === customer.id ? [at] : [];
}
