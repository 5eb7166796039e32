import { CHANGES_PER_COMMIT } from '../limits.ts';
import { announceBeginning, isBelieved, notBegun, withFirstOrder, withFirstTrial } from './beginning.ts';
import { cancelConfirmed, cancelledAtProvider, endIfOver, expireIfOver } from './cancellation.ts';
import { eventOf, unchanged, type Decision, type InvoiceDraft } from './decision.ts';
import type { FoundDifference } from './difference.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import { knownOf, withTail } from './observed.ts';
import { nextMoment, type Moment } from './schedule.ts';
import { chargedAfterCancellation, owedFor, type OrderNews } from './owed.ts';
import { changePlanAtProvider, withoutLostIntent } from './plan-change.ts';
import { planBeforeOwn, planOfOrder, withPlans, type PlanOf } from './plan-in-force.ts';
import { isBeyondEnd, stateAt, withState, type KnownOrder, type State } from './projection.ts';
import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from './provider-snapshot.ts';
import { applyRecovery, NO_RECOVERY, type RecoverySettings } from './recovery.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** Look-ups that reconciliation needs besides the record and the provider's snapshot. */
export interface Known {
  /** The invoice on record for an order. */
  invoiceOf(order: ProviderOrder): Invoice | undefined;
  readonly planOf: PlanOf;
  /** How the tenant's failed renewals are tried again; not at all if it never said. */
  readonly recovery?: RecoverySettings;
}

/** A decision, and whether it covers the whole snapshot; if not, the rest is decided next, from the record it makes. */
export interface Reconciliation extends Decision {
  readonly complete: boolean;
  /** What it is reconciled for next; undefined where nothing more can come, or the rest is decided first. */
  readonly next?: Moment | undefined;
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
 * order by order, oldest first. Each failed attempt and each payment is announced once, with the state that followed from
 * all before it; every payment becomes an invoice, whatever its period. The state after all is what follows from the whole
 * snapshot. More than `CHANGES_PER_COMMIT` changes take several decisions.
 */
export function reconcile(
  before: Subscription,
  snapshot: ProviderSnapshot,
  known: Known,
  now: number,
): Reconciliation {
  const steps = new Steps(before, known, now);
  const references = [...snapshot.earlier, snapshot.current];
  for (const [nth, reference] of references.entries()) {
    const read = { earlier: references.slice(0, nth), current: reference };
    if (steps.isFull) return steps.inPart(read);
    if (!before.openReferences.some((one) => one.reference === reference.reference))
      steps.takeReference(reference, references.slice(0, nth));
    steps.take((one) => unchanged(withFirstTrial(one, reference, now)));
    for (const order of relevantOrders(before, reference, now))
      if (!steps.takeOrder(read, order)) return steps.inPart(read);
  }
  steps.takeState(snapshot);
  steps.take((one) => applyRecovery(one, references, known.recovery ?? NO_RECOVERY, now));
  steps.take((one) => unchanged(withoutLostIntent(one, now)));
  steps.take((one) => unchanged(withTail(one, snapshot, true, now)));
  const decision = steps.decision();
  const next = nextMoment(decision.subscription, snapshot, now);
  return { ...decision, complete: true, next, reconcileAt: next?.at ?? 'never' };
}

/** A rule, which decides from the subscription as the rules before it have left it. */
type Rule = (subscription: Subscription) => Decision;

/** Collects what is owed, in order. */
class Steps {
  private subscription: Subscription;
  private readonly events: SubscriptionEvent[] = [];
  private readonly invoices: InvoiceDraft[] = [];
  private readonly differences: FoundDifference[] = [];
  private readonly references: string[] = [];
  private readonly before: Subscription;
  private readonly known: Known;
  private readonly now: number;

  constructor(before: Subscription, known: Known, now: number) {
    this.subscription = this.before = before;
    this.known = known;
    this.now = now;
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
  takeReference(of: ProviderSubscription, before: readonly ProviderSubscription[]): void {
    this.references.push(of.reference);
    const [last, ...first] = before.toReversed();
    const read = last && { earlier: first.reverse(), current: last };
    if (read) this.take((one) => unchanged(withTail(one, read, false, this.now)));
    // Whether its trial is still in force depends on later references: its period opens with its orders.
    const made = { ...of, trialEnd: null };
    this.take((one) => changePlanAtProvider(one, this.known.planOf(of.planReference), made, this.now));
  }

  /** What a subscription is by what was read. */
  private stateOf(one: Subscription, read: ProviderSnapshot): State {
    const { before: told, known, now } = this;
    const cancellation = told.cancellation ?? one.cancellation;
    const graceDaysOf = (order: KnownOrder) =>
      (planBeforeOwn(one, order, known.planOf) ?? planOfOrder(one, read, order, known.planOf)).graceDays;
    const settled = told.refs.filter(({ isOpen }) => !isOpen).map(knownOf);
    return stateAt(
      { current: read.current, earlier: [...settled, ...read.earlier], cancellation, told, graceDaysOf },
      now,
    );
  }

  /** False if one transaction writes no more: then nothing of the order is taken, or only the first of its new failures. */
  takeOrder({ earlier, current: of }: ProviderSnapshot, order: ProviderOrder): boolean {
    if (this.isFull) return false;
    const before = this.subscription;
    const isBeyond = isBeyondEnd(this.before, order.start);
    if (!isBeyond) this.subscription = withFirstOrder(before, order);
    const owed = owedFor(order, this.known.invoiceOf(order), this.subscription, isBeyond);
    const orders = of.orders.slice(0, of.orders.indexOf(order));
    for (const news of owed.news)
      this.takeNews({ earlier, current: { ...activated(of), orders: [...orders, news.order] } }, news);
    if (owed.invoice) this.invoices.push(owed.invoice);
    if (owed.invoice?.status === 'PAID')
      this.differences.push(...chargedAfterCancellation(order, before, this.subscription));
    return owed.isWhole;
  }

  private takeNews(read: ProviderSnapshot, { order, event }: OrderNews): void {
    const before = this.subscription;
    this.subscription = withState(before, this.stateOf(before, read));
    const plan = planOfOrder(before, read, order, this.known.planOf);
    if (event && !hasEnded(before)) this.events.push(eventOf(this.subscription, { ...event, plan }, before));
  }

  /** Takes what follows from the whole snapshot: a beginning, which comes before all others, a cancellation there, an end. */
  takeState(snapshot: ProviderSnapshot): void {
    const { earlier, current } = snapshot;
    const { now, subscription: charged } = this;
    if (hasEnded(charged)) return;
    const read = { earlier, current: isBelieved(charged, current, now) ? current : activated(current) };
    const follow = (one: Subscription) => {
      const { cancellation } = one;
      return withPlans(withState(one, this.stateOf({ ...charged, cancellation }, read)), now);
    };
    this.subscription = follow(charged);
    const { subscription, events } = announceBeginning(this.subscription, charged.status, snapshot, now);
    this.subscription = subscription;
    this.events.unshift(...events);
    this.differences.push(...notBegun(charged, subscription, now));
    if (current.status === 'CANCELLED' && !subscription.cancellation)
      this.take((one) => cancelledAtProvider(one, now));
    if (current.status === 'CANCELLED' || current.status === 'EXPIRED')
      this.take((one) => unchanged(follow(cancelConfirmed(one))));
    this.take((one) => endIfOver(one, now));
    if (current.status === 'EXPIRED') this.take((one) => expireIfOver(one, now));
  }

  /** What was taken so far; the rest is owed next. */
  inPart(read: ProviderSnapshot): Reconciliation {
    this.take((one) => unchanged(withTail(one, read, false, this.now)));
    return { ...this.decision(), complete: false };
  }

  decision(): Decision {
    const { subscription, events, invoices, differences, references } = this;
    return { subscription, events, invoices, differences, references };
  }
}

/** A reference that its orders alone speak for. */
const activated = (one: ProviderSubscription): ProviderSubscription => ({ ...one, status: 'ACTIVE' });
