import { expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import {
  check,
  comeBack,
  DAY,
  eventNamesOf,
  MINUTE,
  nextOrder,
  read,
  statusOf,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';

const { world, shop } = await openShop();

/** How a subscriber stands where it can be read; `listed` among those that are active. */
async function shownAs(member: Member) {
  const { hasActiveSubscription, data } = await check(shop, member.email);
  const { body } = await shop.call('subscribers/list', { query: { status: 'ACTIVE' } });
  const ended = { status: 'CANCELLED', email: member.email };
  const found = (await shop.call('subscribers/list', { query: ended })).body.data as { id: string }[];
  return {
    get: await statusOf(shop, member),
    check: data?.subscription?.status,
    active: hasActiveSubscription,
    listed: body.data,
    byEmail: found.map(({ id }) => id),
  };
}

it('our choice: after access ends, a cancelled subscription accepts no change, even before its end is recorded', async () => {
  const member = await subscribe(world, shop);
  await world.advance(MINUTE);
  await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
  await world.settle();
  const told = eventNamesOf(world, shop, member).length;
  await world.clock.advanceTo(world.clock.now() + 31 * DAY);
  const changed = await shop.call('subscribers/change-plan', {
    body: { 'svc-subscriber-id': member.svcId, 'svc-plan-id': shop.plans.plus!.id },
  });
  expect(await shownAs(member)).toEqual({
    ...{ get: 'CANCELLED', check: 'CANCELLED', active: false, listed: [] },
    byEmail: [member.id],
  });
  expect([changed.status, changed.body.errorCode]).toEqual([409, 'already_ended']);
  const form = await shop.call('checkout/update-card', {
    body: { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/done' },
  });
  expect([form.status, form.body.errorCode]).toEqual([409, 'already_ended']);
  await world.advance(MINUTE);
  await world.settle();
  expect(eventNamesOf(world, shop, member).slice(told)).toEqual(['EXPIRED']);
});

it('our choice: a plan scheduled for the next period counts from its start, even before that is recorded', async () => {
  const member = await subscribe(world, shop);
  const plus = shop.plans.plus!.reference;
  await world.advance(MINUTE);
  const changed = await shop.call('subscribers/change-plan', {
    body: {
      'pay-subscriber-reference-code': member.reference,
      'pay-plan-reference-code': plus,
      upgradePeriod: 'NEXT_PERIOD',
    },
  });
  expect(changed.status).toBe(200);
  const { svcId } = member;
  const { payReference } = (await read(shop, member)).data;
  await world.settle();
  const { startPeriod } = await nextOrder(world, String(payReference));
  await world.clock.advanceTo(startPeriod - 1);
  const callbackUrl = 'https://shop.example/card';
  const form = await shop.call('checkout/update-card', { body: { 'svc-id': svcId, callbackUrl } });
  expect((await read(shop, member)).data).toMatchObject({ nextPlanReference: plus });
  await world.clock.advanceTo(startPeriod);
  expect((await read(shop, member)).data).toMatchObject({ planReference: plus, nextPlanReference: null });
  expect((await check(shop, member.email)).data?.subscription).toMatchObject({ planReference: plus });
  const list = await shop.call('subscribers/list', { query: { email: member.email, plan: plus } });
  expect(list.body.data).toMatchObject([{ svcId }]);
  const { headers } = await comeBack(world, String(form.body.token));
  expect(new URL(headers.location!).searchParams.get('planReference')).toBe(plus);
});
