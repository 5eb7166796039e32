import { afterAll, afterEach } from 'vitest';
import { mustBeInformative } from './log-line.ts';
import { makeTenant, type TestTenant } from './tenant.ts';
import { startWorld, type World } from './world.ts';

/** A world for the tests of one file, stopped after the last of them; each test has logged only what tells somebody something. */
export async function openWorld(...how: Parameters<typeof startWorld>): Promise<World> {
  const world = await startWorld(...how);
  afterAll(() => world.stop());
  afterEach(mustBeInformative);
  return world;
}

/** A world for the tests of one file, with a tenant in it. */
export async function openShop(
  tenant?: Parameters<typeof makeTenant>[1],
): Promise<{ readonly world: World; readonly shop: TestTenant }> {
  const world = await openWorld();
  return { world, shop: await makeTenant(world, tenant) };
}
