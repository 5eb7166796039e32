import { CHANGES_PER_COMMIT } from '../limits.ts';
import { announceBeginning, isBelieved, notBegun, withFirstOrder, withFirstTrial } from './beginning.ts';
import { cancelConfirmed, cancelledAtProvider, endIfOver, expireIfOver } from './cancellation.ts';
import { isUnread } from './current-state.ts';
import { eventOf, unchanged, type Decision } from './decision.ts';
import type { Invoice } from './invoice.ts';
import { knownOf, withTail } from './observed.ts';
import { nextMoment, type Moment } from './schedule.ts';
import { chargedAfterCancellation, owedFor, toldWithImport, type OrderNews } from './owed.ts';
import { changePlanAtProvider, withoutLostIntent } from './plan-change.ts';
import { planBeforeOwn, planOfOrder, withPlans, type PlanOf } from './plan-in-force.ts';
import { isBeyondEnd, stateAt, withState, type KnownOrder, type State } from './projection.ts';
import type { ProviderOrder, ProviderSnapshot, ProviderSubscription } from './provider-snapshot.ts';
import { applyRecovery } from './recovery.ts';
import { NO_RECOVERY, type RecoverySettings } from './recovery-settings.ts';
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
  const references = [...snapshot.earlier, snapshot.current];
  const causes = causesOf(before, references, now);
  const orders = causes.flatMap(({ order }) => order ?? []);
  const seen = { before, known, now, toldUntil: toldWithImport(before, orders, known) };
  let so = nothing(before);
  for (const cause of causes) {
    const owed = isFull(so) ? { so, isWhole: false } : owedBy(cause, so, seen);
    ({ so } = owed);
    if (!owed.isWhole)
      return { ...and(so, observed(so.subscription, cause.read, false, now)), complete: false };
  }
  if (!hasEnded(so.subscription)) so = owedByAll(snapshot, so, seen);
  so = and(so, applyRecovery(so.subscription, references, known.recovery ?? NO_RECOVERY, now));
  so = and(so, observed(withoutLostIntent(so.subscription, now), snapshot, true, now));
  const next = nextMoment(so.subscription, snapshot, now);
  return { ...so, complete: true, next, reconcileAt: next?.at ?? 'never' };
}

/** What a live subscription is once a snapshot of the provider's is read whole, whatever is owed for that. */
export function readAs(before: Subscription, snapshot: ProviderSnapshot, now: number): Subscription {
  const known = { invoiceOf: () => undefined, planOf: () => undefined };
  const { subscription } = owedByAll(snapshot, nothing(before), { before, known, now, toldUntil: 0 });
  return withTail(subscription, snapshot, true, now);
}

/**
 * What is owed where the provider says nothing: the end of a subscription whose access is over, if a reading could not tell
 * more: it was read since the last purchase, import or plan change, and has confirmed the cancellation, or charges nothing
 * before an end in our records alone. Undefined otherwise: a failed payment may be made good there at any time.
 */
export function reconcileUnread(before: Subscription, now: number): Decision | undefined {
  const { status, openReferences } = before;
  const mayTellMore = status === 'PAYMENT_FAILED' || isChargedBeforeEnd(before, now);
  if (mayTellMore || openReferences.some((one) => isUnread(one, before))) return undefined;
  const decision = endIfOver(withPlans(before, now), now);
  return decision.events.length > 0 ? decision : undefined;
}

function isChargedBeforeEnd({ cancellation, nextOrderAt }: Subscription, now: number): boolean {
  const end = cancellation?.by === 'svc' ? (cancellation.accessUntil ?? now) : Infinity;
  return nextOrderAt !== null && nextOrderAt < end;
}

/** What is read, and what it is compared with. */
interface Seen {
  readonly before: Subscription;
  readonly known: Known;
  readonly now: number;
  /** Until when failures came with an import. */
  readonly toldUntil: number;
}

/** What may owe something: a reference, which may be new, or one of its orders; `read` is the lineage up to its reference. */
interface Cause {
  readonly read: ProviderSnapshot;
  readonly order?: ProviderOrder;
}

/** Every cause, in the lineage's order. */
const causesOf = (
  before: Subscription,
  references: readonly ProviderSubscription[],
  now: number,
): readonly Cause[] =>
  references.flatMap((current, nth) => {
    const read = { earlier: references.slice(0, nth), current };
    return [{ read }, ...relevantOrders(before, current, now).map((order) => ({ read, order }))];
  });

/** What is owed so far, with the subscription as it follows from that. */
type SoFar = Required<Omit<Decision, 'reconcileAt'>>;

const nothing = (subscription: Subscription): SoFar => ({
  ...unchanged(subscription),
  ...{ invoices: [], differences: [], references: [] },
});

/** What is owed so far, and then by a decision. */
const and = (so: SoFar, { subscription, events, invoices = [], differences = [] }: Decision): SoFar => ({
  subscription,
  events: [...so.events, ...events],
  invoices: [...so.invoices, ...invoices],
  differences: [...so.differences, ...differences],
  references: so.references,
});

/** Whether it is enough for one transaction, by the approximate number of items to write beside the subscription. */
const isFull = (so: SoFar): boolean => Object.values(so).flat().length > CHANGES_PER_COMMIT;

/** The subscription with what was read, which decides nothing more. */
const observed = (...of: Parameters<typeof withTail>): Decision => unchanged(withTail(...of));

/** Not whole if one transaction writes no more: then only the first of the new failures of an order is owed. */
interface OwedSoFar {
  readonly so: SoFar;
  readonly isWhole: boolean;
}

function owedBy({ read, order }: Cause, so: SoFar, seen: Seen): OwedSoFar {
  if (order) return owedByOrder(read, order, so, seen);
  const { current } = read;
  const isKnown = seen.before.openReferences.some(({ reference }) => reference === current.reference);
  const moved = isKnown ? so : owedByReference(read, so, seen);
  return { so: and(moved, unchanged(withFirstTrial(moved.subscription, current, seen.now))), isWhole: true };
}

/** A reference that is not on record is a plan change. */
function owedByReference({ earlier, current: of }: ProviderSnapshot, so: SoFar, { known, now }: Seen): SoFar {
  const [last, ...first] = earlier.toReversed();
  const read = last && { earlier: first.reverse(), current: last };
  const before = read ? withTail(so.subscription, read, false, Math.min(now, of.createdAt)) : so.subscription;
  // Whether its trial is still in force depends on later references: its period opens with its orders.
  const made = { ...of, trialEnd: null };
  const moved = and(so, changePlanAtProvider(before, known.planOf(of.planReference), made, now));
  return { ...moved, references: [...so.references, of.reference] };
}

/** An order owes news, each with the state from what was told to what is told with it, an invoice, and a difference. */
function owedByOrder(
  { earlier, current: of }: ProviderSnapshot,
  order: ProviderOrder,
  so: SoFar,
  seen: Seen,
): OwedSoFar {
  const { subscription: before } = so;
  const isBeyond = isBeyondEnd(seen.before, order.start);
  const begun = isBeyond ? before : withFirstOrder(before, order);
  const { news, invoice, isWhole } = owedFor(order, seen.known.invoiceOf(order), begun, {
    isBeyond,
    toldUntil: seen.toldUntil,
  });
  const orders = of.orders.slice(0, of.orders.indexOf(order));
  const upTo = (latest: ProviderOrder) => ({
    earlier,
    current: { ...activated(of), orders: [...orders, latest] },
  });
  const announced = news.reduce(
    (soFar, one) => and(soFar, announcement(soFar.subscription, upTo(one.order), one, seen)),
    { ...so, subscription: begun },
  );
  const { subscription } = announced;
  const isPaid = invoice?.status === 'PAID';
  const differences = isPaid ? chargedAfterCancellation(order, before, subscription) : [];
  const owed = { subscription, events: [], invoices: invoice ? [invoice] : [], differences };
  return { so: and(announced, owed), isWhole };
}

/** What happened to an order, from what was told before to what follows from all up to it. */
function announcement(
  before: Subscription,
  read: ProviderSnapshot,
  { order, event }: OrderNews,
  seen: Seen,
): Decision {
  const subscription = withState(before, stateOf(before, read, seen));
  const plan = planOfOrder(before, read, order, seen.known.planOf);
  const events = event && !hasEnded(before) ? [eventOf(subscription, { ...event, plan }, before)] : [];
  return { subscription, events };
}

/** What a subscription is by what was told before and what was read. */
function stateOf(one: Subscription, read: ProviderSnapshot, { before: told, known, now }: Seen): State {
  const cancellation = told.cancellation ?? one.cancellation;
  const graceDaysOf = (order: KnownOrder) =>
    (planBeforeOwn(one, order, known.planOf) ?? planOfOrder(one, read, order, known.planOf)).graceDays;
  const settled = told.refs.filter(({ isOpen }) => !isOpen).map(knownOf);
  const earlier = [...settled, ...read.earlier];
  const all = { current: read.current, earlier, cancellation, told, graceDaysOf };
  return stateAt({ ...all, hasEnded: hasEnded(one) }, now);
}

/** What follows from the whole snapshot: a beginning, which comes before all others, a cancellation there, an end. */
function owedByAll({ earlier, current }: ProviderSnapshot, so: SoFar, seen: Seen): SoFar {
  const { now } = seen;
  const { subscription: charged } = so;
  const read = { earlier, current: isBelieved(charged, current, now) ? current : activated(current) };
  const follow = (one: Subscription) => {
    const { cancellation } = one;
    return withPlans(withState(one, stateOf({ ...charged, cancellation }, read, seen)), now);
  };
  const begun = announceBeginning(follow(charged), charged.status, { earlier, current }, now);
  const differences = [...so.differences, ...notBegun(charged, begun.subscription, now)];
  let all: SoFar = { ...so, ...begun, events: [...begun.events, ...so.events], differences };
  const isOverThere = current.status === 'CANCELLED' || current.status === 'EXPIRED';
  if (current.status === 'CANCELLED' && !all.subscription.cancellation)
    all = and(all, cancelledAtProvider(all.subscription, now));
  if (isOverThere) all = and(all, unchanged(follow(cancelConfirmed(all.subscription))));
  all = and(all, endIfOver(all.subscription, now));
  return current.status === 'EXPIRED' ? and(all, expireIfOver(all.subscription, now)) : all;
}

/** A reference that its orders alone speak for. */
const activated = (one: ProviderSubscription): ProviderSubscription => ({ ...one, status: 'ACTIVE' });
