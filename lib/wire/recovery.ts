import { recoveryTimes } from '../billing/recovery-times.ts';
import * as z from 'zod/mini';
import { recoveryState } from '../billing/recovery.ts';
import type { RecoverySettings } from '../billing/recovery-settings.ts';
import type { SubscriptionView } from '../billing/current-state.ts';
import { svcIdOf, type SubscriberRef } from '../billing/identifiers.ts';
import { RECOVERY } from '../limits.ts';
import { subscriberMembers, subscriberRefIn } from './identifiers.ts';
import { invalid, optional, read } from './read.ts';
import { iso } from './time.ts';
import { named, success, said, uuidOf, SVC_IDS, open, timeOf, type Told } from './shape.ts';
import { payReferenceShape, statusWordShape } from './subscription-words.ts';

/** A renewal that was not paid, and how it is being recovered. */
export const recoveryShape = said(
  z.nullable(
    named(
      'Recovery',
      z.strictObject({
        state: open(
          said(
            z.enum(['retrying', 'needs_card', 'waiting']),
            '`needs_card`: the bank says that this card will never work. `waiting`: no retry is planned.',
          ),
        ),
        attempts: said(z.int(), 'With the present card in the last 30 days, whoever made them.'),
        lastCode: said(z.nullable(z.string()), "The bank's code, as the payment provider names it."),
        lastAttemptAt: z.nullable(timeOf('When it was tried last.')),
        nextAttemptAt: z.nullable(timeOf('When it is tried next; null where no retry is planned.')),
        endsAt: timeOf('When the subscription is cancelled if nobody has paid until then.'),
      }),
    ),
  ),
  'While a renewal is unpaid: how it is being recovered. Otherwise null.',
);

/** The shape of a `recoveryAnswer`. */
export const recoveryAnswerShape = named(
  'RecoveryAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      retryDays: said(z.array(z.int()), 'Days after the failure; none where nothing is retried.'),
      then: said(z.enum(['cancel', 'keep']), 'What follows the last retry, not before grace ends.'),
    }),
  }),
);

/** The shape of a `retryAnswer`. */
export const retryAnswerShape = named(
  'RetryAnswer',
  z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      id: uuidOf('the subscription'),
      svcId: SVC_IDS.sub,
      payReference: payReferenceShape,
      status: statusWordShape,
      recovery: recoveryShape,
    }),
  }),
);

/** Body of PUT /account/recovery. */
export const recoveryBody = z.object({
  retryDays: said(
    z.array(z.int().check(z.minimum(1), z.maximum(RECOVERY.lastDay))).check(z.maxLength(RECOVERY.daysMax)),
    'Up to six rising days from 1 to 60 after the failure; `[]` for no retries.',
  ),
  then: said(
    optional(z.enum(['cancel', 'keep'])),
    'What follows the last retry: `keep` (default) or `cancel`.',
  ),
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
export const recoveryAnswer = ({ retryDays, then }: RecoverySettings): Told<typeof recoveryAnswerShape> => ({
  status: 'success',
  data: { retryDays: [...retryDays], then },
});

/** How a subscriber's failed renewal is being recovered; null without one. */
export function recoveryView(one: SubscriptionView) {
  const { recovery, status } = one;
  const state = recoveryState(one);
  const times = recoveryTimes(one);
  if (!recovery || !state || !times || status !== 'PAYMENT_FAILED') return null;
  const { attempts, decline } = recovery;
  const { nextAttemptAt, endsAt } = times;
  return {
    state,
    attempts: attempts.length,
    lastCode: decline.code,
    lastAttemptAt: iso(attempts.at(-1) ?? null),
    nextAttemptAt: iso(nextAttemptAt),
    endsAt: iso(endsAt),
  };
}

/** Body of POST /subscribers/retry-payment. */
export const retryBody = z.object(subscriberMembers);

/** Reads the body of POST /subscribers/retry-payment. */
export const retryInput = (body: unknown): SubscriberRef => subscriberRefIn(read(retryBody, body));

/** Answer of POST /subscribers/retry-payment. */
export function retryAnswer(subscription: SubscriptionView): Told<typeof retryAnswerShape> {
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
