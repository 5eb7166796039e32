import { describe, expect } from 'vitest';
import type { RouteName } from '../../../functions/routes.ts';
import { it as test } from '../../support/world/fixtures.ts';
import {
  behave,
  CARDS,
  directBody,
  ledger,
  paidIn,
  receivedEvents,
  someone,
  toPlan,
} from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant } from '../../support/world/tenant.ts';
import type { Ask } from '../../support/world/world.ts';
import { card, keyed } from './keyed-requests.ts';

const it = test.extend('email', () => someone());
const PAYS = '/subscription/initialize';
/** The first call lasts until all five have met it, also on a slow engine. */
const LATENCY_MS = 200;

/** The route, under which name its caller says that requests are the same, and what says so. */
const SAME = [
  ['clientReferenceId', { body: { clientReferenceId: 'order 1' } }],
  ['Idempotency-Key', { headers: keyed('one') }],
  ['clientReferenceId, under keys of their own', { body: { clientReferenceId: 'order 1' }, ownKeys: true }],
] as const;

/** Five identical direct checkouts at once. */
function fiveOf(
  shop: TestTenant,
  given: Record<string, unknown>,
  same: { body?: object; headers?: Record<string, string>; ownKeys?: boolean },
) {
  const ask = (nth: number): Ask => ({
    body: { ...given, ...same.body },
    headers: { ...same.headers, ...(same.ownKeys && keyed(`key ${nth}`.replace(' ', '-'))) },
  });
  return Promise.all([1, 2, 3, 4, 5].map((nth) => shop.call('checkout/initialize-direct', ask(nth))));
}

describe.each(SAME)('spec: Five direct checkouts at the same moment with one %s', (_name, same) => {
  it('our choice: are charged once, and all answered with the subscription', async ({
    world,
    shop,
    email,
  }) => {
    await behave(world, shop, { latencyMs: LATENCY_MS });
    const answers = await fiveOf(shop, directBody(shop.plans.basic!, { email }), same);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('our choice: ask the bank once, and all get its refusal', async ({ world, shop, email }) => {
    await behave(world, shop, { latencyMs: LATENCY_MS });
    const given = directBody(shop.plans.basic!, { email, paymentCard: card(CARDS.noMoney) });
    const answers = await fiveOf(shop, given, same);
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402, 402, 402]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await ledger(world, shop)).toHaveLength(1);
    const more = await fiveOf(shop, directBody(shop.plans.basic!, { email }), same);
    expect(more.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('our choice: are all told of an outcome that is not known', async ({ world, shop, email }) => {
    await behave(world, shop, { latencyMs: LATENCY_MS, loseAnswerNext: 1, path: PAYS });
    const answers = await fiveOf(shop, directBody(shop.plans.basic!, { email }), same);
    expect(answers.map(({ status }) => status)).toEqual([504, 504, 504, 504, 504]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('our choice: are all told where the provider asks for fewer requests, and to wait', async ({
    world,
    shop,
    email,
  }) => {
    await behave(world, shop, { latencyMs: LATENCY_MS, limitNext: 1, path: PAYS });
    const answers = await fiveOf(shop, directBody(shop.plans.basic!, { email }), same);
    for (const { status, body, headers } of answers)
      expect({ status, code: body.error, again: headers['retry-after'] }).toEqual({
        status: 503,
        code: 'provider_limited',
        again: '60',
      });
    expect(answers).toHaveLength(5);
  });

  it('our choice: are all refused for their input', async ({ shop, email }) => {
    const given = directBody(shop.plans.basic!, { email, gsmNumber: '+905555555555' });
    const answers = await fiveOf(shop, given, same);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('spec: Five requests at the same moment with one Idempotency-Key', () => {
  it('our choice: open one form', async ({ shop, email }) => {
    const ask = { body: checkoutBody(shop.plans.basic!, { email }), headers: keyed('form') };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => shop.call('checkout/initialize', ask)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('our choice: change the plan once', async ({ shop, member }) => {
    const body = toPlan(shop, member, 'plus');
    const ask = { body, headers: keyed('change') };
    const answers = await Promise.all([1, 2, 3].map(() => shop.call('subscribers/change-plan', ask)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

/** What may be asked of a subscription, by what it does; `first` has to be so before. */
const CHANGES: readonly [what: string, route: RouteName, first?: RouteName][] = [
  ['cancel', 'subscribers/cancel'],
  ['undo a cancellation', 'subscribers/undo-cancel', 'subscribers/cancel'],
  ['change the plan', 'subscribers/change-plan'],
];

describe('spec: Two identical requests at the same moment, right after the purchase', () => {
  it.for(CHANGES)(
    'our choice: %s once, and both are answered as done',
    async ([, route, first], { world, shop, member }) => {
      const plan = { 'pay-plan-reference-code': shop.plans.plus!.reference };
      const by = { 'pay-subscriber-reference-code': member.reference };
      const body = route === 'subscribers/change-plan' ? { ...by, ...plan } : by;
      if (first) expect((await shop.call(first, { body })).status).toBe(200);
      await world.settle();
      const before = receivedEvents(world, shop).length;
      const answers = await Promise.all([1, 2].map(() => shop.call(route, { body })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await world.settle();
      expect(receivedEvents(world, shop)).toHaveLength(before + 1);
    },
  );
});
