import { EVENT, type EventRecord } from '../billing/delivery.ts';
import type { EventSnapshot } from '../billing/events.ts';
import type { CoreApp, NotesForRestore, PayApp, OfTenant, WithTenant } from '../runtime/app.ts';
import { erasedCustomer } from '../billing/customer.ts';
import { eraseAnswers } from '../table/events/delivery-attempts.ts';
import { eventsOfCustomer } from '../table/events/event-queries.ts';
import { unchangedSinceRead } from '../table/events/events.ts';
import { Refusal } from '../refusal.ts';
import { key } from '../table/schema.ts';
import { tryWrite, type Item, type Key } from '../table/table.ts';
import { comparedEmail } from '../text/email-address.ts';
import { hasEnded, SUBSCRIPTION, type Subscription } from '../billing/subscription.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { listChange } from '../table/subscribers/subscriber-lists.ts';
import { asRead, customerPlace, lookUpCustomer } from '../table/subscribers/customers.ts';
import { copiesOf, formerEmailsIn } from '../table/subscribers/customer-emails.ts';
import { freeExternalId } from '../table/subscribers/external-ids.ts';
import { invoiceFrom } from '../table/subscribers/invoices.ts';
import { taskErased } from '../table/documents/document-tasks.ts';
import { refundFrom } from '../table/subscribers/refunds.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { range } from '../table/ranges.ts';
import { emailIn, eraseCheckouts } from './erase-checkouts.ts';
import { noteErasure } from './restore-notes.ts';
import { eraseMessages } from './erase-messages.ts';
import { payClientFor, refusalOf } from '../pay/client.ts';
import { againOf, effectOf } from '../pay/failure.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** Throws `not_erasable` while an event of a customer is being delivered, because its answer has still to be recorded. */
async function refuseWhileDelivered(app: CoreApp & OfTenant, customerId: string): Promise<void> {
  const events = await eventsOfCustomer(app, customerId);
  if (events.some((event) => isBeingDelivered(event, app.clock()))) throw deliveryInProgress();
}

/**
 * Removes a customer from its events and the receivers' answers, and counts them. Throws `not_erasable` if one is being
 * delivered.
 */
async function eraseEvents(app: CoreApp & OfTenant, customerId: string): Promise<number> {
  const events = await eventsOfCustomer(app, customerId);
  for (const event of events) {
    await eraseSnapshot(app, event);
    await eraseAnswers(app, event.id);
  }
  return events.length;
}

/** Attempts that are claimed later send the erased snapshot. */
async function eraseSnapshot(app: CoreApp, event: EventRecord): Promise<void> {
  const { snapshot, delivered } = event;
  const { gsmNumber: _none, ...customer } = erasedCustomer(snapshot.customer.id);
  if (isBeingDelivered(event, app.clock())) throw deliveryInProgress();
  const isErased = await tryWrite(() =>
    app.table.apply({
      update: key.event(event.tenant, event),
      ...EVENT.change({
        snapshot: { ...withoutOwnWords(snapshot), customer },
        ...(delivered && { delivered: { ...delivered, answer: null } }),
      }),
      if: unchangedSinceRead(event),
    }),
  );
  if (!isErased) throw deliveryInProgress();
}

const isBeingDelivered = ({ state, lease }: EventRecord, now: number) => state === 'TRYING' && lease > now;

const deliveryInProgress = () =>
  new Refusal('not_erasable', {
    message: 'An event of this customer is being delivered; erase it again in a minute.',
    retryAfterSeconds: 60,
  });

/** What somebody wrote in their own words when they cancelled is personal; the reason that they chose is not. */
function withoutOwnWords({ why, ...snapshot }: EventSnapshot): EventSnapshot {
  return why?.reason === undefined ? snapshot : { ...snapshot, why: { reason: why.reason } };
}

/** The result of erasing a customer. */
export interface Erased {
  readonly customerId: string;
  readonly subscriptions: number;
  readonly events: number;
  readonly atProvider: ErasedAtProvider;
}

/**
 * Removes a customer's personal data, but for what the law requires of invoices; idempotent. Throws
 * `subscriber_not_found`, or `not_erasable` while anything would bring the data back or a document needs it;
 * `givesUpDocuments` leaves failed ones undone.
 */
export async function eraseCustomer(
  app: PayApp & NotesForRestore & OfTenant,
  email: string,
  { givesUpDocuments = false }: { readonly givesUpDocuments?: boolean | undefined } = {},
): Promise<Erased> {
  const address = comparedEmail(email);
  const own = withRecord(app, await readTenant(app));
  const at = await customerPlace(own, address);
  const before = await app.table.get(at, { consistent: true });
  const { customer, subscriptions } = await lookUpCustomer(own, address, Infinity);
  if (!customer)
    throw new Refusal('subscriber_not_found', { message: 'There is no customer with this e-mail address.' });
  if (subscriptions.some((one) => !hasEnded(one)))
    throw notErasable('A subscription of this customer still runs; cancel it at the provider first.');
  const emails = [customer.email, ...formerEmailsIn(before)];
  await refuseWhilePaid(app, emails);
  for (const { id } of subscriptions) await refuseWithoutDocuments(app, id, givesUpDocuments);
  await refuseWhileDelivered(app, customer.id);
  // What cannot be read stops it here, and not once the customer is gone at the provider.
  await openItems(app, 'checkout', (item) => item);
  const references = [customer.payReference, ...subscriptions.map((one) => one.customerReference)];
  const atProvider = await eraseAtProvider(
    own,
    [...new Set(references)].filter((one) => one !== null),
  );
  const subscriptionIds = subscriptions.map(({ id }) => id);
  await eraseCheckouts(app, { emails, customerId: customer.id, subscriptionIds });
  // Before the events: a concurrent commit then conflicts, reads again, and writes its event without personal data.
  for (const one of subscriptions) await eraseSubscription(app, one);
  for (const one of subscriptions) await eraseRefundNotes(app, one);
  await eraseMessages(app, subscriptionIds);
  const events = await eraseEvents(app, customer.id);
  for (const { customer: buyer } of subscriptions)
    if (buyer.externalId !== undefined) await freeExternalId(app, buyer.externalId, customer.id);
  for (const email of emails) await app.table.apply({ delete: key.acctContact(app.tenantId, email) });
  await refuseWhilePaid(app, emails);
  await noteErasure(app, customer.id);
  await deleteCustomer(app, at, before, await copiesOf(own, customer));
  return { customerId: customer.id, subscriptions: subscriptions.length, events, atProvider };
}

const notErasable = (message: string) => new Refusal('not_erasable', { message });

async function refuseWhilePaid(app: CoreApp & OfTenant, emails: readonly string[]): Promise<void> {
  const unsettled = await openItems(app, 'intent', emailIn);
  if (unsettled.some((its) => emails.some((email) => email === its)))
    throw notErasable('A payment of this customer is not settled yet.');
}

/** Deletes the customer's record with its copies, unless a purchase has begun since it was read. */
async function deleteCustomer(
  app: CoreApp,
  at: Key,
  before: Item | undefined,
  copies: readonly Key[],
): Promise<void> {
  if (!before) return;
  const isDeleted = await tryWrite(
    async () => {
      const gone = { delete: at, if: [asRead(before)] };
      await (copies.length === 0
        ? app.table.apply(gone)
        : app.table.write([gone, ...copies.map((one) => ({ delete: one }))]));
    },
    (found) => found === undefined,
  );
  if (!isDeleted) throw notErasable('This customer has just begun to buy again; what was before is erased.');
}

async function refuseWithoutDocuments(
  app: CoreApp & OfTenant,
  subscriberId: string,
  givesUpFailed: boolean,
): Promise<void> {
  const items = await app.table.query({ ...range.invoices(app.tenantId, subscriberId), consistent: true });
  const states = new Set(items.map((item) => invoiceFrom(item).document));
  if (states.has('MAKING'))
    throw notErasable("A document of this customer's invoices is being made; erase it once it is there.");
  if (states.has('FAILED') && !givesUpFailed)
    throw notErasable(
      "A document of this customer's invoices could not be made; retry it, or give it up with giveUpDocuments (--give-up-documents).",
    );
}

/** What people noted with refunds may name the customer; a task keeps what stands on its document until it is done. */
async function eraseRefundNotes(app: CoreApp & OfTenant, { id }: Subscription): Promise<void> {
  const refunds = await app.table.query({ ...range.refunds(app.tenantId, id), consistent: true });
  for (const { pk, sk, note } of refunds)
    if (note !== undefined)
      await app.table.apply({ update: { pk, sk }, remove: ['note'], if: [{ present: true }] });
  const tasks = new Set(refunds.flatMap((item) => refundFrom(item).document?.taskId ?? []));
  for (const task of tasks) await tryWrite(() => app.table.apply(taskErased(app.tenantId, task)));
}

async function eraseSubscription(app: CoreApp & OfTenant, one: Subscription): Promise<void> {
  const customer = erasedCustomer(one.customer.id);
  const lists = listChange(app.tenantId, { ...one, customer });
  const erased = SUBSCRIPTION.change({ customer, ...withoutComment(one) });
  await app.table.apply({
    update: key.subscriber(app.tenantId, one),
    set: { ...erased.set, ...lists.set },
    remove: lists.remove,
    add: { revision: 1 },
    if: [{ present: true }],
  });
}

/** The cancellation without what somebody wrote in their own words. */
function withoutComment({ cancellation }: Subscription) {
  if (cancellation?.comment === undefined) return {};
  const { comment: _comment, ...rest } = cancellation;
  return { cancellation: rest };
}

/** What became of a customer at the payment provider: `kept` unless it said so, `none` where it never knew them. */
export type ErasedAtProvider = 'deleted' | 'kept' | 'none';

/** Statuses of the provider after which a subscription is never charged again. */
const OVER: readonly string[] = ['CANCELLED', 'EXPIRED'];

/**
 * Deletes a customer's records at the payment provider, but for one with a live subscription. Throws the refusal of a
 * call.
 */
export async function eraseAtProvider(
  app: PayApp & WithTenant,
  references: readonly string[],
): Promise<ErasedAtProvider> {
  if (!app.tenant.pay || references.length === 0) return 'none';
  const pay = await payClientFor(app);
  const outcomes: ErasedAtProvider[] = [];
  for (const reference of references) outcomes.push(await eraseOne(pay, reference));
  return outcomes.includes('kept') ? 'kept' : 'deleted';
}

async function eraseOne(pay: Pay, customerReference: string): Promise<ErasedAtProvider> {
  const found = await pay.search({ customerReference });
  if (!found.ok) return keptOrRefused(found);
  if (found.value.some(({ status }) => !OVER.includes(status))) return 'kept';
  const deleted = await pay.deleteCustomer(customerReference);
  return deleted.ok || deleted.is === 'notFound' ? 'deleted' : keptOrRefused(deleted);
}

function keptOrRefused(failure: PayFailure): 'kept' {
  if (effectOf(failure) === 'unknown' || againOf(failure) === 'later') throw refusalOf(failure);
  return 'kept';
}
