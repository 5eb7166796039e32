import { storedId } from './billing/identifiers.ts';
import { silentTransitions, type Cause } from './billing/timeline.ts';
import type { CoreApp, SubscriptionApp, WithTenant } from './runtime/app.ts';
import type { Decision } from './billing/decision.ts';
import type { SubscriptionEvent } from './billing/events.ts';
import { dueAfter } from './billing/schedule.ts';
import { SUBSCRIPTION, type Subscription } from './billing/subscription.ts';
import { DECISIONS_MAX } from './limits.ts';
import { newsOf, noticeTo } from './messages/owe.ts';
import { messagesOwed, switchedOn, type TellableChange } from './messages/owed.ts';
import { publish } from './publish.ts';
import type { ReconciliationMessage } from './queue/messages.ts';
import { customerEnded } from './table/subscribers/customers.ts';
import {
  countDifferences,
  differencesToWrite,
  type DifferencesToWrite,
} from './table/differences/found-differences.ts';
import { invoiceChanges, reserveInvoiceNumbers } from './table/subscribers/invoice-changes.ts';
import { messageIdIn } from './table/key-parts.ts';
import { messagePut } from './table/messages/messages.ts';
import { outboxEntries, type OutboxBatch } from './table/events/outbox.ts';
import { areListsOf, listsOf } from './table/subscribers/subscriber-lists.ts';
import {
  findSubscriber,
  referencePut,
  subscriberPut,
  type StoredSubscriber,
} from './table/subscribers/subscribers.ts';
import { conflictOf, type Change, type Item, type Put } from './table/table.ts';
import type { Tenant } from './table/tenants/tenant.ts';
import { tenantForDelivery } from './table/tenants/tenants.ts';
import { transitionPut } from './table/subscribers/timeline.ts';
import { withRecord } from './runtime/for-tenant.ts';

/** A change of one subscription. */
export interface SubscriptionChange<D extends Decision = Decision> {
  /** The subscriber as it was read. */
  readonly stored: StoredSubscriber;
  readonly causedBy: Cause;
  /**
   * Decides the change. It is called again with the newer record if another writer has changed it, so it must not call
   * a provider. It returns undefined if that record no longer permits the change.
   */
  readonly decide: (stored: StoredSubscriber) => D | undefined | Promise<D | undefined>;
  /** Reconciled right after the write, which also updates the subscriber's lists. */
  readonly thenReconcile?: ReconciliationMessage;
  /** Whether the subscriber's lists are updated after the transaction instead of in it. */
  readonly thenRelist?: boolean;
}

/** The record after a commit. Without a decision, `decide` did not permit the change, so nothing was written. */
export interface Committed<D extends Decision> {
  readonly subscription: Subscription;
  readonly decision: D | undefined;
  /** When it is reconciled next (epoch ms); undefined if never. */
  readonly dueAt: number | undefined;
  /** How often another writer was faster. */
  readonly races: number;
}

/**
 * The only way to change a subscription. From the record and the decision it derives revision, due time, outbox,
 * invoices, references, lists, timeline and the customer's end, and writes all of it in one transaction. Nothing after
 * the transaction can fail the caller. Throws what `decide` throws, and Conflict if other writers were faster
 * `DECISIONS_MAX` times in a row.
 */
export async function commit<D extends Decision>(
  app: SubscriptionApp & WithTenant,
  change: SubscriptionChange<D>,
): Promise<Committed<D>> {
  const { thenReconcile, thenRelist } = change;
  const reserve = reserveInvoiceNumbers(app);
  const owedBefore = new Set<string>();
  for (let { stored } = change, attempt = 1; ; attempt++) {
    const decision = await change.decide(stored);
    const draft = decision && (await draftOf(app, { ...change, stored, owedBefore }, decision, reserve));
    if (!draft)
      return { subscription: stored.subscription, decision, dueAt: stored.dueAt, races: attempt - 1 };
    const { id: subscriberId } = draft.subscription;
    const conflict = await conflictOf(() => app.table.write(draft.changes));
    if (!conflict) {
      countDifferences(app, draft.fresh);
      await publish(app, { ...draft, subscriberId, thenReconcile, thenRelist });
      return { subscription: draft.subscription, decision, dueAt: draft.dueAt, races: attempt - 1 };
    }
    if (attempt === DECISIONS_MAX) throw conflict;
    for (const id of messagesAmong(conflict.found)) owedBefore.add(id);
    stored = await findSubscriber(app, { by: 'svc', id: storedId(subscriberId) });
  }
}

/** A subscription to create. */
export interface NewSubscription extends Pick<SubscriptionChange, 'causedBy' | 'thenReconcile'> {
  /** When to reconcile it (epoch ms). Undefined if another due item leads to its first reconciliation. */
  readonly dueAt?: number;
}

/**
 * Creates a subscription in one transaction with `originChanges`, the changes of the record it came from (checkout,
 * intent or customer). With `thenReconcile` that record stays due until the subscription has been reconciled, and its
 * lists and its first event follow from there too. Throws Conflict, with the items found in the order of
 * `originChanges`, if the same purchase was recorded concurrently.
 */
export async function commitNew(
  app: SubscriptionApp & WithTenant,
  { causedBy, thenReconcile, dueAt }: NewSubscription,
  { subscription: decided, events }: Decision,
  originChanges: readonly Change[],
): Promise<void> {
  const announced = decided.unannouncedSubtype === null ? events : [];
  const subscription = { ...decided, revision: 1, eventCount: announced.length };
  const isDue = thenReconcile === undefined; // otherwise the due item of its origin leads to events and lists
  const outbox = await outboxOf(app, { causedBy }, announced, { earlier: 0, isDue });
  const { changes, toDeliver } = outbox;
  const now = app.clock();
  const owed = messagePuts(withRecord(app, outbox.recipient), {
    before: undefined,
    after: subscription,
    events: announced,
    now,
  });
  const lists = isDue ? listsOf(app.tenantId, subscription) : {};
  await app.table.write([
    ...originChanges,
    referencePut(app.tenantId, subscription.payReference, subscription.id),
    subscriberPut(app.tenantId, subscription, { dueAt, lists }),
    ...changes,
    ...owed,
  ]);
  await publish(app, { subscriberId: subscription.id, toDeliver, toIssue: [], thenReconcile });
}

interface Draft extends OutboxBatch, Pick<DifferencesToWrite, 'fresh'> {
  readonly subscription: Subscription;
  readonly toIssue: readonly string[];
  readonly dueAt: number | undefined;
}

/** The transaction of a decision; undefined if it changes nothing. */
async function draftOf(
  app: CoreApp & WithTenant,
  change: SubscriptionChange & {
    /** Ids of messages that earlier commits owed already. */
    readonly owedBefore: ReadonlySet<string>;
  },
  decision: Decision,
  reserve: (count: number) => Promise<number>,
): Promise<Draft | undefined> {
  const { stored, causedBy } = change;
  const now = app.clock();
  const step = transitionOf(app.tenantId, change, decision, now);
  if (!step) return undefined;
  const { before, after, dueAt, lists, events, silent } = step;
  const { invoices = [], differences = [] } = decision;
  const written = { subscriberId: after.id, invoices, latest: stored.latestInvoice, now };
  const invoiced = await invoiceChanges(app, written, reserve);
  const found = await differencesToWrite(app, after, differences);
  const outbox = await outboxOf(app, change, events, { earlier: before.eventCount, isDue: true });
  const transitions = silentTransitions(before, after, { events, silent, now });
  const owed = [
    ...messagePuts(withRecord(app, outbox.recipient), { before, after, events, now }),
    ...noticePuts(withRecord(app, outbox.recipient), found.fresh, now),
  ];
  const changes = [
    subscriberPut(app.tenantId, after, { before, dueAt, lists }),
    ...newReferences(before, after, decision).map((one) => referencePut(app.tenantId, one, after.id)),
    ...customerEnd(app.tenantId, before, after),
    ...invoiced.changes,
    ...found.changes,
    ...outbox.changes,
    ...owed.filter(({ put }) => !change.owedBefore.has(messageIdIn(put))),
    ...transitions.map((one) => transitionPut(app.tenantId, one, causedBy)),
  ];
  const { toDeliver } = outbox;
  return { subscription: after, changes, toDeliver, toIssue: invoiced.toIssue, fresh: found.fresh, dueAt };
}

/** The record before and after a decision, its due time, lists and announcements; undefined if nothing changes. */
function transitionOf(
  tenantId: string,
  { stored, thenReconcile, thenRelist = false }: SubscriptionChange,
  decision: Decision,
  now: number,
) {
  const { subscription: before } = stored;
  const { events, silent } = announcements(decision);
  const eventCount = before.eventCount + events.length;
  const after = { ...decision.subscription, revision: before.revision + 1, eventCount };
  const dueAt = dueAfter(stored, decision, now);
  const areListsLater = (thenRelist || thenReconcile !== undefined) && before.status === after.status;
  const isSameRecord = stored.dueAt === dueAt && areEqual(before, decision.subscription);
  const areSameLists = areListsLater || areListsOf(tenantId, after, stored.lists);
  const hasNews = events.length + silent.length + (decision.invoices ?? []).length > 0;
  if (!hasNews && isSameRecord && areSameLists) return undefined;
  const lists = areListsLater ? stored.lists : listsOf(tenantId, after);
  return { before, after, dueAt, lists, events, silent };
}

/** The outbox of events, numbered after `earlier`, for the tenant's present addresses; made last: the feed relies on its time. */
async function outboxOf(
  app: CoreApp & WithTenant,
  { causedBy }: Pick<SubscriptionChange, 'causedBy'>,
  events: readonly SubscriptionEvent[],
  { earlier, isDue }: { readonly earlier: number; readonly isDue: boolean },
): Promise<OutboxBatch & { readonly recipient: Tenant }> {
  const numbered = events.map((event, index) => ({ ...event, sequence: earlier + index + 1 }));
  const recipient = events.length > 0 ? await tenantForDelivery(app) : app.tenant;
  return { ...outboxEntries(recipient, numbered, { causedBy, now: app.clock(), isDue }), recipient };
}

/** The messages that a change owes: none, without a look, where the tenant has none on. */
function messagePuts(app: CoreApp & WithTenant, change: TellableChange): Put[] {
  const kinds = switchedOn(app);
  if (!kinds) return [];
  return messagesOwed(kinds, change).map((one) => messagePut(app.tenantId, one, change.now));
}

/** The messages to the tenant's people of differences that were not open before, one of a kind. */
function noticePuts(app: CoreApp & WithTenant, fresh: Draft['fresh'], now: number): Put[] {
  const kinds = fresh.length > 0 ? switchedOn(app) : undefined;
  if (!kinds) return [];
  const first = fresh.filter(({ kind }, at) => fresh.findIndex((one) => one.kind === kind) === at);
  return first.flatMap((one) => noticeTo(kinds, newsOf(one, now), now));
}

/** The ids of the messages among items that a transaction met. */
const messagesAmong = (found: readonly (Item | undefined)[]): string[] =>
  found.flatMap((item) => (item?.sk.startsWith('M#') ? [messageIdIn(item)] : []));

function customerEnd(tenant: string, before: Subscription, { customer, endedAt }: Subscription): Change[] {
  const hasJustEnded = before.endedAt === null && endedAt !== null;
  return hasJustEnded ? [customerEnded(tenant, customer, endedAt)] : [];
}

/** The references that are new on record, including those that are already superseded. */
function newReferences(before: Subscription, after: Subscription, { references = [] }: Decision): string[] {
  const all = new Set([...references, after.payReference]);
  all.delete(before.payReference);
  return [...all];
}

/** Until SUBSCRIBED has been emitted, a subscription's other events are recorded in its timeline only. */
function announcements({ subscription, events }: Decision) {
  return subscription.unannouncedSubtype === null ? { events, silent: [] } : { events: [], silent: events };
}

/** Whether two records are equal, apart from their revisions and from when they were told. */
function areEqual(before: Subscription, after: Subscription): boolean {
  const text = (one: Subscription) => JSON.stringify(SUBSCRIPTION.write({ ...one, revision: 0, toldAt: 0 }));
  return before === after || text(before) === text(after);
}
