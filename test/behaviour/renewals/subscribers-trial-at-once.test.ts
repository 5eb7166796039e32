import { expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { DAY, read, receivedEvents, subscribe, toPlan } from '../../support/world/shop.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'daily', interval: 'DAILY' },
    { name: 'tried', interval: 'DAILY', price: '180.00', trialDays: 5 },
  ],
});

it('spec: useTrial: the trial’s end is periodEnd and accessUntil from the change on, also in its event', async () => {
  const member = await subscribe(world, shop, { plan: shop.plans.daily! });
  const trialEnd = world.clock.now() + 5 * DAY;
  await shop.call('subscribers/change-plan', {
    body: { ...toPlan(shop, member, 'tried'), useTrial: true },
  });
  const { data } = await read(shop, member);
  for (const end of [data.currentPeriodEnd, data.accessUntil, data.nextPaymentAt])
    expect(Date.parse(String(end))).toBe(trialEnd);
  const cancelled = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
  expect((cancelled.body.data as { accessUntil: string }).accessUntil).toBe(data.accessUntil);
  await world.settle();
  const changed = receivedEvents(world, shop).filter(({ type }) => type === 'DID_CHANGE_RENEWAL_PREF');
  expect(changed.at(-1)?.data.periodEnd).toBe(Math.floor(trialEnd / 1000));
});
