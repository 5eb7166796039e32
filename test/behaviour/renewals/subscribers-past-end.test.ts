import { expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import {
  check,
  DAY,
  eventNamesOf,
  MINUTE,
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
