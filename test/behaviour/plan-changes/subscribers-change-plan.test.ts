import { describe, expect, it } from 'vitest';
import { anyNumber, anyText } from '../../support/world/expecting.ts';
import {
  control,
  DAY,
  ledger,
  MINUTE,
  read,
  statusOf,
  subscribe,
  receivedEvents,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';
import { planChangesOf } from './plan-changes.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic', price: '100.00' },
    { name: 'plus', price: '200.00', trialDays: 5 },
    { name: 'same price', price: '100.00' },
    { name: 'yearly', price: '1000.00', interval: 'YEARLY' },
  ],
});

const { byPay, bySvc } = planChangesOf(shop);
const chargesTo = async ({ email }: Member) =>
  (await ledger(world, shop))
    .filter(({ customerEmail }) => customerEmail === email)
    .map(({ amount }) => amount);
const PREF = 'DID_CHANGE_RENEWAL_PREF';

describe('spec: PUT /subscribers', () => {
  it('never shows the former plan’s next payment: of the new one it is known once it was charged', async () => {
    const member = await subscribe(world, shop);
    await world.advance(3 * DAY);
    await byPay(member.reference, 'same price');
    const meanwhile = (await read(shop, member)).data.nextPaymentAt;
    await world.advance(2 * MINUTE);
    const after = (await read(shop, member)).data.nextPaymentAt as string;
    expect(meanwhile).toBeNull();
    expect(Date.parse(after) - world.clock.now()).toBeGreaterThan(30 * DAY);
  });

  it('changes the plan at the provider and answers its new reference', async () => {
    const member = await subscribe(world, shop);
    const { status, body } = await byPay(member.reference, 'plus');
    expect(status).toBe(200);
    const { payReference } = body.data as { payReference: string };
    expect(payReference).not.toBe(member.reference);
    expect(body).toEqual({
      status: 'success',
      message: 'The plan was changed.',
      data: {
        id: member.id,
        svcId: member.svcId,
        payReference,
        newPlanReference: shop.plans.plus!.reference,
        charge: { amount: '200.00', currency: 'TRY', at: anyText },
        syncedWithPay: true,
        payResponse: {
          referenceCode: payReference,
          parentReferenceCode: anyText,
          pricingPlanReferenceCode: shop.plans.plus!.reference,
          customerReferenceCode: member.customerReference,
          subscriptionStatus: 'ACTIVE',
          createdDate: anyNumber,
          startDate: anyNumber,
          endDate: null,
        },
      },
    });
    expect((await read(shop, member)).data).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      planReference: shop.plans.plus!.reference,
      payReference,
    });
  });

  it('our choice: every older reference keeps finding the same subscriber', async () => {
    const member = await subscribe(world, shop);
    const second = (await byPay(member.reference, 'plus')).body.data as { payReference: string };
    await world.advance(MINUTE);
    const third = (await byPay(member.reference, 'basic')).body.data as { payReference: string };
    for (const code of [member.reference, second.payReference, third.payReference]) {
      const got = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': code } });
      expect(got.body).toMatchObject({ data: { id: member.id, payReference: third.payReference } });
    }
  });

  it('emits DID_CHANGE_RENEWAL_PREF with UPGRADE or DOWNGRADE', async () => {
    const member = await subscribe(world, shop);
    const { payReference } = (await byPay(member.reference, 'plus')).body.data as { payReference: string };
    await world.settle();
    const event = receivedEvents(world, shop).findLast(({ data }) => data.subscriptionId === member.id);
    expect(event).toMatchObject({
      type: PREF,
      subtype: 'UPGRADE',
      data: { planReference: shop.plans.plus!.reference, subscriptionReference: payReference },
    });
    await byPay(payReference, 'basic');
    await world.settle();
    expect(eventNamesOf(world, shop, member).at(-1)).toBe(`${PREF}/DOWNGRADE`);
  });

  it('our choice: an equal price per day is an UPGRADE, a cheaper one over a year a DOWNGRADE', async () => {
    const member = await subscribe(world, shop);
    await bySvc(member, 'same price');
    await world.settle();
    expect(eventNamesOf(world, shop, member).at(-1)).toBe(`${PREF}/UPGRADE`);
    await bySvc(member, 'yearly');
    await world.settle();
    expect(eventNamesOf(world, shop, member).at(-1)).toBe(`${PREF}/DOWNGRADE`);
  });

  it('with upgradePeriod NOW, the default, the new plan is charged at once', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    await byPay(member.reference, 'plus');
    await world.advance(3 * MINUTE);
    expect(await chargesTo(member)).toEqual(['100.00', '200.00']);
    expect((await read(shop, member)).latestInvoice).toMatchObject({ status: 'PAID', amount: '200.00' });
  });

  it('with NEXT_PERIOD it is charged from the end of the paid period; our choice: the event is sent at the request', async () => {
    const member = await subscribe(world, shop);
    await byPay(member.reference, 'plus', { upgradePeriod: 'NEXT_PERIOD' });
    await world.advance(10 * MINUTE);
    expect(await chargesTo(member)).toEqual(['100.00']);
    expect(eventNamesOf(world, shop, member).at(-1)).toBe(`${PREF}/UPGRADE`);
    await world.advance(32 * DAY);
    expect(await chargesTo(member)).toEqual(['100.00', '200.00']);
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('DID_RENEW/BILLING_RECOVERY');
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('useTrial is false unless asked for; with it the new plan begins with its trial', async () => {
    const member = await subscribe(world, shop);
    await byPay(member.reference, 'plus', { useTrial: true });
    await world.advance(4 * DAY);
    expect(await chargesTo(member)).toEqual(['100.00']);
    await world.advance(2 * DAY);
    expect(await chargesTo(member)).toEqual(['100.00', '200.00']);
  });

  it('resetRecurrenceCount is true unless the caller says otherwise, and goes to the provider', async () => {
    const seen: unknown[] = [];
    servePaying(world, (own) => ({
      upgrade: (ask) => (seen.push([ask.resetRecurrenceCount, ask.useTrial, ask.period]), own.upgrade(ask)),
    }));
    const member = await subscribe(world, shop);
    await byPay(member.reference, 'plus');
    await byPay(member.reference, 'basic', { resetRecurrenceCount: false, upgradePeriod: 'NOW' });
    world.serve();
    expect(seen).toEqual([
      [true, false, 'NOW'],
      [false, false, 'NOW'],
    ]);
  });

  it('with both internal ids only the service’s own records change and the provider is not contacted', async () => {
    const member = await subscribe(world, shop);
    const { body, headers } = await bySvc(member, 'plus');
    expect(body.message).toContain('in our records');
    expect(headers['x-svc-records-only']).toBe('true');
    expect(body.data).toEqual({
      id: member.id,
      svcId: member.svcId,
      payReference: member.reference,
      newPlanReference: shop.plans.plus!.reference,
      newPlanSvcId: `pln_${shop.plans.plus!.id.replaceAll('-', '')}`,
      charge: null,
      syncedWithPay: false,
    });
    const there = await control(world, `/subscriptions/${member.reference}`);
    expect(there).toMatchObject({ pricingPlanReferenceCode: shop.plans.basic!.reference });
    await world.settle();
    expect(eventNamesOf(world, shop, member).at(-1)).toBe(`${PREF}/UPGRADE`);
  });
});
