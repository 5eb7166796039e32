import { expect } from 'vitest';
import { exchange, type Exchange } from '../../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { control, DAY, eventNamesOf, HOUR, ledger, read, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

interface Told {
  readonly startDate?: number;
  readonly subscriptionStatus?: string;
  orders?: readonly { readonly paymentAttempts: readonly unknown[] }[];
}

/** From now on the provider lists the first order of a plan for the next period when that begins, and none if it never does. */
function listsOrdersWhenTheyBegin(world: World): void {
  const now = () => world.clock.now();
  const withoutWaiting = (one: Told) => {
    const isAhead = (one.startDate ?? 0) > now() || one.subscriptionStatus === 'CANCELED';
    if (isAhead && one.orders?.every(({ paymentAttempts }) => paymentAttempts.length === 0)) one.orders = [];
  };
  const asked = async (request: Parameters<typeof exchange>[0]): Promise<Exchange> => {
    const answer = await exchange(request);
    if (answer.is !== 'answered') return answer;
    const told = JSON.parse(answer.body) as { data?: Told & { items?: Told[] } };
    if (told.data) withoutWaiting(told.data);
    told.data?.items?.forEach(withoutWaiting);
    return { ...answer, body: JSON.stringify(told) };
  };
  const pay: World['app']['pay'] = (account) =>
    iyzico(account, { now, randomKey: () => 'r', exchange: asked });
  world.serve(instanceOf({ ...world.app, pay }));
}

/** So long after a change to another plan with the next period; answers its reference, and when the period ends. */
async function changed(
  world: World,
  shop: TestTenant,
  member: Member,
  since: number,
): Promise<[string, number]> {
  listsOrdersWhenTheyBegin(world);
  const body = {
    'pay-subscriber-reference-code': member.reference,
    'pay-plan-reference-code': shop.plans.plus!.reference,
    upgradePeriod: 'NEXT_PERIOD',
  };
  expect((await shop.call('subscribers/change-plan', { body })).status).toBe(200);
  if (since > 0) await world.advance(since);
  const { payReference, currentPeriodEnd } = (await read(shop, member)).data;
  return [String(payReference), Date.parse(String(currentPeriodEnd))];
}

const statusOf = async (shop: TestTenant, member: Member) =>
  (await read(shop, member)).data.subscriptionStatus;

const MOMENTS = [
  ['at once', 0],
  ['a second later', 1_000],
  ['a day later', DAY],
] as const;

it.for(MOMENTS)(
  'spec: A plan for the next period of which no order is listed can be cancelled %s',
  async ([, since], { world, shop, member }) => {
    const [reference, end] = await changed(world, shop, member, since);
    const body = { 'pay-subscriber-reference-code': reference };
    expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
    await world.advance(end + 3 * HOUR - world.clock.now());
    expect(await ledger(world, shop)).toHaveLength(1);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
    expect(eventNamesOf(world, shop, member)).not.toContain('DID_RENEW/BILLING_RECOVERY');
  },
);

it.for(MOMENTS)(
  'spec: A plan for the next period that is cancelled in the panel %s ends with the paid period',
  async ([, since], { world, shop, member }) => {
    const [reference, end] = await changed(world, shop, member, since);
    await control(world, `/subscriptions/${reference}/cancel`, {});
    await world.advance(end + 3 * DAY - world.clock.now());
    expect(await statusOf(shop, member)).toBe('CANCELLED');
    expect(eventNamesOf(world, shop, member).some((name) => name.startsWith('EXPIRED'))).toBe(true);
    expect(await ledger(world, shop)).toHaveLength(1);
  },
);
