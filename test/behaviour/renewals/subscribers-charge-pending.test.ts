import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { charge, HOUR } from '../../support/world/shop.ts';

describe('spec: Identical requests at the same moment', () => {
  it.for([
    ['PUT', 'subscribers/change-plan'],
    ['DELETE', 'subscribers/cancel'],
  ] as const)(
    'our choice: %s is answered alike, also when the first is recorded already',
    async ([_, route], { world, shop, member }) => {
      if (route === 'subscribers/cancel') await charge(world, member.reference, 'failure');
      await world.advance(HOUR);
      const body =
        route === 'subscribers/cancel'
          ? { 'pay-subscriber-reference-code': member.reference }
          : {
              'pay-subscriber-reference-code': member.reference,
              'pay-plan-reference-code': shop.plans.plus!.reference,
            };
      const first = await shop.call(route, { body });
      await world.clock.advanceTo(world.clock.now() + 1_000);
      const second = await shop.call(route, { body });
      expect([first.status, second.status]).toEqual([200, 200]);
      await world.clock.advanceTo(world.clock.now() + 10_000);
      expect((await shop.call(route, { body })).status).toBe(409);
    },
  );
});
