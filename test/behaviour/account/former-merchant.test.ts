import { storedId } from '../../../lib/billing/identifiers.ts';
import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { lookUpIntent } from '../../../lib/table/purchases/payment-intents.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { key } from '../../../lib/table/schema.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { kindsOf, night } from '../reconciliation/comparison.ts';
import { paying } from '../../support/world/paying.ts';
import { end, former } from '../../support/world/former.ts';
import { it as test } from '../../support/world/fixtures.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import {
  advanceToRenewal,
  behave,
  check,
  comeBack,
  DAY,
  directBody,
  HOUR,
  ledger,
  locationOf,
  MINUTE,
  paidIn,
  read,
  statusOf,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';

/** `change` stores another account of the tenant, unchecked; `changeBack` the first one. */
const it = test
  .extend('change', async ({ world, shop }) => {
    const { credentials } = await makeTenant(world);
    return async () => {
      await setPayAccount(shop.app, { ...credentials, baseUrl: world.pay.url }, { check: false });
      await world.advance(2 * MINUTE);
    };
  })
  .extend('changeBack', async ({ world, shop }) => async () => {
    const account = { ...shop.credentials, baseUrl: world.pay.url };
    await setPayAccount(shop.app, account, { check: false });
    await world.advance(2 * MINUTE);
  })
  .extend(
    'alarms',
    async ({ world, shop }) =>
      () =>
        world.log.filter((line) => line.includes('"OtherAccountAsked":1') && line.includes(shop.tenant.id))
          .length,
  );

describe('of the former merchant account', () => {
  it('a paid form is neither unpaid nor gone, and is found when the account is back', async ({
    world,
    shop,
    change,
    changeBack,
    alarms,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    const { token, email } = await startCheckout(shop);
    await payForm(world, token);
    await change();
    expect(toldOfUnknown(await comeBack(world, token)).errorCode).toBe('payment_outcome_unknown');
    await world.advance(3 * DAY);
    expect(await lookUpCheckout(world.app, token)).toMatchObject({
      status: 'PENDING',
      merchantId: shop.credentials.merchantId,
      unpaidAt: 0,
    });
    expect((await check(shop, email)).hasActiveSubscription).toBe(false);
    expect(alarms()).toBeGreaterThan(3);

    await changeBack();
    await world.advance(2 * HOUR);
    expect((await check(shop, email)).hasActiveSubscription).toBe(true);
    expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('success');
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('a charge without an answer is never called unmade, and never made again', async ({
    world,
    shop,
    change,
    changeBack,
    alarms,
  }) => {
    await behave(world, shop, {
      loseAnswerNext: 1,
      path: '/subscription/initialize',
      dropNotifications: true,
    });
    const body = { ...directBody(shop.plans.basic!), clientReferenceId: 'order 1' };
    const buy = () => shop.call('checkout/initialize-direct', { body });
    expect((await buy()).status).toBe(504);
    await change();
    await world.advance(DAY);
    expect(await lookUpIntent(shop.app, 'order 1')).toMatchObject({
      state: 'UNKNOWN',
      merchantId: shop.credentials.merchantId,
    });
    expect((await buy()).status).toBe(409);
    expect(alarms()).toBeGreaterThan(3);

    await changeBack();
    await world.advance(6 * HOUR);
    expect((await buy()).status).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('a subscription keeps its status, says whose it is to who changes it, and is renewed when the account is back', async ({
    world,
    shop,
    member,
    change,
    changeBack,
    alarms,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    await change();
    await advanceToRenewal(world, member.reference);
    await world.advance(3 * HOUR);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(alarms()).toBeGreaterThan(0);
    const ask = { body: { 'pay-subscriber-reference-code': member.reference } };
    const plan = { 'pay-plan-reference-code': shop.plans.plus!.reference };
    for (const refused of [
      await shop.call('subscribers/cancel', ask),
      await shop.call('subscribers/change-plan', { body: { ...ask.body, ...plan } }),
    ]) {
      expect(refused.status).toBe(502);
      expect(refused.body.errorCode).toBe('provider_configuration');
      expect(refused.body.message).toContain('another merchant account');
    }

    await changeBack();
    await world.advance(6 * HOUR);
    const { latestInvoice } = await read(shop, member);
    expect(latestInvoice).toMatchObject({ status: 'PAID' });
    expect(paidIn(await ledger(world, shop))).toHaveLength(2);
  });

  it('a customer who is erased counts as kept there', async ({ world, shop, member, change }) => {
    const left = await former(world, shop);
    await end(world, shop, member);
    const notFound = paying(world.app, () => ({
      deleteCustomer: async () => ({ ok: false, is: 'notFound', providerCode: '404', message: '' }),
    }));
    const app = forTenant(notFound, shop.tenant.id);
    expect(await eraseCustomer(app, left)).toMatchObject({ atProvider: 'deleted' });
    await change();
    expect(await eraseCustomer(app, member)).toMatchObject({ atProvider: 'kept', subscriptions: 1 });
  });

  it('subscriptions are no differences by night, and the differences of its own stay', async ({
    world,
    shop,
    member,
    change,
  }) => {
    await world.table.apply({ put: { ...key.tenantListed(shop.tenant.id), id: shop.tenant.id } });
    await behave(world, shop, { dropNotifications: true });
    // Of a change by our ids alone no reading makes an agreement.
    const toPlus = { 'svc-subscriber-id': member.svcId, 'svc-plan-id': shop.plans.plus!.id };
    await shop.call('subscribers/change-plan', { body: toPlus });
    await night(world);
    expect(await kindsOf(shop)).toEqual(['plan_differs']);
    await change();
    await world.advance(DAY);
    await night(world);
    expect(await kindsOf(shop)).toEqual(['plan_differs']);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });
});

describe('a merchant number', () => {
  it('that was mistyped loses nothing: what is found is remembered under the right one', async ({
    world,
    shop,
    member,
  }) => {
    const named = async (merchantId: string) => {
      const account = { ...shop.credentials, baseUrl: world.pay.url, merchantId };
      await setPayAccount(shop.app, account, { check: false });
      await world.advance(2 * MINUTE);
    };
    const remembered = async () =>
      (await findSubscriber(shop.app, { by: 'svc', id: storedId(member.id) })).subscription.merchantId;
    expect(await remembered()).toBe(shop.credentials.merchantId);
    await named('mistyped');
    await advanceToRenewal(world, member.reference);
    await world.advance(3 * HOUR);
    expect(await remembered()).toBe('mistyped');
    await named(shop.credentials.merchantId);
    const ask = { body: { 'pay-subscriber-reference-code': member.reference } };
    expect((await shop.call('subscribers/cancel', ask)).status).toBe(200);
  });
});
