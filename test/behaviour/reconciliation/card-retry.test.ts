import { expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { advanceToRenewal, behave, CARDS, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
/** What the provider was asked to do. */
const asked: string[] = [];
const app = throughPorts(world.app, ({ port, method }, effect) => {
  if (port === 'pay') asked.push(method);
  return effect();
});
world.serve(instanceOf(app));

it('a payment is not tried again while the customer has the form open and has not come back', async () => {
  await behave(world, shop, { dropNotifications: true });
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  asked.length = 0;
  const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  expect((await shop.call('checkout/update-card', { body })).status).toBe(200);
  await world.advance(20 * MINUTE);
  expect(asked).not.toContain('retryOrder');
  await world.advance(20 * MINUTE);
  expect(asked.filter((method) => method === 'retryOrder')).toEqual(['retryOrder']);
});
