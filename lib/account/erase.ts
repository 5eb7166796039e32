import { EVENT, type EventRecord } from '../billing/delivery.ts';
import type { EventSnapshot } from '../billing/events.ts';
import { storedId } from '../billing/identifiers.ts';
import type { CoreApp, NotesForRestore, PayApp, OfTenant, WithTenant } from '../runtime/app.ts';
import { erasedCustomer, isErased } from '../billing/customer.ts';
import { eraseAnswers } from '../table/events/delivery-attempts.ts';
import { eventsOfCustomer } from '../table/events/event-queries.ts';
import { unchangedSinceRead } from '../table/events/events.ts';
import { Refusal } from '../refusal.ts';
import { key } from '../table/schema.ts';
import { tryWrite, type Item, type Update } from '../table/table.ts';
import { comparedEmail } from '../text/email-address.ts';
import { DECISIONS_MAX } from '../limits.ts';
import { hasEnded, SUBSCRIPTION, type Subscription } from '../billing/subscription.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { listChange } from '../table/subscribers/subscriber-lists.ts';
import { asRead, customerFrom, customerIdAt, wholeCustomer } from '../table/subscribers/customers.ts';
import { copiesOf, formerEmailsIn } from '../table/subscribers/customer-emails.ts';
import { freeExternalId } from '../table/subscribers/external-ids.ts';
import { invoiceFrom } from '../table/subscribers/invoices.ts';
import { taskErased } from '../table/documents/document-tasks.ts';
import { refundFrom } from '../table/subscribers/refunds.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { range } from '../table/ranges.ts';
import { eraseCheckouts, isPurchaseOf, type PurchasesOf } from './erase-checkouts.ts';
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

/** Whom to erase: the customer with an e-mail address, or one whose id is known. */
export type ErasedBy = { readonly email: string } | { readonly customerId: string };

/**
 * Removes a customer's personal data, under whatever addresses it stands, but for what the law requires of invoices;
 * idempotent. Throws `subscriber_not_found`, or `not_erasable` while anything would bring the data back or a document
 * needs it; `givesUpDocuments` leaves failed ones undone.
 */
export async function eraseCustomer(
  app: PayApp & NotesForRestore & OfTenant,
  by: ErasedBy,
  { givesUpDocuments = false }: { readonly givesUpDocuments?: boolean | undefined } = {},
): Promise<Erased> {
  const own = withRecord(app, await readTenant(app));
  const customerId = 'email' in by ? await customerIdAt(own, comparedEmail(by.email)) : by.customerId;
  if (customerId === undefined) throw nobody();
  const { records, subscriptions } = await wholeCustomer(app, customerId);
  const named = subscriptions.filter((one) => !isErased(one.customer));
  if (records.length + named.length === 0) throw nobody();
  if (named.some((one) => !hasEnded(one)))
    throw notErasable('A subscription of this customer still runs; cancel it at the provider first.');
  const emails = emailsOf(records, named);
  const purchases = { customerId, emails: await withoutOthers(own, customerId, emails) };
  await refuseWhilePaid(app, purchases);
  for (const { id } of named) await refuseWithoutDocuments(app, id, givesUpDocuments);
  await refuseWhileDelivered(app, customerId);
  // What cannot be read stops it here, and not once the customer is gone at the provider.
  await openItems(app, 'checkout', (item) => item);
  const references = [
    ...records.map(customerFrom).map((one) => one.payReference),
    ...named.map((one) => one.customerReference),
  ];
  const atProvider = await eraseAtProvider(
    own,
    [...new Set(references)].filter((one) => one !== null),
    subscriptions,
  );
  const subscriptionIds = subscriptions.map(({ id }) => id);
  // Before all else: a concurrent commit then conflicts, reads again, and writes nothing personal.
  for (const one of named) await eraseSubscription(app, one.id);
  await eraseCheckouts(app, { ...purchases, subscriptionIds });
  for (const one of subscriptions) await eraseRefundNotes(app, one);
  await eraseMessages(app, subscriptionIds);
  const events = await eraseEvents(app, customerId);
  for (const email of emails) await app.table.apply({ delete: key.acctContact(app.tenantId, email) });
  await refuseWhilePaid(app, purchases);
  await noteErasure(app, customerId);
  await deleteRecords(own, customerId, records);
  return { customerId, subscriptions: named.length, events, atProvider };
}

const nobody = () =>
  new Refusal('subscriber_not_found', { message: 'There is no customer with this e-mail address.' });

/** Every address that leads to a customer, or once did. */
const emailsOf = (records: readonly Item[], subscriptions: readonly Subscription[]): string[] => [
  ...new Set([
    ...records.flatMap((one) => [customerFrom(one).email, ...formerEmailsIn(one)]),
    ...subscriptions.map((one) => one.customer.email),
  ]),
];

const notErasable = (message: string) => new Refusal('not_erasable', { message });

/** The addresses that lead to no other customer: a former one may be somebody else's by now. */
async function withoutOthers(
  app: CoreApp & WithTenant,
  customerId: string,
  emails: readonly string[],
): Promise<string[]> {
  const leadTo = await Promise.all(emails.map((email) => customerIdAt(app, email)));
  return emails.filter((_, nth) => (leadTo[nth] ?? customerId) === customerId);
}

async function refuseWhilePaid(app: CoreApp & OfTenant, of: PurchasesOf): Promise<void> {
  const unsettled = await openItems(app, 'intent', (item) => isPurchaseOf(item, of));
  if (unsettled.includes(true)) throw notErasable('A payment of this customer is not settled yet.');
}

/**
 * Deletes a customer's records with their copies, also one that a correction has made meanwhile: from a subscription
 * that was erased none can. Throws `not_erasable` if a purchase has begun since they were read.
 */
async function deleteRecords(
  app: CoreApp & WithTenant,
  customerId: string,
  known: readonly Item[],
): Promise<void> {
  const { records } = await wholeCustomer(app, customerId);
  for (const now of records) {
    const { pk, sk } = now;
    const copies = await copiesOf(app, customerFrom(now));
    const gone = { delete: { pk, sk }, if: [asRead(known.find((one) => one.sk === sk) ?? now)] };
    const isDeleted = await tryWrite(
      () =>
        copies.length === 0
          ? app.table.apply(gone)
          : app.table.write([gone, ...copies.map((one) => ({ delete: one }))]),
      (found) => found === undefined,
    );
    if (!isDeleted)
      throw notErasable('This customer has just begun to buy again; what was before is erased.');
  }
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

/** Erases the buyer of a subscription as it is now, and frees the tenant's own id of the person. */
async function eraseSubscription(app: CoreApp & OfTenant, id: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { subscription: one } = await findSubscriber(app, { by: 'svc', id: storedId(id) });
    const { externalId, id: customerId } = one.customer;
    if (externalId !== undefined) await freeExternalId(app, externalId, customerId);
    if (await tryWrite(() => app.table.apply(erasedSubscription(app.tenantId, one)))) return;
    if (attempt === DECISIONS_MAX)
      throw notErasable('A subscription of this customer is being changed; erase it again in a minute.');
  }
}

function erasedSubscription(tenantId: string, one: Subscription): Update {
  const customer = erasedCustomer(one.customer.id);
  const lists = listChange(tenantId, { ...one, customer });
  const erased = SUBSCRIPTION.change({ customer, ...withoutComment(one) });
  return {
    update: key.subscriber(tenantId, one),
    set: { ...erased.set, ...lists.set },
    remove: lists.remove,
    add: { revision: 1 },
    if: [{ attribute: 'revision', is: one.revision }],
  };
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
 * Deletes a customer's records at the payment provider, but for one with a live subscription. What its subscriptions say
 * is of another merchant account counts as kept where this one does not find it. Throws the refusal of a call.
 */
async function eraseAtProvider(
  app: PayApp & WithTenant,
  references: readonly string[],
  subscriptions: readonly Subscription[],
): Promise<ErasedAtProvider> {
  if (!app.tenant.pay || references.length === 0) return 'none';
  const outcomes: ErasedAtProvider[] = [];
  for (const reference of references) {
    const of = subscriptions.find((one) => one.customerReference === reference);
    outcomes.push(await eraseOne(await payClientFor(app, of), reference));
  }
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
