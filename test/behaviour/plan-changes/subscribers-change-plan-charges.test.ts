import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { planChangesOf } from './plan-changes.ts';
import {
  behave,
  DAY,
  eventNamesOf,
  HOUR,
  ledger,
  MINUTE,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';

const { world, shop } = await openShop();

const { byPay, bySvc } = planChangesOf(shop);
const chargesTo = async ({ email }: Member) =>
  (await ledger(world, shop))
    .filter(({ customerEmail }) => customerEmail === email)
    .map(({ amount }) => amount);

async function differencesOf({ svcId }: Member) {
  const { body } = await shop.call('reports/differences');
  const all = body.data as { kind: string; subscriber: { svcId: string } }[];
  return all.filter(({ subscriber }) => subscriber.svcId === svcId).map(({ kind }) => kind);
}

describe('spec: PUT /subscribers, what it charges', () => {
  it('our choice: going back to the plan that the provider still charges makes no new charge', async () => {
    const member = await subscribe(world, shop);
    await bySvc(member, 'plus');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { status, body } = await byPay(member.reference, 'basic');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      payReference: member.reference,
      newPlanReference: shop.plans.basic!.reference,
      syncedWithPay: true,
      charge: null,
      payResponse: { referenceCode: member.reference, subscriptionStatus: 'ACTIVE' },
    });
    await world.advance(DAY);
    expect(await chargesTo(member)).toEqual(['100.00']);
    expect((await read(shop, member)).data).toMatchObject({
      planReference: shop.plans.basic!.reference,
      providerTold: true,
    });
    expect(eventNamesOf(world, shop, member).slice(1)).toEqual([
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_CHANGE_RENEWAL_PREF/DOWNGRADE',
    ]);
  });

  it('our choice: an immediate change to a plan scheduled at the provider is made and charged there', async () => {
    const member = await subscribe(world, shop);
    await byPay(member.reference, 'plus', { upgradePeriod: 'NEXT_PERIOD' });
    await world.advance(MINUTE);
    await bySvc(member, 'basic');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { body } = await byPay(member.reference, 'plus');
    expect(body.data).toMatchObject({ syncedWithPay: true, charge: { amount: '200.00' } });
    await world.advance(DAY);
    expect(await chargesTo(member)).toEqual(['100.00', '200.00']);
  });

  it.each([
    ['sent first', {}],
    ['sent first; as long as it cannot be sent, no plan is changed', { failNext: 1, path: '/cancel' }],
  ])('our choice: a cancellation past its undo window is %s', async (_, trouble) => {
    const member = await subscribe(world, shop);
    await world.advance(DAY);
    const named = { 'pay-subscriber-reference-code': member.reference };
    const { data } = (await shop.call('subscribers/cancel', { body: named })).body;
    const end = Date.parse((data as { accessUntil: string }).accessUntil);
    await world.advance(end - 25 * HOUR - world.clock.now());
    await world.clock.advanceTo(end - 23 * HOUR);
    await behave(world, shop, trouble);
    const { status, body } = await byPay(member.reference, 'plus');
    expect([status, body.errorCode]).toEqual([409, 'plan_change_refused']);
    await world.advance(2 * DAY);
    expect(await chargesTo(member)).toEqual(['100.00']);
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
  });

  it('our choice: what it charges for time after a cancellation in our records alone is listed as a difference', async () => {
    const member = await subscribe(world, shop);
    const { data } = (await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } })).body;
    await world.advance(DAY);
    expect((await byPay(member.reference, 'plus')).body.data).toMatchObject({ charge: { amount: '200.00' } });
    await world.advance(MINUTE);
    const { accessUntil } = (await read(shop, member)).data;
    expect(accessUntil).toBe((data as { accessUntil: string }).accessUntil);
    const { body } = await shop.call('reports/differences');
    expect(body.data).toMatchObject([
      {
        kind: 'charged_after_cancellation',
        subscriber: { id: member.id },
        ours: 'cancelled in our records alone',
        theirs: 'charged 200.00 TRY',
      },
    ]);
  });

  it.each(['svc-id', 'pay-subscriber-reference-code'] as const)(
    'our choice: a cancellation by %s before the charge is recorded leaves the period that it pays for',
    async (name) => {
      const member = await subscribe(world, shop);
      await world.advance(20 * DAY);
      const { body } = await byPay(member.reference, 'plus');
      const { charge } = body.data as { charge: { at: string } };
      const ids = { 'svc-id': member.svcId, 'pay-subscriber-reference-code': member.reference };
      await shop.call('subscribers/cancel', { body: { [name]: ids[name] } });
      await world.advance(HOUR);
      const { data } = await read(shop, member);
      expect(data.currentPeriodStart).toBe(charge.at);
      expect(data.accessUntil).toBe(data.currentPeriodEnd);
      expect(await differencesOf(member)).toEqual([]);
      await world.advance(12 * DAY);
      expect((await read(shop, member)).data.subscriptionStatus).toBe('ACTIVE');
      await world.advance(20 * DAY);
      expect((await read(shop, member)).data.subscriptionStatus).toBe('CANCELLED');
    },
  );
});
