import { beforeAll, describe, expect, it } from 'vitest';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import { throughPorts } from '../../faults/ports.ts';
import { ticks } from '../../faults/walks/ticks.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  behave,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  read,
  subscribe,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import type { Answer } from '../../support/world/world.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic', price: '100.00' },
    { name: 'plus', price: '200.00' },
    { name: 'gold', price: '300.00' },
  ],
});
beforeAll(async () => {
  await behave(world, shop, { dropNotifications: true });
});

const toPlus = (member: Member) => ({
  'pay-subscriber-reference-code': member.reference,
  'pay-plan-reference-code': shop.plans.plus!.reference,
});

/** An instance that changes plans at the provider in this way. */
const upgradingBy = (
  upgrade: (pay: Pay, ...asked: Parameters<Pay['upgrade']>) => ReturnType<Pay['upgrade']>,
) =>
  instanceOf({
    ...world.app,
    pay: (account) => {
      const pay = world.app.pay(account);
      return { ...pay, upgrade: (...asked) => upgrade(pay, ...asked) };
    },
  });

/** The provider makes the change, and then the table takes nothing. */
async function changeUnrecorded(body: Record<string, unknown>): Promise<Answer> {
  let isMade = false;
  const dying = throughPorts(world.app, async ({ port, method }, effect) => {
    if (isMade && port === 'table' && method === 'write')
      throw Object.assign(new Error(), { name: 'ThrottlingException' });
    const answer = await effect();
    isMade ||= method === 'upgrade';
    return answer;
  });
  return instanceOf(dying).call('subscribers/change-plan', { body, headers: shop.headers });
}

describe('spec: PUT /subscribers, made at the provider and not recorded', () => {
  it('our choice: is recorded and announced within two minutes, with its charge, without a notification', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const plus = shop.plans.plus!;
    expect((await changeUnrecorded(toPlus(member))).status).toBe(504); // nobody may believe that it was not made
    await world.advance(2 * MINUTE);
    expect((await read(shop, member)).data.planReference).toBe(plus.reference);
    expect(eventNamesOf(world, shop, member).slice(1)).toEqual([
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    expect(paidIn(await ledger(world, shop)).map(({ amount }) => amount)).toEqual(['100.00', '200.00']);
  });

  it('our choice: repeated at any later time, it is recorded and answered as made, and made once', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const before = paidIn(await ledger(world, shop)).length;
    expect((await changeUnrecorded(toPlus(member))).status).toBe(504);
    await world.clock.advanceTo(world.clock.now() + 10 * MINUTE); // and no sweep has found it yet
    const again = await shop.call('subscribers/change-plan', { body: toPlus(member) });
    expect(again).toMatchObject({
      status: 200,
      body: { data: { newPlanReference: shop.plans.plus!.reference, syncedWithPay: true } },
    });
    await world.settle();
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    expect(paidIn(await ledger(world, shop))).toHaveLength(before + 1);
  });

  it('our choice: its outcome stays unknown to a repetition while the provider does not list it', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const ask = () => shop.call('subscribers/change-plan', { body: toPlus(member) });
    await behave(world, shop, { loseAnswerNext: 1, path: '/upgrade', searchLagMs: 5 * MINUTE });
    expect((await ask()).body.error).toBe('payment_outcome_unknown');
    expect(await ask()).toMatchObject({ status: 504, body: { error: 'payment_outcome_unknown' } });
    await world.advance(10 * MINUTE);
    await behave(world, shop, { searchLagMs: 0 });
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.plus!.reference);
  });

  it('our choice: a later request for another plan than the one made is carried out after it', async () => {
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const before = paidIn(await ledger(world, shop)).length;
    expect((await changeUnrecorded(toPlus(member))).status).toBe(504);
    await world.clock.advanceTo(world.clock.now() + 10 * MINUTE);
    const gold = shop.plans.gold!.reference;
    const { status, body } = await shop.call('subscribers/change-plan', {
      body: { ...toPlus(member), 'pay-plan-reference-code': gold },
    });
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { newPlanReference: gold } });
    await world.advance(2 * MINUTE);
    expect((await read(shop, member)).data.planReference).toBe(gold);
    expect(eventNamesOf(world, shop, member).filter((name) => name.includes('PREF'))).toHaveLength(2);
    const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(paidIn(await ledger(world, shop))).toHaveLength(before + 2);
    expect(listed.data).toHaveLength(3);
  });
});

describe('spec: PUT /subscribers, twice at the same moment', () => {
  it('our choice: both get the same answer, even while the provider does not list the result', async () => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { searchLagMs: HOUR });
    const body = toPlus(member);
    const others: Promise<Answer>[] = [];
    const slow = upgradingBy(async (pay, asked) => {
      others.push(shop.call('subscribers/change-plan', { body }));
      await ticks(20);
      return pay.upgrade(asked);
    });
    const first = await slow.call('subscribers/change-plan', { body, headers: shop.headers });
    const second = (await Promise.all(others)).map(({ status, body: said }) => ({ status, body: said }));
    await behave(world, shop, { searchLagMs: 0 });
    expect(first).toMatchObject({ status: 200 });
    expect(second).toEqual([{ status: first.status, body: first.body }]);
  });
});

describe('spec: PUT /subscribers, overtaken by a later change', () => {
  it('our choice: is answered as made if its reference was recorded and superseded before it could record it', async () => {
    const member = await subscribe(world, shop);
    const overtaken = upgradingBy(async (pay, asked) => {
      const made = await pay.upgrade(asked);
      if (!made.ok) return made;
      const { reference } = made.value;
      await pay.upgrade({ ...asked, reference, newPlanReference: shop.plans.gold!.reference });
      const named = { tenantId: shop.tenant.id, subscriberId: member.id };
      expect(await reconcileSubscriber(world.app, named, { by: 'operator', id: null })).toBe('reconciled');
      return made;
    });
    const { status, body } = await overtaken.call('subscribers/change-plan', {
      body: toPlus(member),
      headers: shop.headers,
    });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    await world.advance(10 * MINUTE);
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.gold!.reference);
    expect(world.queues.dead).toEqual([]);
  });
});
