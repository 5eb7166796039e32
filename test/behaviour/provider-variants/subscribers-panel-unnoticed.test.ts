import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { memberWithoutNotifications, upgradeInPanel } from '../../support/world/panel.ts';
import { behave, control, DAY, eventNamesOf, MINUTE, read, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { planChangesOf } from '../plan-changes/plan-changes.ts';

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
