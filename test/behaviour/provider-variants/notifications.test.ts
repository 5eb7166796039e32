import { describe, expect } from 'vitest';
import { importSubscription } from '../../../lib/checkout/import.ts';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { it } from '../../support/world/fixtures.ts';
import {
  advanceToRenewal,
  behave,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  read,
  statusOf,
  subscribe,
  receivedEvents,
  eventNamesOf,
  CARDS,
} from '../../support/world/shop.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';
import { notification, signed, send } from './sent-notifications.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const RENEWED = ['SUBSCRIBED/INITIAL_BUY', 'DID_RENEW/BILLING_RECOVERY'];

describe('spec: Notifications of the payment provider', () => {
  it('the order-success notification brings DID_RENEW / BILLING_RECOVERY', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    await advanceToRenewal(world, member.reference);
    await world.advance(15_000);
    expect(eventNamesOf(world, shop, member)).toEqual(RENEWED);
  });

  it('the order-failure notification brings DID_FAIL_TO_RENEW', async ({ world, shop }) => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(15_000);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY', 'DID_FAIL_TO_RENEW']);
  });

  it.for<[string, Partial<Behaviour>]>([
    ['sent twice', { duplicateNotifications: true }],
    ['sent out of order', { reorderNotifications: true }],
    ['sent twice and out of order', { duplicateNotifications: true, reorderNotifications: true }],
    ['never sent', { dropNotifications: true }],
    ['sent with four fields only', { reducedNotifications: true }],
    ['signed in the order of the prose', { signatureOrder: 'prose' }],
    ['not signed although they should be', { signatureOrder: 'none' }],
  ])('our choice: notifications %s make the same events', async ([_, how], { world, shop }) => {
    await behave(world, shop, how);
    const member = await subscribe(world, shop);
    await world.advance(100 * DAY);
    const renewals = paidIn(await ledger(world, shop)).length - 1;
    expect(renewals).toBe(3);
    const expected = [RENEWED[0], ...Array.from({ length: renewals }, () => RENEWED[1])];
    expect(eventNamesOf(world, shop, member)).toEqual(expected);
    expect(new Set(receivedEvents(world, shop).map(({ eventId }) => eventId)).size).toBe(expected.length);
  });

  it('our choice: a notification is only a hint: what it claims is not believed', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    const failed = notification(world, member.reference, 'subscription.order.failure');
    const paid = notification(world, member.reference);
    expect((await send(world, shop, failed, signed(shop, failed))).status).toBe(200);
    expect((await send(world, shop, paid, signed(shop, paid))).status).toBe(200);
    await world.settle();
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, member)).toEqual([RENEWED[0]]);
  });

  it('our choice: a notification about a subscription that is not known yet is deferred and tried again', async ({
    world,
    shop,
  }) => {
    const { token } = await startCheckout(shop);
    await payForm(world, token);
    await world.advance(30_000);
    expect(receivedEvents(world, shop)).toEqual([]);
    expect(world.written.join()).toContain('#N#');
    await world.advance(3 * MINUTE);
    expect(receivedEvents(world, shop).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    await world.advance(HOUR);
    expect(receivedEvents(world, shop)).toHaveLength(1);
    expect(world.queues.dead).toEqual([]);
  });

  it('our choice: a notification about a subscription that stays unknown is given up after a day, and logged', async ({
    world,
    shop,
  }) => {
    const body = notification(world, 'nobody’s subscription');
    await send(world, shop, body, signed(shop, body));
    await world.advance(DAY + 8 * HOUR);
    const mine = world.log.filter((line) => line.includes('given up') && line.includes(shop.tenant.id));
    expect(mine).toHaveLength(1);
    expect(world.queues.dead).toEqual([]);
  });

  it('our choice: a notification about another tenant’s subscription changes nothing', async ({
    world,
    shop,
  }) => {
    const other = await makeTenant(world);
    const member = await subscribe(world, other);
    const body = notification(world, member.reference, 'subscription.order.failure');
    expect((await send(world, shop, body, signed(shop, body))).status).toBe(200);
    await world.advance(MINUTE);
    expect(await statusOf(other, member)).toBe('ACTIVE');
    expect(receivedEvents(world, shop)).toEqual([]);
  });

  it('our choice: an upgrade made in the provider’s own panel is followed by its notification', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    await upgradeInPanel(world, shop, member);
    await world.advance(MINUTE);
    expect(eventNamesOf(world, shop, member)).toEqual([
      RENEWED[0],
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      RENEWED[1],
    ]);
  });

  it('our choice: one about a reference that was replaced before our time finds the subscriber by its lineage', async ({
    world,
    shop,
  }) => {
    await behave(world, shop, { dropNotifications: true });
    const replaced = await directStart(world, shop, shop.plans.basic!.reference, 'early@example.com');
    await world.advance(MINUTE);
    const current = await upgradeInPanel(world, shop, { reference: replaced });
    await world.advance(MINUTE);
    await importSubscription(forTenant(world.app, shop.tenant), current, { announce: false });
    await advanceToRenewal(world, current);
    expect(receivedEvents(world, shop)).toEqual([]);
    const body = notification(world, replaced);
    await send(world, shop, body, signed(shop, body));
    await world.settle();
    expect(receivedEvents(world, shop).map(({ type }) => type)).toEqual(['DID_RENEW']);
  });
});

it('our choice: an order that does not name its currency is charged and invoiced in its plan’s', async ({
  world,
  shop,
}) => {
  await behave(world, shop, { orderCurrencies: 'untold' });
  const member = await subscribe(world, shop);
  await world.advance(MINUTE);
  await advanceToRenewal(world, member.reference);
  await world.advance(HOUR);
  expect((await read(shop, member)).latestInvoice).toMatchObject({
    ...{ status: 'PAID', currency: 'TRY', amount: '100.00' },
  });
});
