import type { CoreApp, SubscriptionApp } from './app.ts';
import type { Decision, FoundDifference } from './billing/decision.ts';
import { dueAfter } from './billing/next-reconciliation.ts';
import type { Subscription } from './billing/subscription.ts';
import { DECISIONS_MAX } from './limits.ts';
import { publish } from './publish.ts';
import type { ReconciliationMessage } from './queue/messages.ts';
import { customerEnded } from './table/customers.ts';
import { differencePut } from './table/differences.ts';
import { invoiceChanges, reserveInvoiceNumbers } from './table/invoice-changes.ts';
import { outboxEntries, type OutboxBatch } from './table/outbox.ts';
import { areListsOf, listsOf } from './table/subscriber-lists.ts';
import { findSubscriber, referencePut, subscriberPut, type StoredSubscriber } from './table/subscribers.ts';
import { onConflict, type Change } from './table/table.ts';
import { listeningTenant, type Tenant } from './table/tenants.ts';
import { silentTransitions, transitionPut, type Cause } from './table/timeline.ts';

/** A change of one subscriber to write. */
export interface Work {
  readonly tenant: Tenant;
  /** The subscriber as it was read. */
  readonly stored: StoredSubscriber;
  readonly causedBy: Cause;
  /**
   * Decides the change; called again with the newer record if another writer has changed it. It must not call a
   * provider. Undefined if its knowledge does not fit the record any more: then nothing is written.
   */
  readonly decide: (stored: StoredSubscriber) => Decision | undefined | Promise<Decision | undefined>;
  /** What to reconcile right after the write; that also updates the subscriber's lists. */
  readonly thenReconcile?: ReconciliationMessage;
  /** Whether its lists are updated right after the write, not in the same transaction. */
  readonly thenList?: boolean;
}

/**
 * The only way to write a subscriber. From the record and the decision it derives revision, due time, outbox, invoices,
 * references, lists, timeline and the customer's end, and writes all of it in one transaction. Nothing after that can
 * fail the caller. Returns the new record, or undefined if `decide` did. Throws what `decide` throws, and Conflict
 * after six decisions were overtaken in a row.
 */
export async function commit(app: SubscriptionApp, work: Work): Promise<Subscription | undefined> {
  const reserve = reserveInvoiceNumbers(app, work.tenant.id);
  for (let { stored } = work, tried = 1; ; tried++) {
    const decision = await work.decide(stored);
    if (!decision) return undefined;
    const draft = await draftOf(app, { ...work, stored }, decision, reserve);
    if (!draft) return stored.subscription;
    const newer = await onConflict<StoredSubscriber | undefined>(
      async () => {
        await app.table.write(draft.changes);
        return undefined;
      },
      (conflict) => {
        if (tried === DECISIONS_MAX) throw conflict;
        return findSubscriber(app, work.tenant.id, { by: 'svc', id: stored.subscription.id });
      },
    );
    if (!newer) {
      for (const { kind } of decision.differences ?? []) app.log.measure('DifferencesFound', 1, kind);
      await publish(app, work.tenant.id, {
        ...draft,
        subscriberId: draft.subscription.id,
        thenReconcile: work.thenReconcile,
        thenList: work.thenList,
      });
      return draft.subscription;
    }
    stored = newer;
  }
}

/** A new subscriber to write. */
export interface NewWork extends Pick<Work, 'tenant' | 'causedBy' | 'thenReconcile'> {
  /** When to reconcile it (epoch ms), if no other due item covers that. */
  readonly dueAt?: number;
}

/**
 * Writes a new subscriber in one transaction with the record it came from: the changes of `beside`, which come first.
 * With `thenReconcile` that record stays due until the subscriber has been reconciled, and covers its lists and first
 * event too. Throws Conflict, with the items found in the order of `beside`, if the same purchase was recorded
 * concurrently.
 */
export async function commitNew(
  app: SubscriptionApp,
  { tenant, causedBy, thenReconcile, dueAt }: NewWork,
  { subscription: decided, events }: Decision,
  beside: readonly Change[],
): Promise<void> {
  const now = app.clock();
  const announced = decided.unannouncedSubtype === null ? events : [];
  const subscription = { ...decided, revision: 1, eventCount: announced.length };
  const numbered = announced.map((event, index) => ({ ...event, sequence: index + 1 }));
  const isCoveredByOrigin = thenReconcile !== undefined;
  const heardBy = announced.length > 0 ? await listeningTenant(app, tenant) : tenant;
  const outbox = outboxEntries(heardBy, numbered, causedBy, now, !isCoveredByOrigin);
  await app.table.write([
    ...beside,
    referencePut(tenant.id, subscription.payReference, subscription.id),
    subscriberPut(
      tenant.id,
      subscription,
      undefined,
      dueAt,
      isCoveredByOrigin ? {} : listsOf(tenant.id, subscription),
    ),
    ...outbox.changes,
  ]);
  const { toDeliver } = outbox;
  await publish(app, tenant.id, { subscriberId: subscription.id, toDeliver, toIssue: [], thenReconcile });
}

interface Draft {
  readonly subscription: Subscription;
  readonly changes: readonly Change[];
  readonly toDeliver: OutboxBatch['toDeliver'];
  readonly toIssue: readonly string[];
}

/** The transaction of a decision; undefined if it changes nothing. */
async function draftOf(
  app: CoreApp,
  { tenant, stored, causedBy, thenReconcile, thenList = false }: Work,
  decision: Decision,
  reserve: (count: number) => Promise<number>,
): Promise<Draft | undefined> {
  const now = app.clock();
  const { subscription: before, latestInvoice } = stored;
  const { events: heard, silent } = announcements(decision);
  const events = heard.map((event, index) => ({ ...event, sequence: before.eventCount + index + 1 }));
  const after = {
    ...decision.subscription,
    revision: before.revision + 1,
    eventCount: before.eventCount + events.length,
  };
  const dueAt = dueAfter(stored, decision, now);
  const { invoices = [] } = decision;
  const isSame =
    events.length + silent.length + invoices.length === 0 && sameRecord(before, decision.subscription);
  const isListedLater = (thenList || thenReconcile !== undefined) && before.status === after.status;
  const lists = isListedLater ? stored.lists : listsOf(tenant.id, after);
  if (isSame && stored.dueAt === dueAt && (isListedLater || areListsOf(tenant.id, after, stored.lists)))
    return undefined;
  const heardBy = events.length > 0 ? await listeningTenant(app, tenant) : tenant;
  const outbox = outboxEntries(heardBy, events, causedBy, now);
  const invoiced = await invoiceChanges(tenant, after.id, invoices, latestInvoice, reserve, now);
  const changes = [
    subscriberPut(tenant.id, after, before, dueAt, lists),
    ...newReferences(before, after, decision).map((one) => referencePut(tenant.id, one, after.id)),
    ...(before.endedAt === null && after.endedAt !== null
      ? [customerEnded(tenant.id, after.customer.email, after.endedAt)]
      : []),
    ...invoiced.changes,
    ...(decision.differences ?? []).flatMap((one) => differencePut(tenant.id, ofSubscriber(after, one), now)),
    ...outbox.changes,
    ...silentTransitions(before, after, silent, events.length, now).map((one) =>
      transitionPut(tenant.id, one, causedBy),
    ),
  ];
  return { subscription: after, changes, toDeliver: outbox.toDeliver, toIssue: invoiced.toIssue };
}

/** All references that lead to the subscriber from now on, including those that are already superseded. */
function newReferences(before: Subscription, after: Subscription, { references = [] }: Decision): string[] {
  const met = new Set([...references, after.payReference]);
  met.delete(before.payReference);
  return [...met];
}

/** A rule's difference as a record. */
const ofSubscriber = ({ id, payReference }: Subscription, found: FoundDifference) => ({
  ...found,
  about: `${id}:${found.about}`,
  subscriberId: id,
  reference: payReference,
});

/** Before a subscription's SUBSCRIBED event, no other event of it is emitted. */
function announcements({ subscription, events }: Decision) {
  return subscription.unannouncedSubtype === null ? { events, silent: [] } : { events: [], silent: events };
}

/** Whether a record is unchanged, apart from its revision. */
function sameRecord(before: Subscription, after: Subscription): boolean {
  const text = (one: Subscription) => JSON.stringify({ ...one, revision: 0 });
  return before === after || text(before) === text(after);
}
