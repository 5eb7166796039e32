import { test } from 'vitest';
import { MINUTE, subscribe } from './shop.ts';
import { makeTenant } from './tenant.ts';
import { START, startWorld } from './world.ts';

/**
 * A test in a world of its own, which begins at `begins`: what it names is made for it, and nothing else. `shop` is a
 * tenant with `settings`, `member` bought `basic` a minute ago. A file whose tenants are other than usual extends this with
 * settings of its own; to override would change them for other files too, since files share this module.
 */
export const it = test
  .extend('begins', START)
  .extend('world', async ({ begins }, { onCleanup }) => {
    const world = await startWorld(begins);
    onCleanup(() => world.stop());
    return world;
  })
  .extend('settings', (): Parameters<typeof makeTenant>[1] => ({}))
  .extend('shop', ({ world, settings }) => makeTenant(world, settings))
  .extend('member', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    return member;
  });
