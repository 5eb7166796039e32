import { chosenPlan } from '../billing/plan-in-force.ts';
import { hasSameInterval, type Plan } from '../billing/plan.ts';
import { viewAt, type SubscriptionView } from '../billing/current-state.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { plansOf } from '../table/subscribers/plans.ts';
import { previewPage, type ShownPreview } from '../pages/portal/plan.ts';
import type { PortalView } from '../pages/portal/view.ts';
import type { HtmlPage } from '../pages/layout.ts';
import type { BoundPreview, PreviewRequest } from '../subscriptions/preview-change.ts';
import type { SignedIn } from './session.ts';

/**
 * The plans that a customer may change to, cheapest first: sold, of the product, interval and currency that the provider
 * requires, and those that the tenant has named if it has named any.
 */
export async function offeredPlans(
  app: CoreApp & OfTenant,
  { portal }: Pick<SignedIn, 'portal'>,
  one: SubscriptionView,
): Promise<Plan[]> {
  const all = await plansOf(app);
  const now = all.find(({ id }) => id === one.plan.id);
  const { plans } = portal;
  const isOffered = (plan: Plan) =>
    plan.active &&
    plan.id !== chosenPlan(one).id &&
    plan.id !== one.plan.id &&
    plan.productReference === now?.productReference &&
    hasSameInterval(plan, one.plan) &&
    plan.currency === one.plan.currency &&
    (plans === 'same-product' || plans.includes(plan.reference));
  return all.filter(isOffered).sort((a, b) => Number(a.price) - Number(b.price));
}

/** A preview as its page shows it. */
export const shownPreview = (view: PortalView, bound: BoundPreview, when: ShownPreview['when']): HtmlPage =>
  previewPage(view, { ...bound, subscription: viewAt(bound.subscription, view.now), when });

/** What a customer asks to see before a plan change: it is made at the provider too. */
export const previewAsked = (
  one: SubscriptionView,
  to: Plan,
  when: PreviewRequest['upgradePeriod'],
): PreviewRequest => ({
  subscriber: { by: 'pay', reference: one.payReference },
  plan: { by: 'pay', reference: to.reference },
  upgradePeriod: when,
  useTrial: false,
  resetRecurrenceCount: true,
});
