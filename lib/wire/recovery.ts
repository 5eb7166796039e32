import * as z from 'zod/mini';
import { recoveryState, type RecoverySettings } from '../billing/recovery.ts';
import type { Subscription } from '../billing/subscription.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import { RECOVERY } from '../limits.ts';
import { invalid, optional, read } from './read.ts';
import { iso } from './time.ts';

/** Body of PUT /account/recovery. */
export const recoveryBody = z.object({
  retryDays: z
    .array(z.int().check(z.minimum(1), z.maximum(RECOVERY.lastDay)))
    .check(z.maxLength(RECOVERY.daysMax)),
  then: optional(z.enum(['cancel', 'keep'])),
});

/** Reads the body of PUT /account/recovery: rising days, none for no retries. */
export function recoveryInput(body: unknown): RecoverySettings {
  const { retryDays, then } = read(recoveryBody, body);
  return recoverySettings(retryDays, then ?? 'keep');
}

/** The settings with these days. Throws `invalid_request` unless they rise. */
export function recoverySettings(
  retryDays: readonly number[],
  then: RecoverySettings['then'],
): RecoverySettings {
  const isRising = retryDays.every((day, at) => at === 0 || day > (retryDays[at - 1] ?? 0));
  if (!isRising) throw invalid({ field: 'retryDays', message: 'must rise' });
  return { retryDays, then };
}

/** Answer of GET and PUT /account/recovery. */
export const recoveryAnswer = ({ retryDays, then }: RecoverySettings) => ({
  status: 'success',
  data: { retryDays: [...retryDays], then },
});

/** How a subscriber's failed renewal is being recovered; null without one. */
export function recoveryView({ recovery, retry, status }: Subscription) {
  if (!recovery || status !== 'PAYMENT_FAILED') return null;
  const { attempts, decline, nextAttemptAt, endsAt } = recovery;
  return {
    state: recoveryState(recovery, retry),
    attempts: attempts.length,
    lastCode: decline.code,
    lastAttemptAt: iso(attempts.at(-1) ?? null),
    nextAttemptAt: iso(nextAttemptAt),
    endsAt: iso(endsAt),
  };
}

/** Answer of POST /subscribers/retry-payment. */
export function retryAnswer(subscription: Subscription) {
  return {
    status: 'success',
    message: 'The payment is being tried. Its result comes as DID_RENEW or DID_FAIL_TO_RENEW.',
    data: {
      id: subscription.id,
      svcId: svcIdOf('subscription', subscription.id),
      payReference: subscription.payReference,
      status: subscription.status,
      recovery: recoveryView(subscription),
    },
  };
}
