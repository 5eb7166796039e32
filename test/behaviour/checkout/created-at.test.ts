import { expect, it } from 'vitest';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { directBody } from '../../support/world/shop.ts';

const { world, shop } = await openShop();

it('lists a subscriber from and to the very instant of its createdAt, though time passes meanwhile', async () => {
  let passed = 0;
  const later = () => world.clock.now() + passed++;
  world.serve(instanceOf({ ...world.app, clock: later }));
  const { body } = await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
  await world.settle();
  const svcId = String(body.svcSubscriptionId);
  const { data } = (await shop.call('subscribers/get', { query: { 'svc-id': svcId } })).body as {
    data: { createdAt: string };
  };
  const query = { from: data.createdAt, to: data.createdAt };
  expect((await shop.call('subscribers/list', { query })).body).toMatchObject({ data: [{ svcId }] });
});
