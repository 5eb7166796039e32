import { expect } from 'vitest';
import type { App } from '../../lib/app.ts';
import { it } from '../world/fixtures.ts';
import { instanceOf } from '../world/instance.ts';
import { control, DAY, HOUR, statusOf, subscribe } from '../world/shop.ts';
import { kindsOf, listedTenant, night, reconcile } from './comparison.ts';

it.for(['made', 'given up'] as const)(
  'an activation that was reported and not made stays listed, night after night, until it is %s',
  async (end, { world }) => {
    const shop = await listedTenant(world);
    const pay: App['pay'] = (...asked) => ({
      ...world.app.pay(...asked),
      activate: async () => ({ ok: true, value: undefined }),
    });
    world.serve(instanceOf({ ...world.app, pay }));
    const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
    await world.advance(DAY + HOUR);
    for (let nights = 1; nights <= 2; nights++) {
      await night(world);
      expect(await statusOf(shop, member)).toBe('PENDING');
      expect(await kindsOf(shop)).toEqual(['status_differs']);
    }
    world.serve(instanceOf(world.app));
    const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    if (end === 'made') expect((await provider.activate(member.reference)).ok).toBe(true);
    else await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await reconcile(world, shop, member);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    expect(await kindsOf(shop, 'closed')).toEqual(['status_differs']);
  },
);
