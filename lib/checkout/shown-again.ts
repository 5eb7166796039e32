import type { Checkout } from '../billing/checkout.ts';
import { checkoutPageState, type CheckoutPageState } from '../billing/checkout-page-state.ts';
import { FORM_FILLED_IN_MS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, SubscriptionApp } from '../runtime/app.ts';
import { lookUpCheckout } from '../table/purchases/checkouts.ts';
import { lookUpPlan } from '../table/subscribers/plans.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { completeCheckout } from './complete-hosted.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** A checkout and the state that its page shows; `isAsked`: it shows no form only because the provider was asked and did not say. */
export interface ShownCheckout {
  readonly checkout: Checkout;
  readonly state: CheckoutPageState;
  readonly isAsked: boolean;
}

/**
 * What the page of a checkout shows at `now` (epoch ms). Somebody may have paid by a form whose return never reached us:
 * before it is shown again the provider is asked, 600 times a minute per tenant at most, and without an answer no form is
 * shown. Nor is one shown of a plan that has been retired since.
 */
export async function stateWhenShown(
  app: SubscriptionApp,
  checkout: Checkout,
  now: number,
): Promise<ShownCheckout> {
  const [shown, isRetired] = await Promise.all([
    stateAsAsked(app, checkout, now),
    isOfRetiredPlan(app, checkout, now),
  ]);
  return shown.state === 'open' && isRetired ? { ...shown, state: 'retired' } : shown;
}

/** Whether the plan that an open form sells is no longer sold. A card form sells none. */
async function isOfRetiredPlan(app: CoreApp, checkout: Checkout, now: number): Promise<boolean> {
  if (checkout.kind !== 'subscribe' || checkoutPageState(checkout, now) !== 'open') return false;
  const plan = await lookUpPlan(forTenant(app, checkout.tenant), {
    by: 'pay',
    reference: checkout.plan.reference,
  });
  return plan !== undefined && !plan.active;
}

async function stateAsAsked(app: SubscriptionApp, checkout: Checkout, now: number): Promise<ShownCheckout> {
  const state = checkoutPageState(checkout, now);
  const isFresh = now - checkout.startedAt < FORM_FILLED_IN_MS;
  if (checkout.kind !== 'subscribe' || state !== 'open' || isFresh)
    return { checkout, state, isAsked: false };
  const inVain = { checkout, state: 'checking', isAsked: true } as const;
  const own = forTenant(app, checkout.tenant);
  const [whole, { isGranted }] = await Promise.all([withTenant(own), takeToken(own, 'callbacks')]);
  if (!isGranted) return inVain;
  const end = await completeCheckout(whole, checkout, 'schedule').catch(undefinedIfRefused);
  if (!end || end.is === 'unknown') return inVain;
  if (end.is === 'unpaid') return { checkout, state, isAsked: false };
  const ended = (await lookUpCheckout(app, checkout.token)) ?? checkout;
  return { checkout: ended, state: checkoutPageState(ended, now), isAsked: false };
}

/** A refusal of ours (no provider account, a busy record) decides nothing. */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
