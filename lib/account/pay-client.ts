import type { App } from '../app.ts';
import type { SubscriptionStatus } from '../billing/subscription.ts';
import type { Pay, PayAnswer, PayFailure, PayStatus } from '../pay/pay.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { payAccount, type Tenant } from '../table/tenants.ts';

/** The tenant's line to the payment provider. */
export async function payClientFor(app: App, tenant: Tenant): Promise<Pay> {
  return app.pay(await payAccount(app, tenant));
}

/** How a failed call is answered where nothing but a read, or a call without money, was asked for. */
const ORDINARY = {
  refused: 'payment_refused',
  notFound: 'provider_refused',
  notFinished: 'provider_refused',
  rateLimited: 'provider_limited',
  credentials: 'provider_credentials_refused',
  unreachable: 'provider_unreachable',
  timeout: 'provider_timeout',
  connectionLost: 'provider_timeout',
  invalidResponse: 'provider_answer_invalid',
} as const satisfies Record<PayFailure['is'], RefusalCode>;

/** The value of an answer, or the refusal that fits the failure. `as` names other codes for single failures. */
export function valueOrRefuse<T>(
  answer: PayAnswer<T>,
  as: Partial<Record<PayFailure['is'], RefusalCode>> = {},
): T {
  if (answer.ok) return answer.value;
  throw refusalOf(answer, as);
}

export function refusalOf(
  failure: PayFailure,
  as: Partial<Record<PayFailure['is'], RefusalCode>> = {},
): Refusal {
  const code = as[failure.is] ?? ORDINARY[failure.is];
  const told = failure.is === 'refused' || failure.is === 'notFound' || failure.is === 'notFinished';
  return new Refusal(code, {
    ...(told && { providerErrorCode: failure.providerCode, message: failure.message }),
    ...(failure.is === 'rateLimited' && { retryAfterSeconds: 60 }),
  });
}

/** Whether the provider may have done what it was asked although no usable answer came. */
export function outcomeUnknown(failure: PayFailure): boolean {
  return failure.is === 'timeout' || failure.is === 'connectionLost' || failure.is === 'invalidResponse';
}

/** Whether the provider said nothing about what was asked; it may be asked again. */
export function isTransientFailure(failure: PayFailure): boolean {
  return failure.is === 'unreachable' || failure.is === 'rateLimited' || outcomeUnknown(failure);
}

/** The provider's status in our words. A superseded subscription lives on under its new reference. */
export function statusOf(status: PayStatus): SubscriptionStatus {
  const ours = {
    ACTIVE: 'ACTIVE',
    UPGRADED: 'ACTIVE',
    PENDING: 'PENDING',
    UNPAID: 'PAYMENT_FAILED',
    SUSPENDED: 'PAYMENT_FAILED',
    CANCELLED: 'CANCELLED',
    EXPIRED: 'EXPIRED',
  } as const satisfies Record<PayStatus, SubscriptionStatus>;
  return ours[status];
}
