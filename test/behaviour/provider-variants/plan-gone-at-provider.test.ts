import { describe, expect } from 'vitest';
import { callAsMerchant } from '../account/merchant.ts';
import { openItems } from '../../../lib/table/purchases/open-items.ts';
import { planChangesOf } from '../plan-changes/plan-changes.ts';
import { it as inWorld } from '../../support/world/fixtures.ts';
import { check, directBody, eventNamesOf, HOUR, ledger, read, someone } from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** Deletes an active plan at the provider, which nobody has told us of. */
async function deleteAtProvider(world: World, { credentials, plans }: TestTenant, plan: string) {
  await callAsMerchant(world, credentials, 'DELETE', `/pricing-plans/${plans[plan]!.reference}`);
}

const it = inWorld.extend('gone', async ({ world, shop, member: _subscribed }) => {
  await deleteAtProvider(world, shop, 'plus');
  return shop.plans.plus!;
});

const refused = {
  status: 409,
  body: { status: 'failure', error: 'plan_inactive', providerErrorCode: '201050' },
};

describe('spec: a plan that is gone at the provider, though active here, is 409 plan_inactive', () => {
  it('our choice: at a hosted checkout, which leaves nothing', async ({ shop, gone }) => {
    const before = await openItems(shop.app, 'checkout', (item) => item);
    const email = someone();
    expect(await shop.call('checkout/initialize', { body: checkoutBody(gone, { email }) })).toMatchObject(
      refused,
    );
    expect(await check(shop, email)).toMatchObject({ exists: false });
    expect(await openItems(shop.app, 'checkout', (item) => item)).toEqual(before);
  });

  it('our choice: at a direct checkout, which charges nobody and may be corrected under its key', async ({
    world,
    shop,
    gone,
  }) => {
    const email = someone();
    const headers = { 'idempotency-key': 'one' };
    const before = await ledger(world, shop);
    const asked = { body: directBody(gone, { email }), headers };
    for (const _time of [1, 2])
      expect(await shop.call('checkout/initialize-direct', asked)).toMatchObject(refused);
    expect(await openItems(shop.app, 'intent', (item) => item)).toEqual([]);
    await world.advance(HOUR);
    expect(await ledger(world, shop)).toEqual(before);
    const corrected = { body: directBody(shop.plans.basic!, { email }), headers };
    expect((await shop.call('checkout/initialize-direct', corrected)).status).toBe(200);
  });

  it('our choice: at a plan change, which changes and announces nothing', async ({
    world,
    shop,
    member,
    gone,
  }) => {
    for (const upgradePeriod of ['NOW', 'NEXT_PERIOD'])
      expect(await planChangesOf(shop).byPay(member.reference, 'plus', { upgradePeriod })).toMatchObject(
        refused,
      );
    await world.advance(HOUR);
    const { data } = await read(shop, member);
    expect(data).toMatchObject({ payReference: member.reference, nextPlanReference: null });
    expect(data.planReference).not.toBe(gone.reference);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });
});
