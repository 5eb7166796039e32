import { describe, expect } from 'vitest';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { lookUpPayMark } from '../../../lib/table/work/pay-health.ts';
import { differencePut, openedAs } from '../../../lib/table/differences/differences.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import type { Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

describe('A message', () => {
  it('about a subscriber who does not exist fails, and says nothing about the tenant’s account', async ({
    world,
    shop,
  }) => {
    const message = { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: 'nobody' } as const;
    await expect(dispatch(world.app, message)).rejects.toMatchObject({ code: 'subscriber_not_found' });
    expect(await lookUpPayMark(world.app, shop.tenant.id)).toBeUndefined();
  });

  it.for(['repair', 'listing', 'notification'] as const)(
    'of kind %s about a record that cannot be read is counted, and left to the subscriber’s own due time',
    async (kind, { world, shop, member }) => {
      const tenantId = shop.tenant.id;
      const differenceId = await openAbout(world, shop, member);
      const at = key.subscriber(tenantId, { id: member.id });
      const { refs } = (await world.table.get(at, { consistent: true }))!;
      await world.table.apply({ update: at, set: { refs: 'unreadable' } });
      const before = world.log.length;
      const { reference } = member;
      const named = { tenantId, subscriberId: member.id, differenceId, reference };
      await dispatch(world.app, { kind, ...named });
      const counted = world.log.slice(before).filter((line) => line.includes('"Unreadable":1'));
      expect(counted).toHaveLength(1);
      await world.table.apply({ update: at, set: { refs: refs! } });
    },
  );
});

/** Writes a difference about a subscriber that is open, and returns its id. */
async function openAbout(world: World, shop: TestTenant, { id, reference }: Member): Promise<string> {
  const differs = { kind: 'status_differs', ours: 'ACTIVE', theirs: 'CANCELLED' } as const;
  const found = { ...differs, about: id, subscriberId: id, reference, since: world.clock.now() };
  await world.table.write(differencePut(shop.tenant.id, found, world.clock.now()));
  return openedAs(shop.tenant.id, found).id;
}
