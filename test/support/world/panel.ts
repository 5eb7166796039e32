import { behave, subscribe, type Member } from './shop.ts';
import { makeTenant, type TestTenant } from './tenant.ts';
import type { World } from './world.ts';

/** Three plans of which each costs more than the one before. */
export const RISING_PLANS = ['basic', 'plus', 'gold'].map((name, nth) => ({
  name,
  price: `${nth + 1}00.00`,
}));

/** A new member of a shop with three plans, whose provider sends no notification from now on. */
export async function memberWithoutNotifications(
  world: World,
): Promise<{ shop: TestTenant; member: Member }> {
  const shop = await makeTenant(world, { plans: RISING_PLANS });
  const member = await subscribe(world, shop);
  await behave(world, shop, { dropNotifications: true });
  return { shop, member };
}

/** The merchant moves a subscription to another plan in the provider's own panel; answers its new reference. */
export async function upgradeInPanel(
  world: World,
  { credentials, plans }: TestTenant,
  { reference }: { readonly reference: string },
  plan = 'plus',
  period: 'NOW' | 'NEXT_PERIOD' = 'NOW',
  useTrial = false,
): Promise<string> {
  const made = await world.app.pay({ baseUrl: world.pay.url, ...credentials }).upgrade({
    reference,
    newPlanReference: plans[plan]!.reference,
    period,
    useTrial,
    resetRecurrenceCount: true,
  });
  if (!made.ok) throw new Error(`the provider did not change the plan: ${made.is}`);
  return made.value.reference;
}
