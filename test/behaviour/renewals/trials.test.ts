import { expect } from 'vitest';
import { it as test } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { behave, DAY, HOUR, MINUTE, receivedEvents, subscribe } from '../../support/world/shop.ts';

const it = test.extend('settings', () => ({
  plans: [
    { name: 'basic' },
    { name: 'plus', price: '200.00', trialDays: 11 },
    { name: 'gold', price: '300.00' },
  ],
}));

const after = (now: number, ms: number) => new Date(now + ms).toISOString();

it('our choice: a trial is the period from its purchase on, also where the provider’s clock is ahead', async ({
  world,
  shop,
}) => {
  world.serve(instanceOf({ ...world.app, clock: () => world.clock.now() - 2_000 }));
  const member = await subscribe(world, shop, { plan: shop.plans.plus! });
  const ends = after(world.clock.now(), 11 * DAY);
  await world.advance(MINUTE);
  const { body: access } = await shop.call('access', { query: { 'svc-id': member.svcId } });
  expect.soft(access).toMatchObject({ data: { because: 'trial', changesAt: ends } });
  const { body: list } = await shop.call('subscribers/list', {});
  expect.soft(list).toMatchObject({ data: [{ accessUntil: ends, currentPeriodEnd: ends }] });
});

it('our choice: who cancelled and takes a plan with a trial has access to its end, also while the provider is silent', async ({
  world,
  shop,
}) => {
  const member = await subscribe(world, shop, { plan: shop.plans.basic! });
  await world.advance(HOUR);
  const by = { 'pay-subscriber-reference-code': member.reference };
  await shop.call('subscribers/cancel', { body: by });
  await world.advance(25 * DAY);
  const ends = after(world.clock.now(), 11 * DAY);
  const body = { ...by, 'pay-plan-reference-code': shop.plans.plus!.reference, useTrial: true };
  expect(await shop.call('subscribers/change-plan', { body })).toMatchObject({ status: 200 });
  await behave(world, shop, { failNext: 1_000_000 });
  const { body: list } = await shop.call('subscribers/list', {});
  expect.soft(list).toMatchObject({ data: [{ accessUntil: ends, currentPeriodEnd: ends }] });
  await world.clock.advanceTo(world.clock.now() + 8 * DAY);
  const { body: access } = await shop.call('access', { query: { 'svc-id': member.svcId } });
  expect(access).toMatchObject({ data: { access: true, until: ends } });
});

it('our choice: a trial that was given up before it began is no period, however late that is found', async ({
  world,
  shop,
}) => {
  await behave(world, shop, { dropNotifications: true });
  const member = await subscribe(world, shop, { plan: shop.plans.basic! });
  await world.advance(5 * DAY);
  const second = await upgradeInPanel(world, shop, member, 'plus', 'NEXT_PERIOD', true);
  await world.clock.advanceTo(world.clock.now() + MINUTE);
  const third = await upgradeInPanel(world, shop, { reference: second }, 'basic', 'NEXT_PERIOD');
  await world.clock.advanceTo(world.clock.now() + MINUTE);
  const taken = world.clock.now();
  await upgradeInPanel(world, shop, { reference: third }, 'gold', 'NOW');
  await world.clock.advanceTo(taken + 28 * DAY);
  await world.advance(HOUR);
  const { body } = await shop.call('subscribers/list', {});
  expect.soft(body).toMatchObject({ data: [{ currentPeriodStart: after(taken, 0) }] });
  const starts = receivedEvents(world, shop).map(({ type, data }) => [type, data.periodStart]);
  const [[, first] = []] = starts;
  expect(starts).toEqual([
    ['SUBSCRIBED', first],
    ...Array.from({ length: 3 }, () => ['DID_CHANGE_RENEWAL_PREF', first]),
    ['DID_RENEW', Math.floor(taken / 1000)],
  ]);
});
