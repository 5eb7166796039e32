import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { answered, underWay, type CallOutcome, type Step } from '../billing/next-step.ts';
import type { Subscription } from '../billing/subscription.ts';
import { commit, type SubscriptionChange } from '../commit.ts';
import { RECOVERY, SECOND_MS } from '../limits.ts';
import { orOutcomeUnknown, refusalOf } from '../pay/client.ts';
import { effectOf, neverArrived } from '../pay/failure.ts';
import type { Pay } from '../pay/pay.ts';
import { messageOf } from '../queue/messages.ts';
import type { StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { makeCall, type CallAnswer } from './make-call.ts';
import { giveBack, takeCardTurn, takeTurn, type NoTurn, type Turn } from './retry-turn.ts';

/** A step that the provider was asked for. */
export interface AskedStep {
  readonly is: 'asked';
  readonly step: Step;
  readonly answer: CallAnswer;
  readonly outcome: CallOutcome;
  /** The record while it was asked. */
  readonly underWay: Subscription;
  /** The record with the answer; of a lost one the next reading tells. */
  readonly after: Subscription;
}

/** What came of a step; without its turn, or if the record did not permit it any more, the provider was not asked. */
export type Taken = AskedStep | ({ readonly step: Step } & ({ readonly is: 'not permitted' } | NoTurn));

/** A subscription as it was read, of which a step is taken. */
type Read = Omit<SubscriptionChange, 'decide'>;

/**
 * Takes a step, once: it is on record as under way before the provider is asked, and its answer after. An answer that is
 * lost is looked up by the next reading, never asked for again. Throws what forbids a plan change, `payment_outcome_unknown`
 * if its success cannot be recorded, and Conflict.
 */
export async function takeStep(
  app: SubscriptionApp & WithTenant,
  pay: Pay,
  read: Read,
  step: Step,
): Promise<Taken> {
  const turn = await turnFor(app, read, step);
  if (turn && turn.is !== 'taken') return { step, ...turn };
  const reserved = await reserve(app, read, step);
  if (!reserved) {
    if (turn) await giveBack(app, turn.attempts);
    return { step, is: 'not permitted' };
  }
  const answer = await makeCall(app, pay, step);
  const outcome = outcomeOf(step, answer);
  const recorded = recordOutcome(app, read, step, outcome, reserved);
  const after = await (outcome.is === 'done' ? orOutcomeUnknown(recorded) : recorded);
  if (turn && !answer.ok && neverArrived(answer)) await giveBack(app, turn.attempts);
  return { step, is: 'asked', answer, outcome, underWay: reserved, after };
}

/** The turn of a step that charges a card; undefined for one that needs none. */
async function turnFor(
  app: SubscriptionApp & WithTenant,
  { stored }: Read,
  step: Step,
): Promise<Turn | undefined> {
  if (step.call === 'cancel' || step.call === 'changePlan') return undefined;
  const { subscription } = stored;
  const reference = step.call === 'retry' ? step.order : step.reference;
  if (step.card) return takeCardTurn(app, reference, step.card, subscription);
  return step.call === 'retry' ? takeTurn(app, step.order, subscription) : undefined;
}

/** Whether the record says nothing of a step: of a card's try its turn does, and an activation cannot be made twice. */
const isOffRecord = (step: Step): boolean =>
  step.call === 'activate' || (step.call === 'retry' && step.card !== undefined);

/** The record with the step under way; undefined if it does not permit it any more. */
async function reserve(
  app: SubscriptionApp & WithTenant,
  read: Read,
  step: Step,
): Promise<Subscription | undefined> {
  if (isOffRecord(step)) return read.stored.subscription;
  const decide = ({ subscription }: StoredSubscriber) => underWay(subscription, step, app.clock());
  const { subscription, decision } = await commit(app, { ...read, decide });
  return decision && subscription;
}

/** What an answer means for the step that it answers. */
function outcomeOf({ call }: Step, answer: CallAnswer): CallOutcome {
  if (answer.ok) {
    const made = answer.value && { ...answer.value, trialEnd: answer.value.trialEnd ?? null };
    return { is: 'done', made };
  }
  if (effectOf(answer) === 'unknown') return { is: 'unknown' };
  const ofPlan = call === 'changePlan' ? ({ refused: 'plan_change_refused' } as const) : {};
  const refusal = refusalOf(answer, { declined: 'payment_refused', ...ofPlan });
  return { is: 'refused', refusal, hasArrived: !neverArrived(answer) };
}

/** Records what came of a step. What comes of it later is read soon: the charge of another plan, the result of a retry. */
async function recordOutcome(
  app: SubscriptionApp & WithTenant,
  read: Read,
  step: Step,
  outcome: CallOutcome,
  reserved: Subscription,
): Promise<Subscription> {
  if (isOffRecord(step)) return reserved;
  if (step.call === 'retry' && outcome.is !== 'refused') {
    await readSoon(app, read);
    return reserved;
  }
  const decide = ({ subscription }: StoredSubscriber) =>
    answered(subscription, reserved, { step, outcome }, app.clock());
  const subscriber = { kind: 'subscriber', tenantId: app.tenantId, subscriberId: reserved.id } as const;
  const next = outcome.is === 'done' && step.call === 'changePlan' ? { thenReconcile: subscriber } : {};
  const stored = { ...read.stored, subscription: reserved };
  return (await commit(app, { ...read, ...next, stored, decide })).subscription;
}

/** The first look for the result, sooner than the sweep would take it; where the message is refused the sweep does. */
async function readSoon(app: SubscriptionApp & WithTenant, { stored }: Read): Promise<void> {
  const [firstMs] = RECOVERY.pollsMs;
  const named = { kind: 'subscriber', tenantId: app.tenantId, subscriberId: stored.subscription.id } as const;
  try {
    await app.queues.reconciliation.send([messageOf(named, Math.ceil(firstMs / SECOND_MS))]);
  } catch (error) {
    app.log.warn('messages left to the sweep', { tenant: app.tenantId, ...errorFields(error) });
  }
}
