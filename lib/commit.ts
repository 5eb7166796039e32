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
import type { Tenant } from './table/tenants.ts';
import { silentTransitions, transitionPut, type Cause } from './table/timeline.ts';

/** A change of one subscriber that is to be written. */
export interface Work {
  readonly tenant: Tenant;
  /** The subscriber as it was read. */
  readonly stored: StoredSubscriber;
  readonly causedBy: Cause;
  /**
   * What is to become of it; asked again with the newer record where somebody else has changed it meanwhile. It asks
   * no provider. Undefined where what it knows does not fit that record any more: then nothing is written.
   */
  readonly decide: (stored: StoredSubscriber) => Decision | undefined | Promise<Decision | undefined>;
  /** What is to be compared with the provider as soon as it is written. That also brings it into its lists. */
  readonly thenReconcile?: ReconciliationMessage;
  /** It is brought into the list of its plan as soon as it is written, and not in the same transaction. */
  readonly thenList?: boolean;
}

/**
 * Writes a change of a subscriber: the only way to write one. From the record and the decision it derives revision, due
 * time, outbox, invoices, references, lists, timeline and the customer's end, and writes all of it or nothing. What
 * happens after that cannot fail the caller. Answers the record as it is then, undefined where nothing could be decided.
 * Throws what `decide` throws, and Conflict where six decisions in a row were overtaken.
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

/** A new subscriber that is to be written. */
export interface NewWork extends Pick<Work, 'tenant' | 'causedBy' | 'thenReconcile'> {
  /** When it is to be compared with the provider (epoch ms), where nothing else sees to that. */
  readonly dueAt?: number;
}

/**
 * Writes a new subscriber in one transaction with what it came from, `beside`, whose changes lead. With `thenReconcile`
 * that stays due until the subscriber has been compared, and sees to its lists and its first event, in place of marks of
 * their own. Throws Conflict, with the items found in the order of `beside`: whoever was quicker has recorded the same
 * purchase.
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
  const isSeenTo = thenReconcile !== undefined;
  const outbox = outboxEntries(tenant, numbered, causedBy, now, !isSeenTo);
  await app.table.write([
    ...beside,
    referencePut(tenant.id, subscription.payReference, subscription.id),
    subscriberPut(
      tenant.id,
      subscription,
      undefined,
      dueAt,
      isSeenTo ? {} : listsOf(tenant.id, subscription),
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

/** The transaction of a decision; undefined where it changes nothing. */
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
  const outbox = outboxEntries(tenant, events, causedBy, now);
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

/** Every reference that leads to it from now on: also one that another has taken the place of already. */
function newReferences(before: Subscription, after: Subscription, { references = [] }: Decision): string[] {
  const met = new Set([...references, after.payReference]);
  met.delete(before.payReference);
  return [...met];
}

/** What a rule found that the provider does not agree with, as it is kept. */
const ofSubscriber = ({ id, payReference }: Subscription, found: FoundDifference) => ({
  ...found,
  about: `${id}:${found.about}`,
  subscriberId: id,
  reference: payReference,
});

/** Of a subscription that nobody was told the beginning of, nobody is told anything else. */
function announcements({ subscription, events }: Decision) {
  return subscription.unannouncedSubtype === null ? { events, silent: [] } : { events: [], silent: events };
}

/** Whether a record says the same as before, its revision aside. */
function sameRecord(before: Subscription, after: Subscription): boolean {
  const text = (one: Subscription) => JSON.stringify({ ...one, revision: 0 });
  return before === after || text(before) === text(after);
}
