import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Item } from '../../../lib/table/table.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { behave, MINUTE, someone, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** A difference as GET /reports/differences answers it. */
type Difference = Record<'id' | 'kind' | 'ours' | 'theirs' | 'action', string> & {
  readonly closedAt: string | null;
  readonly since: string;
  readonly subscriber: { readonly subscriberId: string };
};

/** A tenant that the comparison finds in the operators' list. */
export async function listedTenant(
  world: World,
  settings: Parameters<typeof makeTenant>[1] = {},
): Promise<TestTenant> {
  const shop = await makeTenant(world, settings);
  const { id } = shop.tenant;
  await world.table.apply({ put: { ...key.tenantListed(id), id } });
  return shop;
}

/** A listed tenant that the provider sends no notifications. */
export async function quietShop(world: World): Promise<TestTenant> {
  const shop = await listedTenant(world);
  await behave(world, shop, { dropNotifications: true });
  return shop;
}

/** A night: every comparison is begun and worked off. */
export async function night(world: World): Promise<void> {
  await startComparisons(world.app);
  await world.advance(20 * MINUTE);
}

export async function differencesOf(shop: TestTenant, state = 'open'): Promise<Difference[]> {
  const { body } = await shop.call('reports/differences', { query: { state, limit: '100' } });
  return body.data as Difference[];
}

/** The kinds of a tenant's differences, sorted. */
export const kindsOf = async (shop: TestTenant, state = 'open') =>
  (await differencesOf(shop, state)).map(({ kind }) => kind).sort();

/** How far the comparison of a tenant is; undefined where none is under way. */
export const comparisonOf = (world: World, { tenant }: TestTenant): Promise<Item | undefined> =>
  world.table.get(key.comparison(tenant.id), { consistent: true });

export const storedAt = ({ tenant }: TestTenant, { id }: Pick<Member, 'id'>) =>
  key.subscriber(tenant.id, { id });

/** Has a subscriber reconciled now, whatever is due. */
export async function reconcile(world: World, { tenant }: TestTenant, { id }: Member): Promise<void> {
  const body = { kind: 'subscriber', tenantId: tenant.id, subscriberId: id } as const;
  await world.app.queues.reconciliation.send([{ group: tenant.id, body }]);
  await world.settle();
}

/** The merchant sells a subscription in its own panel. */
export const soldAtProvider = (world: World, shop: TestTenant) =>
  directStart(world, shop, shop.plans.basic!.reference, someone());
