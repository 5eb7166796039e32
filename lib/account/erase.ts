import type { CoreApp } from '../app.ts';
import { nobody, normaliseEmail } from '../billing/customer.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { lookUpCustomer } from '../table/customers.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import { dueItems } from '../table/due-items.ts';
import { tenantIn } from '../table/key-parts.ts';
import { fieldsOf } from '../table/fields.ts';
import { type Attribute, type Item, tryWrite } from '../table/table.ts';

import { OperatorError } from './operator-error.ts';

/** What was erased. */
export interface Erased {
  readonly customerId: string;
  readonly subscriptions: number;
  readonly events: number;
}

/**
 * Takes a customer's personal data out of the customer, its subscriptions, their events and its open checkouts. Invoices
 * keep what the law wants kept. May be repeated: one that was cut short is begun again. Throws OperatorError where there
 * is no such customer, and where one of its subscriptions still runs or a payment is not settled, because that would
 * bring the data back.
 */
export async function eraseCustomer(app: CoreApp, tenant: string, email: string): Promise<Erased> {
  const address = normaliseEmail(email);
  const { customer, subscriptions } = await lookUpCustomer(app, tenant, address);
  if (!customer) throw new OperatorError(`the tenant has no customer ${email}`);
  if (subscriptions.some((one) => !hasEnded(one)))
    throw new OperatorError('a subscription of this customer still runs; cancel it at the provider first');
  const unsettled = await dueItems(app, 'intent', (at) => tenantIn(at) === tenant);
  if (unsettled.some((item) => emailIn(item) === address))
    throw new OperatorError('a payment of this customer is not settled; resolve its intent first');
  await eraseCheckouts(app, tenant, address);
  let events = 0;
  for (const one of subscriptions) events += await eraseEvents(app, tenant, one);
  for (const one of subscriptions) await eraseSubscription(app, tenant, one);
  await app.table.apply({ delete: key.acctContact(tenant, address) });
  await app.table.apply({ delete: key.customer(tenant, address) });
  return { customerId: customer.id, subscriptions: subscriptions.length, events };
}

/** A form that is still open can be paid all the same: who paid is then asked of the provider. */
async function eraseCheckouts(app: CoreApp, tenant: string, address: string): Promise<void> {
  const open = await dueItems(app, 'checkout', () => true);
  for (const item of open)
    if (item.tenant === tenant && emailIn(item) === address)
      await tryWrite(() =>
        app.table.apply({
          update: { pk: item.pk, sk: item.sk },
          set: { customer: null },
          if: [{ attribute: 'outcome', is: null }],
        }),
      );
}

const emailIn = (item: Item) => fieldsOf(item).part('customer')?.textOrNull('email');

async function eraseSubscription(app: CoreApp, tenant: string, one: Subscription): Promise<void> {
  await app.table.apply({
    update: key.subscriber(tenant, one.id),
    set: { customer: nobody(one.customer.id) },
    add: { revision: 1 },
    if: [{ present: true }],
  });
}

/** The copies that events keep of their customer. A delivery under way is left as it is. */
async function eraseEvents(app: CoreApp, tenant: string, { id, customer }: Subscription): Promise<number> {
  const items = await app.table.query({ ...range.history(tenant, id), consistent: true });
  let count = 0;
  for (const { pk, sk, snapshot } of items) {
    if (!isPart(snapshot)) continue;
    const { gsmNumber: _none, ...erased } = nobody(customer.id);
    const set = { snapshot: { ...snapshot, customer: erased } };
    if (await tryWrite(() => app.table.apply({ update: { pk, sk }, set, if: [{ present: true }] }))) count++;
  }
  return count;
}

const isPart = (value: unknown): value is Readonly<Record<string, Attribute>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
