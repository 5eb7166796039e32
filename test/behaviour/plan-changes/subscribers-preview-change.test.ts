import { describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { subscriptionFrom } from '../../../lib/table/subscribers/stored-subscription.ts';
import { openShop, openWorld } from '../../support/world/opened.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  charge,
  control,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic' },
    { name: 'plus', price: '200.00' },
    { name: 'euro', currency: 'EUR' },
    { name: 'old', active: false },
    { name: 'tried', price: '300.00', trialDays: 14 },
    { name: 'yearly', price: '1000.00', interval: 'YEARLY' },
    { name: 'elsewhere', price: '150.00', product: 'another' },
  ],
});

const plan = (name: string) => ({ 'pay-plan-reference-code': shop.plans[name]!.reference });
const of = ({ reference }: Member) => ({ 'pay-subscriber-reference-code': reference });

interface Money {
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}
interface Preview {
  readonly direction: string;
  readonly effectiveAt: string | null;
  readonly charge: Money | null;
  readonly nextPayment: Money | null;
  readonly lost: { readonly days: number; readonly amount: string };
  readonly warnings: readonly string[];
  readonly exact: boolean;
  readonly previewId: string | null;
}

async function preview(member: Member, to: string, more: Record<string, unknown> = {}): Promise<Preview> {
  const body = { ...of(member), ...plan(to), ...more };
  const answer = await shop.call('subscribers/preview-change', { body });
  expect(answer.status).toBe(200);
  return answer.body.data as Preview;
}

const change = (member: Member, to: string, more: Record<string, unknown> = {}) =>
  shop.call('subscribers/change-plan', { body: { ...of(member), ...plan(to), ...more } });

const recordOf = async ({ id }: Member) =>
  subscriptionFrom((await world.table.get(key.subscriber(shop.tenant.id, { id }), { consistent: true }))!);

/** The member by the reference that it has now. */
const currentOf = async (member: Member): Promise<Member> => {
  const { payReference } = (await read(shop, member)).data as { payReference: string };
  return { ...member, reference: payReference };
};

const iso = (at: number) => new Date(at).toISOString();

async function invoices({ svcId }: Member): Promise<[string, string][]> {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { status: string; amount: string }[]).map(({ status, amount }) => [status, amount]);
}

describe('spec: POST /subscribers/preview-change', () => {
  it('says that it cannot know while the charge of an earlier change is under way', async () => {
    const member = await subscribe(world, shop);
    await world.advance(10 * DAY);
    await change(member, 'plus');
    const { svcId } = member;
    const { body } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
    const { payReference } = body.data as { payReference: string };
    const moved = { ...member, reference: payReference };
    const soon = await preview(moved, 'basic', { upgradePeriod: 'NEXT_PERIOD' });
    expect([soon.exact, soon.charge]).toEqual([false, null]);
    await world.advance(5 * MINUTE);
    expect((await preview(moved, 'basic', { upgradePeriod: 'NEXT_PERIOD' })).exact).toBe(true);
  });

  it('says what is charged now and next, and what of the paid period is given up', async () => {
    const member = await subscribe(world, shop);
    await world.advance(10 * DAY);
    const now = world.clock.now();
    const said = await preview(member, 'plus');
    expect(said).toMatchObject({
      direction: 'UPGRADE',
      effectiveAt: iso(now),
      charge: { amount: '200.00', currency: 'TRY', at: iso(now) },
      warnings: ['paid_days_given_up'],
      exact: true,
    });
    expect(said.lost.days).toBeGreaterThan(15);
    expect(Number(said.lost.amount)).toBeCloseTo((100 * said.lost.days) / 31, -1);
  });

  it('is what the ledger then shows', async () => {
    const member = await subscribe(world, shop);
    await world.advance(3 * DAY);
    const said = await preview(member, 'plus');
    const made = await change(member, 'plus', { previewId: said.previewId });
    expect(made.body.data).toMatchObject({ charge: { amount: said.charge!.amount } });
    await world.advance(HOUR);
    expect(await invoices(member)).toEqual([
      ['PAID', said.charge!.amount],
      ['PAID', '100.00'],
    ]);
    const { body } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect((body.data as { nextPaymentAt: string }).nextPaymentAt).toBe(said.nextPayment!.at);
    await world.clock.advanceTo(Date.parse(said.nextPayment!.at) - MINUTE);
    expect(await invoices(member)).toHaveLength(2);
    await world.advance(2 * HOUR);
    expect((await invoices(member))[0]).toEqual(['PAID', said.nextPayment!.amount]);
  });

  it('charges nothing now if the change is for the next period', async () => {
    const member = await subscribe(world, shop);
    const said = await preview(member, 'plus', { upgradePeriod: 'NEXT_PERIOD' });
    expect(said).toMatchObject({ charge: null, lost: { days: 0, amount: '0.00' }, warnings: [] });
    expect(said.nextPayment).toEqual({ amount: '200.00', currency: 'TRY', at: said.effectiveAt });
    await change(member, 'plus', { upgradePeriod: 'NEXT_PERIOD', previewId: said.previewId });
    await world.advance(HOUR);
    expect(await invoices(member)).toEqual([['PAID', '100.00']]);
    await world.clock.advanceTo(Date.parse(said.nextPayment!.at));
    await world.advance(2 * HOUR);
    expect((await invoices(member))[0]).toEqual(['PAID', '200.00']);
  });

  it('charges nothing now where the new plan begins with a trial: the next payment is made when that ends', async () => {
    const member = await subscribe(world, shop);
    await world.advance(DAY);
    const at = iso(world.clock.now() + 14 * DAY);
    const said = await preview(member, 'tried', { useTrial: true });
    expect(said).toMatchObject({ charge: null, nextPayment: { amount: '300.00', currency: 'TRY', at } });
    expect((await change(member, 'tried', { useTrial: true, previewId: said.previewId })).status).toBe(200);
    await world.advance(13 * DAY);
    expect(await invoices(member)).toEqual([['PAID', '100.00']]);
    await world.advance(DAY + HOUR);
    expect(await invoices(member)).toEqual([
      ['PAID', '300.00'],
      ['PAID', '100.00'],
    ]);
  });

  it('says that it cannot know from when is counted where a trial may come first', async () => {
    const member = await subscribe(world, shop);
    await change(member, 'tried', { upgradePeriod: 'NEXT_PERIOD', useTrial: true });
    expect(await preview(member, 'plus', { upgradePeriod: 'NEXT_PERIOD' })).toMatchObject({ exact: false });
    expect(await preview(member, 'plus')).toMatchObject({ exact: true });
  });

  it('with our ids charges nothing, and says what the provider goes on charging', async () => {
    const { id, svcId } = await subscribe(world, shop);
    const body = { 'svc-subscriber-id': id, 'svc-plan-id': shop.plans.plus!.id };
    const { body: said } = await shop.call('subscribers/preview-change', { body });
    const charged = { charge: null, nextPayment: { amount: '100.00' } };
    expect(said.data).toMatchObject({ ...charged, warnings: [] });
    await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
    const { body: cancelled } = await shop.call('subscribers/preview-change', { body });
    expect(cancelled.data).toMatchObject({ ...charged, warnings: ['cancellation_kept'] });
  });

  it('warns of a cancellation that stays, and of a payment that failed', async () => {
    const leaving = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: of(leaving) });
    expect(await preview(leaving, 'plus')).toMatchObject({
      nextPayment: null,
      warnings: ['cancellation_kept', 'paid_days_given_up'],
    });
    const later = await preview(leaving, 'plus', { upgradePeriod: 'NEXT_PERIOD' });
    expect(later).toMatchObject({ effectiveAt: null, charge: null, nextPayment: null });

    const failed = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, failed.reference);
    await world.advance(HOUR);
    expect(await preview(failed, 'plus')).toMatchObject({ exact: false, warnings: ['payment_failed'] });
    const ours = { 'svc-subscriber-id': failed.id, 'svc-plan-id': shop.plans.plus!.id };
    const { body } = await shop.call('subscribers/preview-change', { body: ours });
    expect(body.data).toMatchObject({ exact: false, warnings: ['payment_failed'] });
  });

  const REFUSED: Readonly<
    Record<string, (member: Member) => Promise<[to: string, more: Record<string, unknown>, code: string]>>
  > = {
    'a plan that is not sold': async () => ['old', {}, 'plan_inactive'],
    'a plan that is not sold, for the next period': async () => [
      ...(['old', { upgradePeriod: 'NEXT_PERIOD' }] as const),
      'plan_inactive',
    ],
    'another currency': async () => ['euro', {}, 'currency_mismatch'],
    'another currency, for the next period': async () => [
      ...(['euro', { upgradePeriod: 'NEXT_PERIOD' }] as const),
      'currency_mismatch',
    ],
    'the plan in force': async () => ['basic', {}, 'same_plan'],
    'the plan that is scheduled': async (member) => {
      await change(member, 'plus', { upgradePeriod: 'NEXT_PERIOD' });
      await world.advance(MINUTE);
      return ['plus', { upgradePeriod: 'NEXT_PERIOD' }, 'same_plan'];
    },
    'a cancellation that was carried out': async (member) => {
      await shop.call('subscribers/cancel', { body: of(member) });
      const { periodEnd } = await recordOf(member);
      await world.advance(periodEnd! - world.clock.now() - HOUR);
      return ['plus', {}, 'plan_change_refused'];
    },
    'a cancellation in the provider’s panel': async (member) => {
      await control(world, `/subscriptions/${member.reference}/cancel`, {});
      await world.advance(HOUR);
      await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
      return ['plus', {}, 'plan_change_refused'];
    },
    'a subscription that has ended': async (member) => {
      await shop.call('subscribers/cancel', { body: of(member) });
      await world.advance(40 * DAY);
      return ['plus', {}, 'already_ended'];
    },
    'another change that is under way': async (member) => {
      const at = world.clock.now();
      const planIntent = { planReference: shop.plans.tried!.reference, at, as: 'plan:pay:another' };
      await world.table.apply({ update: key.subscriber(shop.tenant.id, member), set: { planIntent } });
      return ['plus', {}, 'concurrent_change'];
    },
    'another change whose outcome is not known': async (member) => {
      const at = world.clock.now() - 10 * MINUTE;
      const planIntent = { planReference: shop.plans.tried!.reference, at, as: 'plan:pay:another' };
      await world.table.apply({ update: key.subscriber(shop.tenant.id, member), set: { planIntent } });
      await behave(world, shop, { failNext: 20 });
      return ['plus', {}, 'payment_outcome_unknown'];
    },
  };

  it.each(Object.entries(REFUSED))('refuses as PUT does, with its code: %s', async (_, prepare) => {
    const member = await subscribe(world, shop);
    const [to, more, code] = await prepare(member);
    const body = { ...of(member), ...plan(to), ...more };
    const previewed = await shop.call('subscribers/preview-change', { body });
    const changed = await change(member, to, more);
    await behave(world, shop, { failNext: 0 });
    expect([previewed.status, previewed.body.error]).toEqual([changed.status, code]);
    expect(changed.body.error).toBe(code);
  });

  it('our choice: warns of another product or interval, which the provider may refuse, and does not call it exact', async () => {
    const member = await subscribe(world, shop);
    for (const [to, warning] of [
      ['yearly', 'other_interval'],
      ['elsewhere', 'other_product'],
    ] as const) {
      const said = await preview(member, to);
      expect(said).toMatchObject({ exact: false, warnings: ['paid_days_given_up', warning] });
      const refused = await change(member, to, { previewId: said.previewId });
      expect([refused.status, refused.body.error]).toEqual([409, 'plan_change_refused']);
    }
  });
});

describe('spec: PUT /subscribers with a previewId', () => {
  const outdated = async (member: Member, previewId: unknown, more = {}) => {
    const { status, body } = await change(member, 'plus', { previewId, ...more });
    expect([status, body.error]).toEqual([409, 'preview_outdated']);
    await world.advance(MINUTE);
    expect(await invoices(member)).toEqual([['PAID', '100.00']]);
  };

  it('is 409 preview_outdated where the outcome would differ, and charges nothing', async () => {
    const member = await subscribe(world, shop);
    const { previewId } = await preview(member, 'plus');
    await outdated(member, previewId, { upgradePeriod: 'NEXT_PERIOD' });
    await shop.call('subscribers/cancel', { body: of(member) });
    await outdated(member, previewId);
    await shop.call('subscribers/undo-cancel', { body: of(member) });
    expect((await change(member, 'plus', { previewId })).status).toBe(200);
  });

  it.each([
    [
      'a plan changed in the provider’s panel',
      'NOW',
      (one: Member) => upgradeInPanel(world, shop, one, 'tried'),
    ],
    [
      'the same, for the next period',
      'NEXT_PERIOD',
      (one: Member) => upgradeInPanel(world, shop, one, 'tried'),
    ],
    ['a period charged early there', 'NEXT_PERIOD', (one: Member) => charge(world, one.reference, 'success')],
    ['a charge that failed there', 'NOW', (one: Member) => charge(world, one.reference, 'failure')],
  ] as const)(
    'is 409 preview_outdated by what the change itself reads first: %s (%s)',
    async (_what, upgradePeriod, happens) => {
      const member = await subscribe(world, shop);
      await behave(world, shop, { dropNotifications: true });
      await world.advance(2 * DAY);
      const said = await preview(member, 'plus', { upgradePeriod });
      expect(said.exact).toBe(true);
      await happens(member);
      const before = await ledger(world, shop);
      const { status, body } = await change(member, 'plus', { upgradePeriod, previewId: said.previewId });
      expect([status, body.error]).toEqual([409, 'preview_outdated']);
      expect((await ledger(world, shop)).length).toBe(before.length);
      await world.advance(HOUR);
      const now = await preview(await currentOf(member), 'plus', { upgradePeriod });
      expect(now.previewId).not.toBe(said.previewId);
      await behave(world, shop, { dropNotifications: false });
    },
  );

  it('is 409 preview_outdated for another subscriber’s preview, an invented one, and after half an hour', async () => {
    const [member, other] = [await subscribe(world, shop), await subscribe(world, shop)];
    const { previewId } = await preview(member, 'plus');
    await outdated(other, previewId);
    await outdated(other, 'prv_9999999999999_0123456789abcdef0123456789abcdef');
    await outdated(other, 'anything');
    await world.advance(31 * MINUTE);
    await outdated(member, previewId);
  });
});

describe.each(['utc', 'istanbul'] as const)('spec: where the provider counts months in %s', async (zone) => {
  const late = await openWorld(Date.UTC(2026, 0, 20, 21, 33));

  it('a preview whose day depends on it is not exact, and what follows is what the orders say', async () => {
    const tenant = await makeTenant(late);
    await behave(late, tenant, { periodZone: zone });
    const { reference, svcId } = await subscribe(late, tenant);
    const isOpenOn = async (day: number, hour: number) => {
      await late.advance(Date.UTC(2026, 0, day, hour, 33) - late.clock.now());
      const body = {
        'pay-subscriber-reference-code': reference,
        'pay-plan-reference-code': tenant.plans.plus!.reference,
      };
      return { body, said: (await tenant.call('subscribers/preview-change', { body })).body.data as Preview };
    };
    for (const day of [28, 29]) expect((await isOpenOn(day, 12)).said).toMatchObject({ exact: true });
    const { body, said } = await isOpenOn(29, 21);
    expect(said).toMatchObject({ exact: false, reason: expect.stringContaining('zone') });
    expect(said.charge).toMatchObject({ amount: '200.00' });
    await tenant.call('subscribers/change-plan', { body: { ...body, previewId: said.previewId } });
    await late.advance(HOUR);
    const after = (await tenant.call('subscribers/get', { query: { 'svc-id': svcId } })).body.data;
    const day = zone === 'utc' ? '2026-02-28' : '2026-02-27';
    expect((after as { nextPaymentAt: string }).nextPaymentAt.slice(0, 10)).toBe(day);
  });
});

describe('spec: a preview that was exact', async () => {
  const late = await openWorld(Date.UTC(2026, 0, 20, 20, 30));

  it('is 409 preview_outdated once it would not be exact any more, though nothing has changed on record', async () => {
    const tenant = await makeTenant(late);
    const { reference } = await subscribe(late, tenant);
    const body = {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': tenant.plans.plus!.reference,
    };
    const asked = async () =>
      (await tenant.call('subscribers/preview-change', { body })).body.data as Preview;
    const changed = (previewId: string | null) =>
      tenant.call('subscribers/change-plan', { body: { ...body, previewId } });
    await late.advance(Date.UTC(2026, 0, 29, 20, 45) - late.clock.now());
    const exact = await asked();
    expect(exact.exact).toBe(true);
    await late.advance(20 * MINUTE);
    const { status, body: refused } = await changed(exact.previewId);
    expect([status, refused.error]).toEqual([409, 'preview_outdated']);
    const now = await asked();
    expect(now.exact).toBe(false);
    expect((await changed(now.previewId)).status).toBe(200);
  });
});
