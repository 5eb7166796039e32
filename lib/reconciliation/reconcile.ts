import { factsOf, readFactsOf } from '../billing/facts.ts';
import { storedId } from '../billing/identifiers.ts';
import type { Cause } from '../billing/timeline.ts';
import type { LogFields, OfTenant, SubscriptionApp, WithTenant } from '../runtime/app.ts';
import { cancelUnconfirmed } from '../billing/cancellation.ts';
import { comesLast, nextStep, type Step, type Wanted } from '../billing/next-step.ts';
import { dueKindOf } from '../billing/schedule.ts';
import { isOver, type ProviderSnapshot } from '../billing/provider-snapshot.ts';
import { NO_RECOVERY } from '../billing/recovery-settings.ts';
import {
  reconcile,
  reconcileUnread,
  relevantOrders,
  type Reconciliation,
} from '../billing/reconciliation.ts';
import { changed, type Subscription } from '../billing/subscription.ts';
import { merchantOf } from '../pay/another-account.ts';
import { payClientFor } from '../pay/client.ts';
import { markAccount } from '../pay/health.ts';
import { commit, type SubscriptionChange } from '../commit.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import { Refusal } from '../refusal.ts';
import { knownInvoices } from '../table/subscribers/invoices.ts';
import { plansByReference } from '../table/subscribers/plans.ts';
import { findSubscriber, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { Conflict, onConflict } from '../table/table.ts';
import { refusalFor } from '../table/tenants/refusal-for.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { retryAfter } from '../table/work/silences.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { postpone } from './postpone.ts';
import { takeStep, type Taken } from './take-step.ts';

/**
 * The result. The provider's failure means that it is tried again later. `overtaken`: what was wanted was asked for, but
 * other writers were faster each time, so that its news is left to the next reading.
 */
export type ReconcileOutcome = 'reconciled' | 'overtaken' | PayFailure;

/** What came of a reconciliation, and of the step that was wanted, if it was the next one to take. */
export interface Reconciled {
  readonly outcome: ReconcileOutcome;
  readonly taken: Taken | undefined;
  /** What the provider was last read to have. */
  readonly read: ProviderSnapshot | undefined;
}

/**
 * Compares a subscriber with the payment provider and records all that has happened since, with events, invoices and
 * timeline. Idempotent, and safe to call concurrently. If the provider gives no usable answer, only the time of the
 * next reconciliation changes. Throws `subscriber_not_found`, and Conflict if other writers were faster each time.
 */
export async function reconcileSubscriber(
  app: SubscriptionApp & OfTenant,
  subscriberId: string,
  causedBy: Cause,
): Promise<ReconcileOutcome> {
  return (await reconcileWith(app, subscriberId, causedBy, undefined)).outcome;
}

/**
 * Reconciles a subscriber of which something more is wanted, and takes that step too: the only caller of the provider for
 * a subscription that exists. It reads before every call, and makes each once. `known` is the record if it has just been
 * read. Throws also what forbids what is wanted.
 */
export async function reconcileWith(
  app: SubscriptionApp & OfTenant,
  subscriberId: string,
  causedBy: Cause,
  wanted: Wanted | undefined,
  known?: StoredSubscriber,
): Promise<Reconciled> {
  const own = await withTenant(app);
  const round: Round = { id: subscriberId, causedBy, wanted, known, taken: [], line: {} };
  const done = (outcome: ReconcileOutcome) => ({
    outcome,
    taken: round.taken.find(isWanted),
    read: round.read,
  });
  for (let attempt = 1; ; attempt++) {
    const outcome = await onConflict<RoundEnd>(
      () => explainedRound(own, round, attempt >= DECISIONS_MAX),
      (conflict) => {
        if (!round.taken.some((one) => isWanted(one) && one.is === 'asked')) throw conflict;
        return 'overtaken';
      },
    );
    if (typeof outcome === 'string' || !('again' in outcome)) return done(outcome);
  }
}

/** A reconciliation under way. */
interface Round extends Pick<SubscriptionChange, 'causedBy'> {
  /** The subscriber's. */
  readonly id: string;
  readonly wanted: Wanted | undefined;
  /** The record, for the first time round. */
  known: StoredSubscriber | undefined;
  /** The steps that were taken: each call is made once. */
  readonly taken: Taken[];
  /** What was read last. */
  read?: ProviderSnapshot;
  /** What its line in the log says. */
  line: LogFields;
}

/** What ends a round: an outcome, or why another one follows. */
type RoundEnd = ReconcileOutcome | { readonly again: 'a call was made' | 'the record has changed' };

/** One round, and its line in the log: by which record, what was read, which call was made, and what was recorded. */
async function explainedRound(
  app: SubscriptionApp & WithTenant,
  round: Round,
  isLast: boolean,
): Promise<RoundEnd> {
  const { id, causedBy, wanted } = round;
  round.line = { tenant: app.tenantId, subscriberId: id, by: causedBy.by, asked: wanted?.is };
  const tell = (outcome: string) => app.log.info('reconciled', { ...round.line, outcome });
  try {
    const end = await goRound(app, round, isLast);
    if (typeof end === 'string') tell(end);
    else tell('again' in end ? `again: ${end.again}` : end.is);
    return end;
  } catch (error) {
    tell(refusalFor(error).code);
    throw error;
  }
}

/**
 * Reads the provider, and takes the next step or records what was read. A retry comes last, as its result is not there at
 * once, and so does a plan change that was answered: both are read later. What `comesLast` follows what was read.
 * `again`: with what the provider says now, or what another writer has made of the record.
 */
async function goRound(app: SubscriptionApp & WithTenant, round: Round, isLast: boolean): Promise<RoundEnd> {
  const { id, causedBy, wanted, taken } = round;
  const stored = round.known ?? (await findSubscriber(app, { by: 'svc', id: storedId(id) }));
  round.known = undefined;
  const tell = (said: LogFields) => void (round.line = { ...round.line, ...said });
  tell(factsOf(stored.subscription, app.clock()));
  const there = await readThere(app, { stored, causedBy }, tell);
  if ('is' in there) return there;
  const { pay, snapshot } = there;
  round.read = snapshot;
  tell(readFactsOf(snapshot));
  const stepOf = (one: Subscription) => {
    const step = nextStep(one, snapshot, wanted, app.clock());
    return taken.some((before) => before.step.call === step?.call) ? undefined : step;
  };
  const take = async (step: Step, of: StoredSubscriber): Promise<RoundEnd | undefined> => {
    const now = await takeStep(app, pay, { stored: of, causedBy }, step);
    taken.push(now);
    tell({ step: step.call, code: now.is === 'asked' ? now.outcome.is : now.is });
    const isLost = now.is === 'asked' && now.outcome.is === 'unknown';
    if (step.call === 'retry' || (step.call === 'changePlan' && !isLost)) return 'reconciled';
    return now.is === 'asked' ? { again: 'a call was made' } : undefined;
  };
  const first = stepOf(stored.subscription);
  const end = first && !comesLast(first) ? await take(first, stored) : undefined;
  if (end) return end;
  const after = await recordSnapshot(app, { stored, causedBy }, snapshot);
  const recorded = after?.subscription;
  if (recorded) {
    const { events, races, nextAt, nextFor } = after;
    tell({ ...factsOf(recorded, app.clock()), races, nextAt, nextFor, ...(events !== '' && { events }) });
  }
  const next = recorded && stepOf(recorded);
  if (next && !comesLast(next)) return { again: 'the record has changed' };
  if (next) {
    const newest = await findSubscriber(app, { by: 'svc', id: storedId(id) });
    return (await take(next, newest)) ?? 'reconciled';
  }
  if (!recorded && isLast) throw new Conflict([0], [undefined]);
  return recorded ? 'reconciled' : { again: 'the record has changed' };
}

/**
 * Reads the provider. Where it cannot be asked or gives no usable answer, the end that needs none is recorded; without one
 * it is asked again later. Throws what forbids to ask it.
 */
async function readThere(
  app: SubscriptionApp & WithTenant,
  { stored, causedBy }: Omit<SubscriptionChange, 'decide'>,
  tell: (said: LogFields) => void,
): Promise<{ readonly pay: Pay; readonly snapshot: ProviderSnapshot } | PayFailure> {
  const recordUnread = async () => {
    const decide = ({ subscription }: StoredSubscriber) => reconcileUnread(subscription, app.clock());
    const { decision } = await commit(app, { stored, causedBy, decide });
    if (decision) tell({ events: decision.events.map(({ type }) => type).join(' ') });
    return decision !== undefined;
  };
  const pay = await payClientFor(app, stored.subscription).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    await markAccount(app, 'refused'); // first, also where the end cannot be recorded
    await recordUnread();
    throw error;
  });
  const read = await fetchSnapshot(app, pay, stored.subscription);
  tell({ reading: read.ok ? 'read' : read.is });
  if (read.ok) return { pay, snapshot: read.value };
  if (await recordUnread()) return read;
  const kind = dueKindOf(stored.subscription, app.clock());
  await postpone(app, { stored, ...(await retryAfter(app, kind, stored.silences)) });
  return read;
}

/** Whether a step was not the record's own: a cancellation and the schedule's retries are. */
const isWanted = ({ step }: Taken): boolean =>
  step.call !== 'cancel' && (step.call !== 'retry' || step.isAsked);

/** The record with the news, and what its line in the log says of them. */
interface RecordedSnapshot {
  readonly subscription: Subscription;
  readonly nextAt: number | undefined;
  readonly nextFor: string | undefined;
  readonly races: number;
  readonly events: string;
}

/**
 * Records the news of a snapshot, oldest first, in as many transactions as it takes. Undefined if another writer has
 * changed the record since: it may know more than the snapshot, so the provider must be read again.
 */
async function recordSnapshot(
  app: SubscriptionApp & WithTenant,
  { stored, causedBy }: Omit<SubscriptionChange, 'decide'>,
  snapshot: ProviderSnapshot,
): Promise<RecordedSnapshot | undefined> {
  let races = 0;
  const events: string[] = [];
  for (let from = stored; ;) {
    const { revision } = from.subscription;
    const decide = async ({ subscription: one }: StoredSubscriber) =>
      one.revision === revision ? decideFromSnapshot(app, one, snapshot) : undefined;
    const committed = await commit(app, { stored: from, causedBy, decide });
    const { subscription, decision, dueAt } = committed;
    races += committed.races;
    events.push(...(decision?.events ?? []).map(({ type }) => type));
    if (!decision || decision.complete) {
      // Something else may wait for it at an earlier time.
      const nextFor = dueAt === decision?.next?.at ? decision?.next?.for : undefined;
      return decision && { subscription, nextAt: dueAt, nextFor, races, events: events.join(' ') };
    }
    from = await findSubscriber(app, { by: 'svc', id: storedId(subscription.id) });
    if (from.subscription.revision !== subscription.revision) return undefined;
  }
}

/** Reads the invoices and plans that the snapshot is compared with, and decides what has happened. */
async function decideFromSnapshot(
  app: SubscriptionApp & WithTenant,
  subscription: Subscription,
  snapshot: ProviderSnapshot,
): Promise<Reconciliation> {
  const now = app.clock();
  const merchantId = merchantOf(app.tenant); // where it was found just now
  const found = changed(subscription, { merchantId });
  const before = isOver(snapshot.current) ? found : cancelUnconfirmed(found);
  const onRecord = before.openReferences.map(({ reference }) => reference);
  const references = [...snapshot.earlier, snapshot.current];
  const orders = references.flatMap((one) => relevantOrders(before, one, now));
  const others = references.filter(
    ({ isReplaced, reference, planReference }) =>
      isReplaced || !onRecord.includes(reference) || planReference !== before.plan.reference,
  );
  const otherPlans = others.map(({ planReference }) => planReference);
  const [invoiceOf, plans] = await Promise.all([
    knownInvoices(app, before.id, orders),
    plansByReference(app, otherPlans),
  ]);
  const recovery = app.tenant.recovery ?? NO_RECOVERY;
  const known = { invoiceOf, planOf: (reference: string) => plans.get(reference), recovery };
  return reconcile(before, snapshot, known, now);
}
