import { describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions, type ImportProgress, type ImportRow } from '../../../lib/checkout/import.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { directStart } from '../../support/world/direct-start.ts';
import {
  advanceToRenewal,
  behave,
  check,
  control,
  DAY,
  HOUR,
  MINUTE,
  receivedEvents,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { paying } from '../../support/world/paying.ts';

const world = await openWorld();

/** A subscription that a new tenant has at the provider, as the provider tells of it. */
async function foundThere(email = someone()): Promise<{ shop: TestTenant; one: PaySubscriptionDetails }> {
  const shop = await makeTenant(world);
  const reference = await directStart(world, shop, shop.plans.basic!.reference, email);
  const answer = await world.app
    .pay({ ...shop.credentials, baseUrl: world.pay.url })
    .readSubscription(reference);
  if (!answer.ok) throw new Error('the provider does not tell of it');
  return { shop, one: answer.value };
}

/** The service, to which the provider lists these of a tenant's subscriptions, and so many that cannot be read. */
const listing = (items: readonly PaySubscriptionDetails[], unreadable = 0): App =>
  paying(world.app, () => ({
    listSubscriptions: async () => ({ ok: true, value: { items, unreadable, next: null, total: null } }),
  }));

async function imported(
  app: App,
  shop: TestTenant,
  how: { announce?: boolean; chargesSince?: number; dryRun?: boolean } = {},
) {
  const rows: ImportRow[] = [];
  let done: ImportProgress | undefined;
  const asked = { dryRun: false, announce: false, ...how };
  await importSubscriptions(forTenant(app, shop.tenant.id), asked, (some, soFar) => {
    rows.push(...some);
    done = soFar;
  });
  await world.settle();
  return { fates: rows.map(({ fate }) => fate), done };
}

const recorded = async ({ tenant }: TestTenant, reference: string) =>
  findSubscriber(forTenant(world.app, tenant.id), { by: 'pay', reference });

describe('an import', () => {
  it.each<[ImportRow['fate'], Partial<PaySubscriptionDetails>]>([
    ['ended', { status: 'CANCELLED' }],
    ['ended', { status: 'EXPIRED' }],
    ['ended', { isReplaced: true }],
    ['plan unknown', { planReference: 'of nobody' }],
    ['no e-mail', { customerEmail: undefined }],
    ['adopted', { status: 'UNPAID' }],
    ['adopted', { status: 'PENDING' }],
    ['adopted', {}],
  ])('reports "%s" for a subscription with %o', async (fate, what) => {
    const { shop, one } = await foundThere();
    expect((await imported(listing([{ ...one, ...what }]), shop)).fates).toEqual([fate]);
  });

  it('takes a subscription over as it was made there, in the newest period that was paid for', async () => {
    const { shop, one } = await foundThere();
    await advanceToRenewal(world, one.reference);
    await world.advance(DAY);
    await imported(world.app, shop);
    const { orders } = (await control(world, `/subscriptions/${one.reference}`)) as {
      orders: { orderStatus: string; startPeriod: number; endPeriod: number }[];
    };
    const paid = orders.filter(({ orderStatus }) => orderStatus === 'SUCCESS');
    const newest = paid.find(({ endPeriod }) => paid.every((other) => other.endPeriod <= endPeriod))!;
    expect(paid).toHaveLength(2);
    const { subscription, latestInvoice } = await recorded(shop, one.reference);
    expect(subscription).toMatchObject({
      createdAt: one.createdAt,
      periodStart: newest.startPeriod,
      periodEnd: newest.endPeriod,
      openReferences: [{ reference: one.reference, recordedBefore: newest.endPeriod }],
    });
    expect(parseInt(subscription.id.replace('-', '').slice(0, 12), 16)).toBe(one.createdAt);
    await world.advance(3 * HOUR);
    expect(latestInvoice).toBeUndefined();
    expect((await recorded(shop, one.reference)).latestInvoice).toBeUndefined();
  });

  it('after a restore is read before the end of what was cancelled since in our records alone', async () => {
    const { shop, one } = await foundThere();
    await imported(world.app, shop, { chargesSince: one.createdAt - 1 });
    await behave(world, shop, { failNext: 10_000 });
    const { svcId, id } = (await check(shop, one.customerEmail!)).data!.subscription!;
    expect((await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } })).status).toBe(200);
    await world.clock.advanceTo(world.clock.now() + 33 * DAY);
    await world.advance(MINUTE);
    expect((await recorded(shop, one.reference)).subscription.status).toBe('ACTIVE');
    await behave(world, shop, { failNext: 0 });
    await world.advance(DAY);
    const { subscription, latestInvoice } = await recorded(shop, one.reference);
    expect([subscription.id, subscription.status]).toEqual([id, 'CANCELLED']);
    expect(latestInvoice).toBeDefined();
  });

  it('knows a customer again who subscribed here before', async () => {
    const { shop, one } = await foundThere();
    const email = someone();
    const before = await subscribe(world, shop, { email });
    await control(world, `/subscriptions/${before.reference}/cancel`, {});
    await world.advance(33 * DAY);
    const { customer } = (await check(shop, email)).data!;
    const reference = await directStart(world, shop, shop.plans.plus!.reference, email);
    await imported(world.app, shop, { announce: true });
    expect((await recorded(shop, reference)).subscription.customer.id).toBe(customer.id);
    const told = receivedEvents(world, shop).filter(({ type }) => type === 'SUBSCRIBED');
    const subtypeOf = (of: string) => told.find(({ data }) => data.subscriptionReference === of)?.subtype;
    expect(told.find(({ data }) => data.subscriptionReference === reference)?.data.customer).toMatchObject({
      id: customer.id,
    });
    expect([subtypeOf(one.reference), subtypeOf(reference)]).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
  });
});
