import { storedId } from '../../../lib/billing/identifiers.ts';
import { expect, it } from 'vitest';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { moveToPlan, subscribe } from '../../support/world/shop.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();

it('Nothing is asked for while an earlier reference, whose orders may still change, is not answered for', async () => {
  const member = await subscribe(world, shop);
  const reference = await moveToPlan(shop, member, 'plus');
  const stored = await findSubscriber(shop.app, { by: 'svc', id: storedId(member.id) });
  expect(stored.subscription.openReferences.map((one) => one.reference)).toEqual([
    member.reference,
    reference,
  ]);
  const asked: string[] = [];
  servePaying(world, (provider) => ({
    readSubscription: async (one) =>
      one === member.reference ? { ok: false, is: 'timeout' } : provider.readSubscription(one),
    upgrade: (ask) => (asked.push(ask.reference), provider.upgrade(ask)),
  }));
  const back = {
    'pay-subscriber-reference-code': reference,
    'pay-plan-reference-code': shop.plans.basic!.reference,
  };
  const { status, body } = await shop.call('subscribers/change-plan', { body: back });
  expect([status, body.errorCode, asked]).toEqual([504, 'provider_timeout', []]);
  world.serve();
  expect((await shop.call('subscribers/change-plan', { body: back })).status).toBe(200);
});
