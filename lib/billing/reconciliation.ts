import { CHANGES_PER_COMMIT } from '../limits.ts';
import { endIfOver } from './cancellation.ts';
import { unchanged, type Decision, type InvoiceDraft } from './decision.ts';
import type { FoundDifference } from './difference.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import { nextReconciliationAt, waitingOrderStart } from './next-reconciliation.ts';
import { applyOrder, firstFailures, invoiceDraftOf, isBeyondEnd, wasDisregarded } from './order.ts';
import { applyTrial, extendsAccess } from './period.ts';
import type { PlanTerms } from './plan.ts';
import { applyExternalPlanChange, applyNextPlan, withoutLostIntent } from './plan-change.ts';
import {
  isFinal,
  type ProviderOrder,
  type ProviderSnapshot,
  type ProviderSubscription,
} from './provider-snapshot.ts';
import { applyActivation, applyStatus } from './provider-status.ts';
import { applyRecovery, NO_RECOVERY, type RecoverySettings } from './recovery.ts';
import { changed, hasEnded, type Cancellation, type Subscription } from './subscription.ts';

/** Look-ups that reconciliation needs besides the record and the provider's snapshot. */
export interface Known {
  /** The invoice on record for an order. */
  invoiceOf(order: ProviderOrder): Invoice | undefined;
  /** A plan by the provider's reference; undefined if it is not known here. */
  planOf(reference: string): PlanTerms | undefined;
  /** How the tenant's failed renewals are tried again; not at all if it never said. */
  readonly recovery?: RecoverySettings;
}

/** A decision, and whether it covers the whole snapshot; if not, the rest is decided next, from the record it makes. */
export interface Reconciliation extends Decision {
  readonly complete: boolean;
}

/** Orders of a reference that can tell something new: not yet final on record, and begun, paid or failed. */
export function relevantOrders(
  { openReferences }: Subscription,
  { reference, orders }: ProviderSubscription,
  now: number,
): readonly ProviderOrder[] {
  const open = openReferences.find((one) => one.reference === reference);
  return orders.filter(
    ({ start, status, failures }) =>
      start >= (open?.recordedBefore ?? 0) && (start <= now || status === 'PAID' || failures.length > 0),
  );
}

/**
 * Compares a subscription with the provider's snapshot and decides what has happened since, reference by reference and
 * order by order, oldest first. Each failed attempt and each payment is announced once, whatever the order of the news;
 * every payment becomes an invoice, whatever its period. More than `CHANGES_PER_COMMIT` changes take several decisions.
 */
export function reconcile(
  before: Subscription,
  snapshot: ProviderSnapshot,
  known: Known,
  now: number,
): Reconciliation {
  const steps = new Steps(before);
  const references = [...snapshot.earlier, snapshot.current];
  for (const [nth, reference] of references.entries()) {
    if (steps.isFull) return { ...steps.decision(), complete: false };
    if (!before.openReferences.some((one) => one.reference === reference.reference))
      steps.takeReference(reference, known.planOf(reference.planReference), now);
    steps.take((one) => unchanged(applyTrial(one, reference, references[nth + 1], now)));
    for (const order of relevantOrders(before, reference, now))
      if (!steps.takeOrder(reference, order, known)) return { ...steps.decision(), complete: false };
  }
  steps.take((one) => unchanged(applyNextPlan(one, now)));
  steps.takeFirst((one) => applyActivation(one, snapshot, now));
  steps.take((one) => applyStatus(one, snapshot.current, now));
  steps.take((one) => applyRecovery(one, references, known.recovery ?? NO_RECOVERY, now));
  steps.take((one) => endIfOver(one, now));
  steps.take((one) => unchanged(withoutLostIntent(one, now)));
  steps.take((one) => unchanged(settleReferences(one, snapshot, now)));
  const decision = steps.decision();
  const reconcileAt = nextReconciliationAt(decision.subscription, snapshot, now) ?? 'never';
  return { ...decision, complete: true, reconcileAt };
}

/** A rule, which decides from the subscription as the rules before it have left it. */
type Rule = (subscription: Subscription) => Decision;

/** Collects the decisions of the single rules, in order. */
class Steps {
  private subscription: Subscription;
  private readonly events: SubscriptionEvent[] = [];
  private readonly invoices: InvoiceDraft[] = [];
  private readonly differences: FoundDifference[] = [];
  private readonly references: string[] = [];

  constructor(before: Subscription) {
    this.subscription = before;
  }

  /** Whether it is enough for one transaction, by the approximate number of items to write beside the subscription. */
  get isFull(): boolean {
    return Object.values(this.decision()).flat().length > CHANGES_PER_COMMIT;
  }

  take(rule: Rule): void {
    const { subscription, events, differences = [] } = rule(this.subscription);
    this.subscription = subscription;
    this.events.push(...events);
    this.differences.push(...differences);
  }

  /** Moves the subscription to a reference that is not on record. */
  takeReference(of: ProviderSubscription, plan: PlanTerms | undefined, now: number): void {
    this.references.push(of.reference);
    this.take((one) => applyExternalPlanChange(one, of, plan, now));
  }

  /** Like `take`, but its events come before all others. */
  takeFirst(rule: Rule): void {
    const { subscription, events } = rule(this.subscription);
    this.subscription = subscription;
    this.events.unshift(...events);
  }

  /** False if one transaction writes no more: then nothing of the order is taken, or only the first of its new failures. */
  takeOrder(of: ProviderSubscription, order: ProviderOrder, known: Known): boolean {
    if (this.isFull) return false;
    const before = this.subscription;
    const invoice = known.invoiceOf(order);
    const isBeyond = isBeyondEnd(before, order);
    const part = isBeyond ? withoutNewFailures(order, invoice) : firstFailures(order, invoice);
    this.take(() => applyOrder(before, part, invoice, replacedPlan(before, of, known)));
    const draft = invoiceDraftOf(part, invoice);
    if (draft) this.invoices.push(draft);
    if (draft?.status === 'PAID') this.differences.push(...chargedAfterCancellation(order, before));
    return isBeyond || part === order;
  }

  decision(): Decision {
    const { subscription, events, invoices, differences, references } = this;
    return { subscription, events, invoices, differences, references };
  }
}

/** The plan of a replaced reference; if it is unknown here, the terms in force stand for it. */
function replacedPlan({ plan }: Subscription, of: ProviderSubscription, known: Known) {
  if (!of.isReplaced) return undefined;
  const its = plan.reference === of.planReference ? plan : known.planOf(of.planReference);
  return its ?? { ...plan, reference: of.planReference };
}

/** The order without its unrecorded failures: they are announced if the cancellation is undone. */
function withoutNewFailures(order: ProviderOrder, known: Invoice | undefined): ProviderOrder {
  return { ...order, failures: order.failures.slice(0, known?.failures ?? 0) };
}

/** What our records say where a charge follows a cancellation. */
export const CANCELLED = {
  here: 'cancelled in our records alone',
  unsent: 'cancelled, not yet at the provider',
  there: 'cancelled, at the provider too',
} as const;

/** The difference to report if a charge came after the cancellation, for time that the customer did not agree to. */
function chargedAfterCancellation(order: ProviderOrder, subscription: Subscription): FoundDifference[] {
  const { cancellation } = subscription;
  if (!cancellation || isAgreed(order, subscription, cancellation)) return [];
  const { reference, amount, currency, paidAt, start } = order;
  const byPay = cancellation.progress === 'confirmed' ? CANCELLED.there : CANCELLED.unsent;
  const ours = cancellation.by === 'svc' ? CANCELLED.here : byPay;
  const theirs = `charged ${amount} ${currency}`;
  return [{ kind: 'charged_after_cancellation', about: reference, ours, theirs, since: paidAt ?? start }];
}

/** Whether a charge is owed despite the cancellation: it was made before, or its period ends in time, or extends access. */
function isAgreed(
  { paidAt, start, end }: ProviderOrder,
  subscription: Subscription,
  { at, by, accessUntil }: Cancellation,
): boolean {
  const isBefore = (paidAt ?? start) <= at;
  if (accessUntil === null || start >= accessUntil) return isBefore && by === 'pay';
  return isBefore || end <= accessUntil || (extendsAccess(subscription, start) && !hasEnded(subscription));
}

/** Whether a payment opens no period for now, because of a cancellation that can be undone, or ends later since. */
function isDisregarded(one: Subscription, order: ProviderOrder): boolean {
  return !hasEnded(one) && order.status === 'PAID' && (isBeyondEnd(one, order) || wasDisregarded(one, order));
}

/** Keeps open the current reference and all with an order unread, not final or disregarded; notes the next order's start. */
function settleReferences(subscription: Subscription, snapshot: ProviderSnapshot, now: number): Subscription {
  const { earlier, current } = snapshot;
  const known = new Set([...earlier, current].map(({ reference }) => reference));
  const unread = subscription.openReferences.filter(({ reference }) => !known.has(reference));
  const read = [...earlier, current].flatMap((of): Subscription['openReferences'] => {
    const open = of.orders.filter((order) => !isFinal(order, of, now) || isDisregarded(subscription, order));
    if (open.length === 0 && of !== current) return [];
    const last = of.orders.at(-1);
    return [{ reference: of.reference, recordedBefore: open[0]?.start ?? (last ? last.start + 1 : 0) }];
  });
  const openReferences = [...unread, ...read];
  return changed(subscription, { openReferences, nextOrderAt: waitingOrderStart(snapshot) ?? null });
}
