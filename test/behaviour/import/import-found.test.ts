import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions, type ImportFate } from '../../../lib/checkout/import.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { shopWithMessages, toldOf } from '../messages/told.ts';
import { directStart, directStartBody } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import {
  charge,
  check,
  DAY,
  eventsAbout,
  MINUTE,
  nameOf,
  nextOrder,
  receivedEvents,
  someone,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { paying } from '../../support/world/paying.ts';

/** Imports what the tenant has at the provider; answers what became of each. */
async function imported(app: App, { tenant }: TestTenant, announce = false): Promise<ImportFate[]> {
  const fates: ImportFate[] = [];
  await importSubscriptions(
    forTenant({ ...app, memory: {} }, tenant.id),
    { dryRun: false, announce },
    (some) => {
      fates.push(...some.map(({ fate }) => fate));
    },
  );
  return fates;
}

const seconds = (time: number) => Math.floor(time / 1000);
const ADDRESS = { contactName: 'Ada', country: 'Türkiye', city: 'Ankara', address: 'Sok. 1' };
const NONE = 'Belirtilmedi';

describe('an import', () => {
  it('passes over a customer whom the provider does not find, and adopts the others', async ({
    world,
    shop,
  }) => {
    for (let nth = 0; nth < 3; nth++) await directStart(world, shop, shop.plans.basic!.reference, someone());
    let calls = 0;
    const unknown = { ok: false, is: 'notFound', providerCode: '201', message: 'not found' } as const;
    const app = paying(world.app, (own) => ({
      readCustomer: async (one) => (++calls === 2 ? unknown : own.readCustomer(one)),
    }));
    const fates = await imported(app, shop);
    expect(fates).toEqual(['adopted', 'not readable', 'adopted']);
  });

  it.for([false, true])(
    'announces the period and the plan of now, bought as it was long ago (next plan: %s)',
    async (isChanged, { world, shop }) => {
      const boughtAt = world.clock.now();
      const reference = await directStart(world, shop, shop.plans.basic!.reference, someone());
      const renewedAt = (await nextOrder(world, reference)).startPeriod;
      await world.advance(40 * DAY);
      const { startPeriod: paidUntil } = await nextOrder(world, reference);
      if (isChanged) await upgradeInPanel(world, shop, { reference }, 'plus', 'NEXT_PERIOD');
      await imported(world.app, shop, true);
      await world.settle();
      const data = {
        planReference: shop.plans.basic!.reference,
        subscriptionFirstStartDate: seconds(boughtAt),
        periodStart: seconds(renewedAt),
        periodEnd: seconds(paidUntil),
        status: 'ACTIVE',
      };
      expect(receivedEvents(world, shop)).toMatchObject([
        { type: 'SUBSCRIBED', subtype: 'INITIAL_BUY', data },
      ]);
    },
  );

  it('has one whose payment has failed in its grace period, and announces only what happens to it since', async ({
    world,
    shop,
  }) => {
    const email = someone();
    const reference = await directStart(world, shop, shop.plans.basic!.reference, email);
    await world.advance(10 * DAY);
    await charge(world, reference, 'failure');
    const graceEndsAt = new Date(world.clock.now() + 7 * DAY).toISOString();
    await world.advance(DAY);
    await imported(world.app, shop);
    const failing = {
      hasActiveSubscription: true,
      data: { subscription: { status: 'PAYMENT_FAILED', inGracePeriod: true, graceEndsAt } },
    };
    expect(await check(shop, email)).toMatchObject(failing);
    await world.advance(3 * MINUTE);
    expect(await check(shop, email)).toMatchObject(failing);
    const told = () => eventsAbout(world, shop, email).map(nameOf);
    expect(told()).toEqual([]);
    await charge(world, reference, 'failure');
    await world.advance(3 * MINUTE);
    expect(await check(shop, email)).toMatchObject(failing);
    expect(told()).toEqual(['DID_FAIL_TO_RENEW']);
    await charge(world, reference, 'success');
    await world.advance(3 * MINUTE);
    expect(told()).toEqual(['DID_FAIL_TO_RENEW', 'DID_RENEW/BILLING_RECOVERY']);
    expect((await check(shop, email)).data!.subscription).toMatchObject({ status: 'ACTIVE' });
  });

  it.for([
    [[], [], []],
    [[3], ['DID_RENEW/BILLING_RECOVERY'], ['last_attempt DELIVERED', 'payment_recovered DELIVERED']],
  ] as const)(
    'has a payment that had failed tried again on the days of the tenant alone, and tells its customer of no more than follows (%s)',
    async ([retryDays, told, messages], { world }) => {
      const shop = await shopWithMessages(world);
      await shop.call('account/set-recovery', { body: { retryDays: [...retryDays], then: 'keep' } });
      const email = someone();
      const reference = await directStart(world, shop, shop.plans.basic!.reference, email);
      await world.advance(10 * DAY);
      await charge(world, reference, 'failure');
      await world.advance(DAY);
      await imported(world.app, shop);
      await world.advance(3 * DAY);
      expect(eventsAbout(world, shop, email).map(nameOf)).toEqual(told);
      expect(await toldOf(world, shop)).toEqual(messages);
    },
  );

  it.for([
    ['the address that the provider has', ADDRESS, ADDRESS],
    ['its postal code too', { ...ADDRESS, zipCode: '06000' }, { ...ADDRESS, zipCode: '06000' }],
    ['the tenant’s own address, where that stands for none', { ...ADDRESS, city: NONE, address: NONE }, null],
  ] as const)('has documents made out to %s', async ([, billingAddress, expected], { world, shop }) => {
    const email = someone();
    const body = directStartBody(shop.plans.basic!.reference, email);
    const sold = { ...body, customer: { ...body.customer, billingAddress } };
    await callAsMerchant(world, shop.credentials, 'POST', '/initialize', sold);
    await imported(world.app, shop);
    const svcId = String((await check(shop, email)).data!.subscription!.svcId);
    const { body: customer } = await shop.call('subscribers/get-customer', { query: { 'svc-id': svcId } });
    expect((customer.data as { billingAddress?: unknown }).billingAddress ?? null).toEqual(expected);
  });
});
