import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Change } from '../../../lib/table/table.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { check, control, directBody, subscribe } from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const EMAIL = 'buyer@example.com';

/** A customer whose only subscription has ended. */
async function former(world: World, shop: TestTenant) {
  const member = await subscribe(world, shop, { email: EMAIL });
  await control(world, `/subscriptions/${member.reference}/expire`, {});
  const named = { tenantId: shop.tenant.id, subscriberId: member.id };
  await reconcileSubscriber(world.app, named, { by: 'operator', id: null });
  await world.settle();
  return member;
}

/** The App with something done just before the first single change that is of a kind. */
function before(app: App, isOfKind: (change: Change) => boolean, first: () => Promise<unknown>): App {
  let isDone = false;
  const apply: App['table']['apply'] = async (change) => {
    if (!isDone && isOfKind(change)) {
      isDone = true;
      await first();
    }
    return app.table.apply(change);
  };
  return { ...app, table: { ...app.table, apply }, memory: {} };
}

const deletesCustomer = (change: Change) => 'delete' in change && change.delete.sk.startsWith('CUSTOMER#');

describe('erasing a customer', () => {
  it('leaves no form of a checkout, be it open, paid or for a card', async ({ world, shop }) => {
    const member = await subscribe(world, shop, { email: EMAIL });
    const card = await shop.call('checkout/update-card', {
      body: { callbackUrl: 'https://shop.example/done', 'svc-id': member.svcId },
    });
    const other = await subscribe(world, shop);
    const others = await shop.call('checkout/update-card', {
      body: { callbackUrl: 'https://shop.example/done', 'svc-id': other.svcId },
    });
    const body = checkoutBody(shop.plans.basic!, { email: EMAIL });
    const open = await shop.call('checkout/initialize', { body });
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    const named = { tenantId: shop.tenant.id, subscriberId: member.id };
    await reconcileSubscriber(world.app, named, { by: 'operator', id: null });
    await world.settle();
    const tokens = [member.token, String(card.body.token), String(open.body.token)];
    const forms = () => world.table.getMany(tokens.map(key.form), { consistent: true });
    expect((await forms()).every((form) => form !== undefined)).toBe(true);
    await eraseCustomer(world.app, shop.tenant.id, EMAIL);
    expect(await forms()).toEqual([undefined, undefined, undefined]);
    const form = key.form(String(others.body.token));
    expect(await world.table.get(form, { consistent: true })).toBeDefined();
  });

  it('leaves the customer where a purchase begins meanwhile', async ({ world, shop }) => {
    await former(world, shop);
    const buys = () =>
      shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!, { email: EMAIL }) });
    const beside = before(world.app, deletesCustomer, buys);
    await expect(eraseCustomer(beside, shop.tenant.id, EMAIL)).rejects.toThrow('begun to buy again');
    expect(await check(shop, EMAIL)).toMatchObject({ exists: true, hasActiveSubscription: true });
  });

  it('makes one a customer again who begins to buy at that moment', async ({ world, shop }) => {
    await former(world, shop);
    const erases = () => eraseCustomer(world.app, shop.tenant.id, EMAIL);
    const renames = (change: Change) => 'update' in change && change.update.sk.startsWith('CUSTOMER#');
    world.serve(instanceOf(before(world.app, renames, erases)));
    const body = checkoutBody(shop.plans.basic!, { email: EMAIL });
    expect((await shop.call('checkout/initialize', { body })).status).toBe(200);
    expect(await check(shop, EMAIL)).toMatchObject({ exists: true, hasActiveSubscription: false });
  });
});
