import { expect } from 'vitest';
import { listOpenIntents, openIntents } from '../../../lib/checkout/open-intents.ts';
import { Unreadable } from '../../../lib/record.ts';
import { sayableKey } from '../../../lib/table/readable.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { behave, directBody } from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

it('Payments that are not settled are listed oldest first without one that cannot be read, on which everything else fails by its key', async ({
  world,
  shop,
}) => {
  const references = ['order 1', 'order 2', 'order 3'];
  await behave(world, shop, { loseAnswerNext: references.length, path: '/subscription/initialize' });
  for (const clientReferenceId of references) {
    await shop.call('checkout/initialize-direct', {
      body: directBody(shop.plans.basic!, { clientReferenceId }),
    });
    await world.clock.advanceTo(world.clock.now() + 1);
  }
  const open = async () =>
    (await listOpenIntents(forTenant(world.app, shop.tenant.id))).map(
      ({ clientReferenceId }) => clientReferenceId,
    );
  expect(await open()).toEqual(references);
  await world.table.apply({ update: key.intent(shop.tenant.id, 'order 2'), set: { plan: 'no plan' } });
  expect(await open()).toEqual(['order 1', 'order 3']);
  const before = world.log.length;
  await expect(openIntents(forTenant(world.app, shop.tenant.id))).rejects.toThrow(Unreadable);
  const said = world.log.slice(before).filter((line) => line.includes('record unreadable'));
  expect(JSON.parse(said[0]!)).toMatchObject({
    tenant: shop.tenant.id,
    key: sayableKey(key.intent(shop.tenant.id, 'order 2')),
  });
  expect(said.join()).not.toContain('order 2');
});
