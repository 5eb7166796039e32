import type { SubscriptionApp } from '../runtime/app.ts';
import type { Checkout, CheckoutOutcome, SubscribeCheckout } from '../billing/checkout.ts';
import type { Subscription } from '../billing/subscription.ts';
import { RETURN_READ_INTERVAL_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { claimReturn } from '../table/purchases/checkout-returns.ts';
import { isRateLimited } from '../table/work/limited-turns.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { findTenant } from '../table/tenants/tenants.ts';
import { completeCardUpdate } from './complete-card-update.ts';
import { completeCheckout, resultOf, type CheckoutResult } from './complete-hosted.ts';
import { unknownFor } from './unknown-outcome.ts';

/** What to tell a browser that has returned from the provider's form. */
export type ReturnResult =
  | { readonly is: 'success'; readonly outcome: CheckoutOutcome }
  | { readonly is: 'cardReplaced'; readonly subscription: Subscription }
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  /** Nothing is known yet: the browser should come back after this many seconds. */
  | { readonly is: 'checking'; readonly afterSeconds: number };

/** A browser's return: its token, whether we asked it to come back, and the tenant of its key pair, if sent. */
export interface FormReturn {
  readonly token: string;
  readonly isAgain: boolean;
  readonly tenant: string | undefined;
}

/**
 * Handles a browser's return from the provider's form: completes the checkout by the provider's result. The provider is
 * read at most once in three seconds per token, and 600 times a minute per tenant; in between, or if the provider's own
 * limit is met, the browser gets what is on record, or is told to come back. Undefined for an unknown token.
 */
export async function returnFromForm(
  app: SubscriptionApp,
  { token, isAgain, tenant: caller }: FormReturn,
): Promise<{ checkout: Checkout; end: ReturnResult } | undefined> {
  const returned = await claimReturn(app, token, caller);
  if (!returned) return undefined;
  const { checkout, mayAsk } = returned;
  const end =
    checkout.kind === 'card'
      ? await handleCardReturn(app, checkout)
      : await handlePurchaseReturn(app, checkout, mayAsk, isAgain);
  return { checkout, end };
}

async function handleCardReturn(
  app: SubscriptionApp,
  checkout: Checkout & { kind: 'card' },
): Promise<ReturnResult> {
  const end = await completeCardUpdate(app, await findTenant(app, checkout.tenant), checkout, app.clock());
  if (end.is === 'expired') return { is: 'failed', code: end.code, message: end.message };
  return { is: 'cardReplaced', subscription: end.subscription };
}

async function handlePurchaseReturn(
  app: SubscriptionApp,
  checkout: SubscribeCheckout,
  mayAsk: boolean,
  isAgain: boolean,
): Promise<ReturnResult> {
  if (checkout.outcome) return returnResultOf(resultOf(checkout, checkout.outcome), isAgain);
  if (!mayAsk) return checkAgainAfter(checkout.askedAt + RETURN_READ_INTERVAL_MS - app.clock());
  const [tenant, { isGranted, endsAt }] = await Promise.all([
    findTenant(app, checkout.tenant),
    takeToken(app, checkout.tenant, 'callbacks'),
  ]);
  if (!isGranted) return checkAgainAfter(endsAt - app.clock());
  const trigger = isAgain ? 'returnedAgain' : 'returned';
  const end = await completeCheckout(app, tenant, checkout, trigger).catch(undecidedIfRefused);
  const mayReturnLater = end.is === 'silent' && !isAgain && isRateLimited(app, tenant.id);
  return mayReturnLater ? checkAgainAfter(RETURN_READ_INTERVAL_MS) : returnResultOf(end, isAgain);
}

/** A refusal of ours (no provider account, a busy record) decides nothing: the browser comes back once, and may have paid. */
function undecidedIfRefused(error: unknown): CheckoutResult {
  if (!(error instanceof Refusal)) throw error;
  return { is: 'open', refusal: unknownFor(error) };
}

/**
 * A form that the provider reports as unfinished just after payment is read once more. A browser whose form the
 * provider does not answer about may have paid, so it is not invited to pay again.
 */
function returnResultOf(end: CheckoutResult, isAgain: boolean): ReturnResult {
  if (end.is === 'success' || end.is === 'failed') return end;
  if (end.is === 'open' && !isAgain) return checkAgainAfter(RETURN_READ_INTERVAL_MS);
  const { code, message } = end.refusal;
  return { is: 'failed', code, message };
}

const checkAgainAfter = (ms: number): ReturnResult => ({
  is: 'checking',
  afterSeconds: Math.max(1, Math.ceil(ms / 1000)),
});
