import { expect } from 'vitest';
import { it as inWorld } from '../../support/world/fixtures.ts';
import { HOUR, subscribe } from '../../support/world/shop.ts';
import { kindsOf, listedTenant, quietShop } from './comparison.ts';

/**
 * A test in a world whose tenants are compared with the provider: `shop`, which hears nothing from the provider, and
 * `bystander` with a subscriber, of whom no comparison has anything to report.
 */
export const it = inWorld
  .extend('shop', ({ world }) => quietShop(world))
  .extend('bystander', { auto: true }, async ({ world }, { onCleanup }) => {
    const bystander = await listedTenant(world);
    await subscribe(world, bystander);
    await world.advance(HOUR); // its purchase has been reconciled
    onCleanup(async () => {
      for (const state of ['open', 'closed']) expect(await kindsOf(bystander, state)).toEqual([]);
    });
    return bystander;
  });
