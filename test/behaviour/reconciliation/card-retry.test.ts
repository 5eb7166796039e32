import { expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  comeBack,
  eventNamesOf,
  HOUR,
  ledger,
  MINUTE,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();
/** What the provider was asked to do. */
const asked: string[] = [];
const app = throughPorts(world.app, ({ port, method }, effect) => {
  if (port === 'pay') asked.push(method);
  return effect();
});
world.serve(instanceOf(app));

/** A customer enters a good card and comes back. */
async function entersCard(member: Member): Promise<void> {
  const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  await payForm(world, token);
  await comeBack(world, token);
}

it('a new card without anything owed has nothing charged', async () => {
  const member = await subscribe(world, shop);
  await world.advance(HOUR);
  asked.length = 0;
  await entersCard(member);
  await world.advance(HOUR);
  expect(asked).not.toContain('retryOrder');
  expect(asked).not.toContain('activate');
  expect(await ledger(world, shop)).toHaveLength(1);
});

it('a payment that was tried again is told of within minutes, though the provider’s answer to that was lost', async () => {
  await behave(world, shop, { dropNotifications: true });
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  await behave(world, shop, { loseAnswerNext: 1, path: '/operation/retry' });
  asked.length = 0;
  await entersCard(member);
  await world.advance(3 * MINUTE);
  expect(asked.filter((method) => method === 'retryOrder')).toEqual(['retryOrder']);
  expect(eventNamesOf(world, shop, member)).toEqual([
    'SUBSCRIBED/INITIAL_BUY',
    'DID_FAIL_TO_RENEW',
    'DID_RENEW/BILLING_RECOVERY',
  ]);
});

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
