import type { TestTenant } from './tenant.ts';
import type { World } from './world.ts';

/** The merchant moves a subscription to another plan in the provider's own panel; answers its new reference. */
export async function upgradeInPanel(
  world: World,
  { credentials, plans }: TestTenant,
  { reference }: { readonly reference: string },
  plan = 'plus',
  period: 'NOW' | 'NEXT_PERIOD' = 'NOW',
): Promise<string> {
  const made = await world.app.pay({ baseUrl: world.pay.url, ...credentials }).upgrade({
    reference,
    newPlanReference: plans[plan]!.reference,
    period,
    useTrial: false,
    resetRecurrenceCount: true,
  });
  if (!made.ok) throw new Error(`the provider did not change the plan: ${made.is}`);
  return made.value.reference;
}
