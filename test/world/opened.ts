import { afterAll } from 'vitest';
import { makeTenant, type TestTenant } from './tenant.ts';
import { startWorld, type World } from './world.ts';

/** A world for the tests of one file, stopped after the last of them. */
export async function openWorld(...how: Parameters<typeof startWorld>): Promise<World> {
  const world = await startWorld(...how);
  afterAll(() => world.stop());
  return world;
}

/** A world for the tests of one file, with a tenant in it. */
export async function openShop(
  tenant?: Parameters<typeof makeTenant>[1],
): Promise<{ readonly world: World; readonly shop: TestTenant }> {
  const world = await openWorld();
  return { world, shop: await makeTenant(world, tenant) };
}
