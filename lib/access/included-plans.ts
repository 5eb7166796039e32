import type { IncludedPlan } from '../billing/access.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { MinuteCache } from '../table/instance-cache.ts';
import { plansOf } from '../table/subscribers/plans.ts';

/** What is included in a subscription's plan now. */
export type PlanNow = (subscription: Pick<Subscription, 'plan'>) => IncludedPlan;

const plans = new MinuteCache<ReadonlyMap<string, IncludedPlan>>();

/** What a tenant's plans include, remembered for a minute. One round trip at most. */
export async function plansNow(app: CoreApp & OfTenant): Promise<PlanNow> {
  const byId = await plans.find(app, app.tenantId, async () => {
    const all = await plansOf(app);
    return new Map(all.map(({ id, lookupKey, features }) => [id, { id, lookupKey, features }]));
  });
  return ({ plan: { id } }) => byId.get(id) ?? { id, lookupKey: null, features: {} };
}
