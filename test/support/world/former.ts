import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { control, MINUTE, subscribe, type Member } from './shop.ts';
import type { TestTenant } from './tenant.ts';
import type { World } from './world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** Ends a subscription at the provider, and waits until that is on record and announced. */
export async function end(world: World, shop: TestTenant, { reference, id }: Member): Promise<void> {
  await control(world, `/subscriptions/${reference}/expire`, {});
  const named = { tenantId: shop.tenant.id, subscriberId: id };
  await reconcileSubscriber(forTenant(world.app, named.tenantId), named.subscriberId, {
    by: 'operator',
    id: null,
  });
  await world.advance(2 * MINUTE);
}

/** A subscriber whose only subscription has ended. */
export async function former(
  world: World,
  shop: TestTenant,
  who: Parameters<typeof subscribe>[2] = {},
): Promise<Member> {
  const member = await subscribe(world, shop, who);
  await end(world, shop, member);
  return member;
}
