import type { PayApp, WithTenant } from '../runtime/app.ts';
import type { SubscriptionStatus } from '../billing/subscription.ts';
import type { Pay, PayAnswer, PayFailure, PayInputField } from './pay.ts';
import type { PayStatus } from './provider-records.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { asAnotherAccount, isElsewhere, type OfMerchant } from './another-account.ts';
import { withHealthTracking } from './health.ts';
import { paceOf } from './pace.ts';
import { payAccount } from '../table/tenants/tenants.ts';

/**
 * A client for the tenant's payment account, which keeps its health; not found of another account is `otherAccount`.
 * Throws `provider_not_configured`.
 */
export async function payClientFor(app: PayApp & WithTenant, of?: OfMerchant): Promise<Pay> {
  const pay = app.pay(await payAccount(app), () => app.timeLeft(), paceOf(app));
  return withHealthTracking(app, of && isElsewhere(app.tenant, of) ? asAnotherAccount(app, pay) : pay);
}

/** The default refusal for each failure; `declined` is `payment_refused` only for a call that charges. */
const DEFAULT_CODES = {
  declined: 'provider_refused',
  invalidInput: 'invalid_request',
  refused: 'provider_refused',
  notFound: 'provider_refused',
  planNotFound: 'plan_inactive', // as if it had been retired here too
  notFinished: 'provider_refused',
  rateLimited: 'provider_limited',
  credentials: 'provider_credentials_refused',
  switchedOff: 'provider_configuration',
  otherAccount: 'provider_configuration',
  unclear: 'provider_answer_invalid',
  unreachable: 'provider_unreachable',
  outOfTime: 'temporarily_unavailable',
  timeout: 'provider_timeout',
  connectionLost: 'provider_timeout',
  invalidResponse: 'provider_answer_invalid',
} as const satisfies Record<PayFailure['is'], RefusalCode>;

/** Failures whose provider code and message are passed on to the caller. */
const PASSED_THROUGH: ReadonlySet<PayFailure['is']> = new Set([
  'declined',
  'invalidInput',
  'refused',
  'notFound',
  'planNotFound',
  'notFinished',
  'switchedOff',
  'unclear',
]);

const OTHER_ACCOUNT =
  'This belongs to another merchant account at the payment provider than the one that is connected now.';

/** The value of an answer; throws the failure's refusal. `as` overrides the code of single failures. */
export function valueOrRefuse<T>(
  answer: PayAnswer<T>,
  as: Partial<Record<PayFailure['is'], RefusalCode>> = {},
): T {
  if (answer.ok) return answer.value;
  throw refusalOf(answer, as);
}

/** The refusal for a failure. Invalid input names the request's field. */
export function refusalOf(
  failure: PayFailure,
  as: Partial<Record<PayFailure['is'], RefusalCode>> = {},
): Refusal {
  const code = as[failure.is] ?? DEFAULT_CODES[failure.is];
  const reason = 'providerCode' in failure && PASSED_THROUGH.has(failure.is) ? failure : undefined;
  const message = failure.is === 'otherAccount' ? OTHER_ACCOUNT : reason?.message || undefined;
  const field = failure.is === 'invalidInput' && failure.field && requestField(failure.field);
  return new Refusal(code, {
    message,
    ...(reason && { providerErrorCode: reason.providerCode }),
    ...(field && { details: [{ field, message: message ?? 'is not valid for the payment provider' }] }),
    ...(failure.is === 'rateLimited' && { retryAfterSeconds: 60 }),
  });
}

/** The provider's status in our terms. */
export function statusOf(status: PayStatus): SubscriptionStatus {
  const ours = {
    ACTIVE: 'ACTIVE',
    PENDING: 'PENDING',
    UNPAID: 'PAYMENT_FAILED',
    CANCELLED: 'CANCELLED',
    EXPIRED: 'EXPIRED',
  } as const satisfies Record<PayStatus, SubscriptionStatus>;
  return ours[status];
}

/**
 * Wraps the work after a call that may have moved money. Throws a refusal as it is; any other error is an unknown
 * outcome, with `extra` to ask again.
 */
export async function orOutcomeUnknown<T>(
  following: Promise<T>,
  extra: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await following;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('payment_outcome_unknown', { extra }, error);
  }
}

const CARD_MEMBERS: ReadonlySet<PayInputField> = new Set([
  'cardHolderName',
  'cardNumber',
  'expireMonth',
  'expireYear',
  'cvc',
]);

/** The field of a request body that corresponds to the payment provider's complaint. */
export function requestField(field: PayInputField): string {
  return CARD_MEMBERS.has(field) ? `paymentCard.${field}` : field;
}
