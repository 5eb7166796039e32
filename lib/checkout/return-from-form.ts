import type { SubscriptionApp } from '../runtime/app.ts';
import type { PurchaseOutcome } from '../billing/begun-purchase.ts';
import type { Checkout, SubscribeCheckout } from '../billing/checkout.ts';
import type { UnknownReason } from '../billing/payment-knowledge.ts';
import type { SubscriptionView } from '../billing/current-state.ts';
import { AGAIN, RELOADS_MAX, RETURN_READ_INTERVAL_MS, againAfter } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { claimReturn } from '../table/purchases/checkout-returns.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { completeCardUpdate } from './complete-card-update.ts';
import { completeCheckout, resultOf, type CheckoutResult } from './complete-hosted.ts';
import { unknownFor } from './unknown-outcome.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** What to tell a browser that has returned from the provider's form. */
export type ReturnResult =
  | { readonly is: 'success'; readonly outcome: PurchaseOutcome }
  | { readonly is: 'cardReturned'; readonly subscription: SubscriptionView }
  /** The card form was over; what was entered in time is used. */
  | { readonly is: 'expired' }
  /** By the provider's code and message, which is empty where it gave none. */
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  /** Nothing is known yet: the browser should come back after this many seconds, for the `times`th time. */
  | { readonly is: 'checking'; readonly afterSeconds: number; readonly times: number }
  /** Nothing is known after all that: the payment is looked up without the browser. */
  | { readonly is: 'unknown'; readonly why: UnknownReason };

/** A browser's return: its token, how often we have asked it to come back, and the tenant of its key pair, if sent. */
export interface FormReturn {
  readonly token: string;
  readonly times: number;
  readonly tenant: string | undefined;
}

/**
 * Handles a browser's return from the provider's form: completes the checkout by the provider's result. The provider is
 * read at most once in three seconds per token, and 600 times a minute per tenant; in between, or if the provider's own
 * limit is met, the browser gets what is on record, or is told to come back. Undefined for an unknown token.
 */
export async function returnFromForm(
  app: SubscriptionApp,
  { token, times, tenant: caller }: FormReturn,
): Promise<{ checkout: Checkout; end: ReturnResult } | undefined> {
  const returned = await claimReturn(app, token, caller);
  if (!returned) return undefined;
  const { checkout, mayAsk } = returned;
  const end =
    checkout.kind === 'card'
      ? await handleCardReturn(app, checkout)
      : await handlePurchaseReturn(app, checkout, mayAsk, times);
  return { checkout, end };
}

async function handleCardReturn(
  app: SubscriptionApp,
  checkout: Checkout & { kind: 'card' },
): Promise<ReturnResult> {
  const own = await withTenant(forTenant(app, checkout.tenant));
  const end = await completeCardUpdate(own, checkout, app.clock());
  if (end.is === 'expired') return end;
  return { is: 'cardReturned', subscription: end.subscription };
}

async function handlePurchaseReturn(
  app: SubscriptionApp,
  checkout: SubscribeCheckout,
  mayAsk: boolean,
  times: number,
): Promise<ReturnResult> {
  if (checkout.outcome) return returnResultOf(resultOf(checkout, checkout.outcome), times);
  const waitedFor = (ms: number) => checkAgainAfter(ms, Math.max(times, 1));
  if (!mayAsk) return waitedFor(checkout.askedAt + RETURN_READ_INTERVAL_MS - app.clock());
  const own = forTenant(app, checkout.tenant);
  const [whole, { isGranted, endsAt }] = await Promise.all([withTenant(own), takeToken(own, 'callbacks')]);
  if (!isGranted) return waitedFor(endsAt - app.clock());
  const trigger = times > 0 ? 'returnedAgain' : 'returned';
  const end = await completeCheckout(whole, checkout, trigger).catch(unknownIfRefused);
  return returnResultOf(end, times);
}

/** A refusal of ours (no provider account, a busy record) decides nothing: who came back may have paid. */
function unknownIfRefused(error: unknown): CheckoutResult {
  if (!(error instanceof Refusal)) throw error;
  return { is: 'unknown', why: unknownFor(error), poll: 'soon' };
}

/** What is definite is told at once. Nobody whose payment is unknown is sent away, or invited to pay again. */
function returnResultOf(end: CheckoutResult, times: number): ReturnResult {
  if (end.is === 'success' || end.is === 'failed') return end;
  if (end.is === 'unpaid' || times < RELOADS_MAX.checking)
    return checkAgainAfter(againAfter(times, AGAIN.checking), times + 1);
  return { is: 'unknown', why: end.why };
}

const checkAgainAfter = (ms: number, times: number): ReturnResult => ({
  is: 'checking',
  afterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  times,
});
