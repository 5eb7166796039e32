import type { CoreApp } from '../app.ts';
import { nobody, normaliseEmail } from '../billing/customer.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { lookUpCustomer } from '../table/customers.ts';
import { invoiceFrom } from '../table/invoices.ts';
import { range } from '../table/ranges.ts';
import { key } from '../table/schema.ts';
import { dueItems } from '../table/due-items.ts';
import { tenantIn } from '../table/key-parts.ts';
import { fieldsOf } from '../table/fields.ts';
import { type Item, tryWrite } from '../table/table.ts';
import { eraseEvents, refuseWhileDelivered } from './erase-events.ts';
import { OperatorError } from './operator-error.ts';

/** The result of erasing a customer. */
export interface Erased {
  readonly customerId: string;
  readonly subscriptions: number;
  readonly events: number;
}

/**
 * Removes a customer's personal data: the customer record, and its copies in subscriptions, events (with receivers'
 * answers) and open checkouts. Invoices keep what the law requires. Idempotent, so an interrupted run can be repeated.
 * Throws OperatorError if there is no such customer; if a subscription is live, a payment unsettled or an event being
 * delivered, because that would bring the data back; and if an invoice's document, which must name the customer, is not
 * made. With `givesUpDocuments` failed documents are given up.
 */
export async function eraseCustomer(
  app: CoreApp,
  tenant: string,
  email: string,
  { givesUpDocuments = false }: { readonly givesUpDocuments?: boolean | undefined } = {},
): Promise<Erased> {
  const address = normaliseEmail(email);
  const { customer, subscriptions } = await lookUpCustomer(app, tenant, address);
  if (!customer) throw new OperatorError(`the tenant has no customer ${email}`);
  if (subscriptions.some((one) => !hasEnded(one)))
    throw new OperatorError('a subscription of this customer still runs; cancel it at the provider first');
  const unsettled = await dueItems(app, 'intent', (at) => tenantIn(at) === tenant);
  if (unsettled.some((item) => emailIn(item) === address))
    throw new OperatorError('a payment of this customer is not settled; resolve its intent first');
  for (const { id } of subscriptions) await refuseWithoutDocuments(app, tenant, id, givesUpDocuments);
  await refuseWhileDelivered(app, tenant, customer.id);
  await eraseCheckouts(app, tenant, address);
  const events = await eraseEvents(app, tenant, customer.id);
  for (const one of subscriptions) await eraseSubscription(app, tenant, one);
  await app.table.apply({ delete: key.acctContact(tenant, address) });
  await app.table.apply({ delete: key.customer(tenant, address) });
  return { customerId: customer.id, subscriptions: subscriptions.length, events };
}

async function refuseWithoutDocuments(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
  givesUpFailed: boolean,
): Promise<void> {
  const items = await app.table.query({ ...range.invoices(tenant, subscriberId), consistent: true });
  const states = new Set(items.map((item) => invoiceFrom(item).document));
  if (states.has('MAKING'))
    throw new OperatorError(
      "a document of this customer's invoices is being made; erase it once it is there",
    );
  if (states.has('FAILED') && !givesUpFailed)
    throw new OperatorError(
      "a document of this customer's invoices could not be made; retry it, or give it up with --give-up-documents",
    );
}

/** An open form can still be paid: the payer is then read from the provider. */
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
