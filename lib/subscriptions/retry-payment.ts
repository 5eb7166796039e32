import type { SubscriberRef } from '../billing/identifiers.ts';
import { checkRetry, isRetryAsked } from '../billing/recovery.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { inFrame } from '../frame.ts';
import { Refusal } from '../refusal.ts';
import type { SubscriptionApp, WithTenant } from '../runtime/app.ts';

/**
 * Has the failed renewal of a subscriber charged again now, after a fresh read of the provider. Its result is an event. An
 * identical request at the same moment gets the same answer. Throws `subscriber_not_found`, `already_ended`,
 * `nothing_to_retry`, `retry_too_soon`, and the refusals of a provider call.
 */
export const retryPayment = (
  app: SubscriptionApp & WithTenant,
  ref: SubscriberRef,
  since: number,
): Promise<Subscription> =>
  inFrame(app, { verb: 'retry-payment', ref, since }, async (frame) => {
    const found = await frame.find();
    if (hasEnded(found.subscription)) throw new Refusal('already_ended'); // for good, whatever a reading says
    const done = await frame.carryOut(found, { is: 'retry', since });
    if (done.is === 'asked') {
      if (done.step.outcome.is === 'refused') throw done.step.outcome.refusal;
      return frame.answer('asked', done.after, done.after.subscription);
    }
    const { subscription } = done.current;
    if (hasEnded(subscription)) throw new Refusal('already_ended');
    if (isRetryAsked(subscription, since)) return frame.answer('repeated', done.current, subscription);
    checkRetry(subscription, app.clock());
    throw new Refusal('retry_too_soon');
  });
