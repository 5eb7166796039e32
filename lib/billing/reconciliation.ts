import { CHANGES_PER_COMMIT } from '../limits.ts';
import { endIfOver } from './cancellation.ts';
import type { Decision, FoundDifference, InvoiceDraft } from './decision.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import { nextReconciliationAt, waitingOrderStart } from './next-reconciliation.ts';
import { applyOrder, applyTrial, draftOf, isBeyondEnd } from './order.ts';
import type { PlanTerms } from './plan.ts';
import { applyPlanChangeElsewhere, applyNextPlan } from './plan-change.ts';
import {
  isFinal,
  type ProviderOrder,
  type ProviderSnapshot,
  type ProviderSubscription,
} from './provider-snapshot.ts';
import { applyActivation, applyStatus } from './provider-status.ts';
import {
  changed,
  hasEnded,
  type Cancellation,
  type OpenReference,
  type Subscription,
} from './subscription.ts';

/** What reconciliation needs to know besides the record and the provider's answer. */
export interface Known {
  /** The invoice on record for an order. */
  invoiceOf(order: ProviderOrder): Invoice | undefined;
  /** A plan by the provider's reference; undefined where it is not known here. */
  planOf(reference: string): PlanTerms | undefined;
}

/** A decision, and whether it covers all that was read; otherwise the rest is decided with the record it makes. */
export interface Reconciliation extends Decision {
  readonly complete: boolean;
}

/** The orders of a reference that can still tell something new: not settled on record, and begun or already paid. */
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
 * Compares a subscription with all that the provider tells of it, and decides what has happened since: reference by
 * reference and order by order, oldest first. Each failed attempt and each payment is announced once, whoever brought
 * the news and in whichever order; money that moved becomes an invoice whatever its period. More than
 * `CHANGES_PER_COMMIT` changes are decided in several steps.
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
    if (!before.openReferences.some((one) => one.reference === reference.reference))
      steps.takeReference(reference, known.planOf(reference.planReference), now);
    steps.subscription = applyTrial(steps.subscription, reference, references[nth + 1], now);
    for (const order of relevantOrders(before, reference, now)) {
      if (steps.size >= CHANGES_PER_COMMIT) return steps.incomplete();
      steps.takeOrder(reference, order, known.invoiceOf(order));
    }
  }
  steps.subscription = applyNextPlan(steps.subscription, now);
  steps.takeFirst(applyActivation(steps.subscription, snapshot, now));
  steps.take(applyStatus(steps.subscription, snapshot.current, now));
  steps.take(endIfOver(steps.subscription, now));
  const subscription = settleReferences(steps.subscription, snapshot, now);
  return {
    ...steps.decision(subscription),
    complete: true,
    reconcileAt: nextReconciliationAt(subscription, snapshot, now),
  };
}

/** Gathers what single rules decide, in their order. */
class Steps {
  subscription: Subscription;
  private readonly events: SubscriptionEvent[] = [];
  private readonly invoices: InvoiceDraft[] = [];
  private readonly differences: FoundDifference[] = [];
  private readonly references: string[] = [];

  constructor(before: Subscription) {
    this.subscription = before;
  }

  /** How many items the decision comes to so far, about. */
  get size(): number {
    return this.events.length + this.invoices.length + this.differences.length;
  }

  take({ subscription, events, differences = [] }: Decision): void {
    this.subscription = subscription;
    this.events.push(...events);
    this.differences.push(...differences);
  }

  /** Moves on to a reference that was not on record. */
  takeReference(of: ProviderSubscription, plan: PlanTerms | undefined, now: number): void {
    this.references.push(of.reference);
    this.take(applyPlanChangeElsewhere(this.subscription, of, plan, now));
  }

  /** As `take`, for what is announced before all else. */
  takeFirst({ subscription, events }: Decision): void {
    this.subscription = subscription;
    this.events.unshift(...events);
  }

  takeOrder(of: ProviderSubscription, order: ProviderOrder, invoice: Invoice | undefined): void {
    const beyondEnd = isBeyondEnd(this.subscription, order);
    const { cancellation } = this.subscription;
    this.take(applyOrder(this.subscription, of, order, invoice));
    const draft = draftOf(beyondEnd ? withoutNewFailures(order, invoice) : order, invoice);
    if (!draft) return;
    this.invoices.push(draft);
    if (draft.status === 'PAID') this.differences.push(...chargedAfterCancellation(order, cancellation));
  }

  incomplete(): Reconciliation {
    return { ...this.decision(this.subscription), complete: false };
  }

  decision(subscription: Subscription): Decision {
    const { events, invoices, differences, references } = this;
    return { subscription, events, invoices, differences, references };
  }
}

/** An order without its unrecorded failures, so that they are announced should the cancellation be taken back. */
function withoutNewFailures(order: ProviderOrder, known: Invoice | undefined): ProviderOrder {
  return { ...order, failures: order.failures.slice(0, known?.failures ?? 0) };
}

/** What somebody who had cancelled was charged for time after the end: the provider was not told, or did not heed it. */
function chargedAfterCancellation(
  { reference, amount, currency, paidAt, start }: ProviderOrder,
  cancellation: Cancellation | null,
): FoundDifference[] {
  const since = paidAt ?? start;
  if (!cancellation || start < (cancellation.accessUntil ?? start)) return [];
  if (cancellation.by === 'pay' && since <= cancellation.at) return [];
  return [
    {
      kind: 'charged_after_cancellation',
      about: reference,
      ours:
        cancellation.by === 'svc' ? 'cancelled in our records alone' : 'cancelled, not yet at the provider',
      theirs: `charged ${amount} ${currency}`,
      since,
    },
  ];
}

/** Whether a payment opens no period for now, because of a cancellation that may still be taken back. */
function isDisregarded(subscription: Subscription, order: ProviderOrder): boolean {
  return !hasEnded(subscription) && order.status === 'PAID' && isBeyondEnd(subscription, order);
}

/** Keeps open the current reference and those with an order not final, or disregarded; and notes when the next begins. */
function settleReferences(subscription: Subscription, snapshot: ProviderSnapshot, now: number): Subscription {
  const { earlier, current } = snapshot;
  const openReferences = [...earlier, current].flatMap((of): OpenReference[] => {
    const open = of.orders.filter((order) => !isFinal(order, of, now) || isDisregarded(subscription, order));
    if (open.length === 0 && of !== current) return [];
    const last = of.orders.at(-1);
    const recordedBefore = open[0]?.start ?? (last ? last.start + 1 : 0);
    return [{ reference: of.reference, recordedBefore }];
  });
  return changed(subscription, { openReferences, nextOrderAt: waitingOrderStart(snapshot) ?? null });
}
