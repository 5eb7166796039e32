import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import {
  behave,
  charge,
  DAY,
  directBody,
  HOUR,
  ledger,
  MINUTE,
  nextOrder,
  paidIn,
  someone,
  statusOf,
  eventNamesOf,
  control,
  read,
  type Member,
  toPlan,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { memberWithoutNotifications, upgradeInPanel } from '../../support/world/panel.ts';
import type { World } from '../../support/world/world.ts';
import { planChangesOf } from '../plan-changes/plan-changes.ts';

const cancel = (shop: TestTenant, reference: string) =>
  shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });

const known = async (shop: TestTenant, reference: string) => {
  const { body } = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
  return (body.data as { id: string } | undefined)?.id;
};

describe('spec: Changes made in the provider’s panel', () => {
  it('our choice: after two consecutive plan changes each reference finds the subscriber', async ({
    world,
    shop,
    member,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    const middle = await upgradeInPanel(world, shop, member, 'plus');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const newest = await upgradeInPanel(world, shop, { reference: middle }, 'basic');
    await world.advance(33 * DAY);
    expect([await known(shop, middle), await known(shop, newest)]).toEqual([member.id, member.id]);
  });

  it('our choice: two plan changes within a millisecond do not hide a later one', async ({
    world,
    shop,
    member,
  }) => {
    const first = await upgradeInPanel(world, shop, member, 'plus');
    const second = await upgradeInPanel(world, shop, { reference: first }, 'basic');
    await world.advance(5 * MINUTE);
    const third = await upgradeInPanel(world, shop, { reference: second }, 'plus');
    await world.advance(5 * MINUTE);
    expect(await Promise.all([first, second, third].map((one) => known(shop, one)))).toEqual([
      member.id,
      member.id,
      member.id,
    ]);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(body.data).toHaveLength(paidIn(await ledger(world, shop)).length);
    expect(world.queues.dead).toEqual([]);
  });

  it('our choice: a plan change and one back within a millisecond are both announced before a later one', async ({
    world,
    shop,
    member,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    let reference = await upgradeInPanel(world, shop, member, 'plus');
    reference = await upgradeInPanel(world, shop, { reference }, 'basic');
    await world.clock.advanceTo(world.clock.now() + 1);
    await upgradeInPanel(world, shop, { reference }, 'plus');
    await world.advance(33 * DAY);
    expect(eventNamesOf(world, shop, member).filter((name) => name.includes('PREF'))).toEqual([
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_CHANGE_RENEWAL_PREF/DOWNGRADE',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
    ]);
  });

  it('our choice: of two plan changes the charge of the first is recorded too', async ({ world }) => {
    const { shop, member } = await memberWithoutNotifications(world);
    const middle = await upgradeInPanel(world, shop, member, 'gold');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const newest = await upgradeInPanel(world, shop, { reference: middle }, 'plus');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const asked = { 'pay-subscriber-reference-code': member.reference };
    const answer = await shop.call('subscribers/change-plan', {
      body: { ...asked, 'pay-plan-reference-code': shop.plans.plus!.reference },
    });
    expect(answer).toMatchObject({ status: 409, body: { error: 'same_plan' } });
    expect([await known(shop, middle), await known(shop, newest)]).toEqual([member.id, member.id]);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(body.data).toHaveLength(paidIn(await ledger(world, shop)).length);
  });

  it('our choice: DELETE right after a plan change there keeps the period it paid for', async ({
    world,
    shop,
    member,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    await world.advance(10 * DAY);
    const newest = await upgradeInPanel(world, shop, member, 'plus');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { startPeriod } = await nextOrder(world, newest);
    const { status, body } = await cancel(shop, member.reference);
    expect(status).toBe(200);
    expect(Date.parse((body.data as { accessUntil: string }).accessUntil)).toBe(startPeriod);
  });

  it.for([false, true])(
    'our choice: a plan scheduled there can be changed to at once, and only once, however often it is requested (useTrial: %s)',
    async (useTrial, { world, shop, member }) => {
      await world.advance(DAY);
      await upgradeInPanel(world, shop, member, 'plus', 'NEXT_PERIOD');
      const body = { ...toPlan(shop, member, 'plus'), useTrial };
      const twice = () => Promise.all([1, 2].map(() => shop.call('subscribers/change-plan', { body })));
      const [first, second] = await twice();
      expect([first!.status, second!.status]).toEqual([200, 200]);
      expect(second!.body).toEqual(first!.body);
      for (const minutes of [1, 5]) {
        await world.advance(minutes * MINUTE);
        for (const { status, body: answer } of await twice())
          expect({ status, error: answer.error }).toEqual({ status: 409, error: 'same_plan' });
      }
      expect(paidIn(await ledger(world, shop)).length).toBeLessThanOrEqual(2);
    },
  );

  it('our choice: a period paid early delays no cancellation beyond the provider’s next charge', async ({
    world,
    shop,
    member,
  }) => {
    await world.advance(10 * DAY);
    await charge(world, member.reference, 'success');
    await world.advance(HOUR);
    await upgradeInPanel(world, shop, member, 'plus');
    await world.advance(HOUR);
    const before = paidIn(await ledger(world, shop)).length;
    expect((await cancel(shop, member.reference)).status).toBe(200);
    await world.advance(90 * DAY);
    expect(paidIn(await ledger(world, shop))).toHaveLength(before);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
  });

  it('our choice: a failed charge after a local cancellation counts only if the cancellation is undone', async ({
    world,
    shop,
    member,
  }) => {
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await charge(world, member.reference, 'failure');
    await world.advance(HOUR);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    await shop.call('subscribers/undo-cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(5 * MINUTE);
    expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('DID_FAIL_TO_RENEW');
  });

  it.for([
    ['a second', 1_000],
    ['no millisecond', 0],
  ] as const)(
    'our choice: an unknown purchase never adopts the result of a plan change %s after it',
    async ([, later], { world, shop }) => {
      const email = someone();
      await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
      const body = directBody(shop.plans.basic!, { email, clientReferenceId: 'lost' });
      expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(504);
      const other = directBody(shop.plans.plus!, { email, clientReferenceId: 'never charged' });
      await behave(world, shop, { failNext: 1, path: '/subscription/initialize' });
      expect((await shop.call('checkout/initialize-direct', { body: other })).status).toBe(504);
      const bought = paidIn(await ledger(world, shop)).at(-1)!.subscriptionReferenceCode!;
      await world.clock.advanceTo(world.clock.now() + later);
      await upgradeInPanel(world, shop, { reference: bought }, 'plus');
      await world.advance(30 * MINUTE);
      const found = await shop.call('checkout/initialize-direct', { body });
      expect(found.body.data).toMatchObject({ referenceCode: bought });
      expect(paidIn(await ledger(world, shop)).length).toBeGreaterThan(1);
      const never = await shop.call('checkout/initialize-direct', { body: other });
      expect((never.body.data as { parentReferenceCode: string }).parentReferenceCode).not.toBe(
        (found.body.data as { parentReferenceCode: string }).parentReferenceCode,
      );
    },
  );
});

/** A member of yesterday whose provider tells nobody what happens in its panel. */
async function unnoticed(world: World): Promise<{ shop: TestTenant; member: Member }> {
  const begun = await memberWithoutNotifications(world);
  await world.advance(DAY);
  return begun;
}

/** The same member, who has cancelled with the provider's reference, and the body that names it. */
async function cancelled(world: World) {
  const { shop, member } = await unnoticed(world);
  const body = { 'pay-subscriber-reference-code': member.reference };
  expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
  return { shop, member, body };
}

/** The plan that the provider runs under a reference; undefined where it runs none. */
async function runningAtProvider(world: World, reference: string) {
  const there = await control(world, `/subscriptions/${reference}`);
  return there.subscriptionStatus === 'ACTIVE' ? there.pricingPlanReferenceCode : undefined;
}

const referenceOf = ({ body }: { readonly body: Record<string, unknown> }) =>
  (body.data as { payReference: string }).payReference;

describe('spec: Requests after a change in the provider’s panel that nobody noticed', () => {
  it.for(['NOW', 'NEXT_PERIOD'] as const)(
    'our choice: PUT back to the plan before it is carried out, not refused as the same (%s)',
    async (period, { world }) => {
      const { shop, member } = await unnoticed(world);
      await upgradeInPanel(world, shop, member, 'plus', period);
      const answer = await planChangesOf(shop).byPay(member.reference, 'basic', { upgradePeriod: period });
      expect(answer.status).toBe(200);
      const reference = referenceOf(answer);
      expect(await runningAtProvider(world, reference)).toBe(shop.plans.basic!.reference);
      await world.advance(10 * MINUTE);
      expect((await read(shop, member)).data).toMatchObject({
        payReference: reference,
        planReference: shop.plans.basic!.reference,
        nextPlanReference: null,
        providerTold: true,
      });
      expect(eventNamesOf(world, shop, member).filter((name) => name.includes('PREF'))).toEqual([
        'DID_CHANGE_RENEWAL_PREF/UPGRADE',
        'DID_CHANGE_RENEWAL_PREF/DOWNGRADE',
      ]);
    },
  );

  it('our choice: PUT with NOW to the plan in force is refused as the same, whatever was scheduled there', async ({
    world,
  }) => {
    const { shop, member } = await unnoticed(world);
    const scheduled = await upgradeInPanel(world, shop, member, 'plus', 'NEXT_PERIOD');
    const { status, body: answer } = await planChangesOf(shop).byPay(member.reference, 'basic');
    expect({ status, error: answer.error }).toEqual({ status: 409, error: 'same_plan' });
    expect((await read(shop, member)).data).toMatchObject({
      payReference: scheduled,
      planReference: shop.plans.basic!.reference,
      nextPlanReference: shop.plans.plus!.reference,
    });
  });

  it('our choice: PUT seconds after the same one, with a change in the panel between them, is carried out too', async ({
    world,
  }) => {
    const { shop, member } = await unnoticed(world);
    const first = referenceOf(await planChangesOf(shop).byPay(member.reference, 'plus'));
    await upgradeInPanel(world, shop, { reference: first }, 'gold');
    await world.clock.advanceTo(world.clock.now() + 2_000);
    const answer = await planChangesOf(shop).byPay(first, 'plus');
    expect(answer.status).toBe(200);
    expect(await runningAtProvider(world, referenceOf(answer))).toBe(shop.plans.plus!.reference);
  });

  it('our choice: PUT to a plan chosen and cancelled there is refused', async ({ world }) => {
    const { shop, member } = await unnoticed(world);
    const reference = await upgradeInPanel(world, shop, member, 'plus');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    await control(world, `/subscriptions/${reference}/cancel`, {});
    expect((await planChangesOf(shop).byPay(member.reference, 'plus')).status).toBe(409);
    expect((await read(shop, member)).data).toMatchObject({
      planReference: shop.plans.plus!.reference,
      cancelAtPeriodEnd: true,
    });
  });

  it('our choice: PUT to the plan on record after the end is refused without asking the provider', async ({
    world,
  }) => {
    const { shop, member } = await cancelled(world);
    await world.advance(40 * DAY);
    await behave(world, shop, { failNext: 10_000 });
    const { status, body: answer } = await planChangesOf(shop).byPay(member.reference, 'basic');
    expect({ status, error: answer.error }).toEqual({ status: 409, error: 'already_ended' });
  });

  it('our choice: undo is refused if the plan was changed there and then cancelled', async ({ world }) => {
    const { shop, member, body } = await cancelled(world);
    const reference = await upgradeInPanel(world, shop, member, 'plus', 'NEXT_PERIOD');
    await control(world, `/subscriptions/${reference}/cancel`, {});
    const { status, body: answer } = await shop.call('subscribers/undo-cancel', { body });
    expect({ status, error: answer.error }).toEqual({ status: 409, error: 'undo_window_closed' });
    expect((await read(shop, member)).data).toMatchObject({
      payReference: reference,
      cancelAtPeriodEnd: true,
    });
  });

  it('our choice: undo with the provider’s reference records a plan that was changed there', async ({
    world,
  }) => {
    const { shop, member, body } = await cancelled(world);
    const payReference = await upgradeInPanel(world, shop, member, 'plus', 'NEXT_PERIOD');
    expect(await shop.call('subscribers/undo-cancel', { body })).toMatchObject({
      status: 200,
      body: { data: { payReference, cancelAtPeriodEnd: false } },
    });
    expect((await read(shop, member)).data).toMatchObject({
      planReference: shop.plans.basic!.reference,
      nextPlanReference: shop.plans.plus!.reference,
    });
  });
});
