import { expect, it } from 'vitest';
import { openShop } from '../world/opened.ts';
import { DAY, directBody } from '../world/shop.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'daily', interval: 'DAILY' },
    { name: 'tried', interval: 'DAILY', price: '180.00', trialDays: 5 },
  ],
});

it('useTrial: a trial that begins at the instant of the purchase is a period like any other', async () => {
  const { body } = await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.daily!) });
  await shop.call('subscribers/change-plan', {
    body: {
      'pay-subscriber-reference-code': (body.data as { referenceCode: string }).referenceCode,
      'pay-plan-reference-code': shop.plans.tried!.reference,
      useTrial: true,
    },
  });
  await world.settle();
  const cancelled = await shop.call('subscribers/cancel', { body: { 'svc-id': body.svcSubscriptionId } });
  const { accessUntil } = cancelled.body.data as { accessUntil: string };
  expect(Date.parse(accessUntil) - world.clock.now()).toBe(5 * DAY);
});
