import { isUnpaidTrial, nextPaymentAt } from '../../billing/current-state.ts';
import { shownEmail } from '../../billing/buyer.ts';
import { comingPlan } from '../../billing/plan-in-force.ts';
import { hasEnded, type Subscription } from '../../billing/subscription.ts';
import { payProvider } from '../../pay/provider.ts';
import { recoveryView } from '../../wire/recovery.ts';
import { say } from '../say.ts';
import { STATUS_WORDS } from '../words.ts';
import { amount, day, minute } from './parts.ts';

/** What colleagues call a subscriber. */
export function nameOf({ customer }: Pick<Subscription, 'customer'>): string {
  const name = `${customer.name} ${customer.surname}`.trim();
  return name === '' ? shownEmail(customer) : name;
}

/** How it stands, as a mark. */
export function stateSaid(one: Subscription) {
  if (one.status === 'ACTIVE' && one.cancellation)
    return ['warm', say().subscribers.endsOn(day(one.cancellation.accessUntil))] as const;
  if (one.status === 'ACTIVE' && isUnpaidTrial(one)) return ['good', say().subscriber.trialWord] as const;
  return STATUS_WORDS()[one.status] ?? (['', one.status] as const);
}

/** How it stands, in a sentence for the phone. `one` as of now. */
export function sentenceOf(one: Subscription, now: number): string {
  const price = amount(one.plan.price, one.plan.currency);
  if (hasEnded(one)) return say().subscriber.ended(day(one.endedAt));
  if (one.status === 'PENDING') return say().subscriber.pending;
  if (one.cancellation) {
    const until = one.cancellation.accessUntil;
    const there =
      one.cancellation.by === 'svc' ? ` ${say().subscriber.goesOn}` : ` ${say().subscriber.nothingMore}`;
    return `${say().subscriber.cancelled(day(one.cancellation.at), minute(until))}${there}`;
  }
  if (one.status === 'PAYMENT_FAILED') {
    const grace = one.graceEndsAt;
    const access =
      grace !== null && grace > now ? say().subscriber.accessUntil(minute(grace)) : say().subscriber.noAccess;
    return `${say().subscriber.due(price, day(one.failedDueAt), access)}${recoverySaid(one)}`;
  }
  const coming = comingPlan(one);
  const next = nextPaymentAt(one, now);
  if (isUnpaidTrial(one) && next !== null) return say().subscriber.trial(day(one.periodEnd), price);
  const change = coming ? ` ${say().subscriber.fromThen(coming.plan.name)}` : '';
  return next === null
    ? say().subscriber.paid(day(one.periodEnd))
    : `${say().subscriber.paidNext(day(one.periodEnd), price, day(next))}${change}`;
}

/** Why it failed and what comes next, as far as it is known. */
function recoverySaid(one: Subscription): string {
  const recovery = recoveryView(one);
  if (!recovery) return '';
  const { state, lastCode, nextAttemptAt, attempts } = recovery;
  const why = lastCode === null ? ` ${say().subscriber.noReason}` : ` ${declineSaid(lastCode)}`;
  if (state === 'needs_card') return `${why} ${say().subscriber.neverWorks}`;
  const next = ` ${nextSaid(state, nextAttemptAt)}`;
  return `${why} ${attempts === 1 ? say().subscriber.triedOnce : say().subscriber.tried(attempts)}${next}`;
}

function nextSaid(state: string, nextAttemptAt: string | null): string {
  if (nextAttemptAt !== null) return say().subscriber.again(minute(nextAttemptAt));
  return state === 'retrying' ? say().subscriber.beingTried : say().subscriber.noFurther;
}

/** The bank's reason in words, with its code for whoever asks the payment provider. */
function declineSaid(code: string): string {
  const reason = payProvider.declineReason(code);
  return say().subscriber.reason(say().declines[reason], code);
}
