import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { anyNumber, anyText, UUID } from '../../support/world/expecting.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  DAY,
  MINUTE,
  nameOf,
  subscribe,
  receivedEvents,
} from '../../support/world/shop.ts';
import { changeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';

const arrivals = (world: World, shop: TestTenant, path = shop.hook) =>
  world.receiver.arrivals.filter((one) => one.path === path);
const PAYLOAD = [
  'notificationType',
  'subtype',
  'eventId',
  'transactionId',
  'attempt',
  'purchaseDate',
  'signedDate',
  'version',
  'data',
];

describe('spec: Events', () => {
  it('SUBSCRIBED / INITIAL_BUY has exactly the payload of the specification', async ({ world, shop }) => {
    const before = world.clock.now();
    const member = await subscribe(world, shop);
    const [event] = receivedEvents(world, shop);
    expect(event!.payload).toEqual({
      notificationType: 'SUBSCRIBED',
      subtype: 'INITIAL_BUY',
      eventId: anyText,
      transactionId: UUID,
      attempt: 1,
      purchaseDate: Math.floor(before / 1000),
      signedDate: before,
      version: '2.0',
      data: {
        subscriptionId: member.id,
        subscriptionReference: member.reference,
        customerReference: member.customerReference,
        planReference: shop.plans.basic!.reference,
        status: 'ACTIVE',
        subscriptionFirstStartDate: Math.floor(before / 1000),
        periodStart: Math.floor(before / 1000),
        periodEnd: anyNumber,
        customer: { id: UUID, email: member.email, name: 'Ayşe', surname: 'Yılmaz' },
      },
    });
  });

  it('every type carries only the fields of the specification; grace_period is with DID_RENEW and DID_FAIL_TO_RENEW', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    const other = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(MINUTE);
    const body = { 'svc-id': member.svcId };
    const plan = (name: string) => ({
      'svc-subscriber-id': member.svcId,
      'svc-plan-id': shop.plans[name]!.id,
    });
    await shop.call('subscribers/change-plan', { body: plan('plus') });
    await shop.call('subscribers/change-plan', { body: plan('basic') });
    await shop.call('subscribers/cancel', { body });
    await shop.call('subscribers/undo-cancel', { body });
    await shop.call('subscribers/cancel', { body });
    await world.advance(40 * DAY);
    await subscribe(world, shop, { email: member.email });
    const all = receivedEvents(world, shop);
    expect([...new Set(all.map(nameOf))].sort()).toEqual([
      'DID_CHANGE_RENEWAL_PREF/DOWNGRADE',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED',
      'DID_FAIL_TO_RENEW',
      'DID_RENEW/BILLING_RECOVERY',
      'EXPIRED',
      'SUBSCRIBED/INITIAL_BUY',
      'SUBSCRIBED/RESUBSCRIBE',
    ]);
    const data = ['subscriptionId', 'subscriptionReference', 'customerReference', 'planReference', 'status'];
    const periods = ['subscriptionFirstStartDate', 'periodStart', 'periodEnd', 'customer'];
    for (const event of all) {
      const graced = event.type === 'DID_RENEW' || event.type === 'DID_FAIL_TO_RENEW';
      const fields = PAYLOAD.filter((name) => name !== 'subtype' || event.subtype !== undefined);
      expect(Object.keys(event.payload)).toEqual(fields);
      expect(Object.keys(event.data)).toEqual([...data, ...(graced ? ['grace_period'] : []), ...periods]);
      expect(event.payload).toMatchObject({ version: '2.0', attempt: 1 });
      if (graced) expect(event.data.grace_period).toBe(7);
    }
    expect(all.find(({ type }) => type === 'DID_FAIL_TO_RENEW')?.data).toMatchObject({
      subscriptionId: other.id,
      status: 'PAYMENT_FAILED',
    });
  });

  it('periodEnd is the next renewal date, in Unix seconds', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    const { endPeriod } = await advanceToRenewal(world, member.reference);
    await world.advance(MINUTE);
    expect(receivedEvents(world, shop).at(-1)).toMatchObject({
      type: 'DID_RENEW',
      data: { periodEnd: Math.floor(endPeriod / 1000) },
    });
  });

  it('X-Svc-Signature is sha256= and the hex HMAC-SHA256 of the body keyed with the webhook secret', async ({
    world,
    shop,
  }) => {
    await subscribe(world, shop);
    const [{ headers, body }] = arrivals(world, shop) as [(typeof world.receiver.arrivals)[number]];
    const hex = createHmac('sha256', shop.webhookSecret).update(body).digest('hex');
    expect(headers).toMatchObject({
      'x-svc-signature': `sha256=${hex}`,
      'x-svc-event': 'SUBSCRIBED',
      'x-svc-event-id': anyText,
      'x-svc-transaction-id': UUID,
      'content-type': 'application/json',
    });
    expect(headers).not.toHaveProperty('x-svc-signature-next');
  });

  it('our choice: the headers of Standard Webhooks are there too, which its library verifies with the same secret', async ({
    world,
    shop,
  }) => {
    await subscribe(world, shop);
    const [{ headers, body }] = arrivals(world, shop) as [(typeof world.receiver.arrivals)[number]];
    const verify = (secret: string) =>
      new Webhook(secret, { format: 'raw' }).sign(
        String(headers['x-svc-event-id']),
        new Date(Number(headers['webhook-timestamp']) * 1000),
        body,
      );
    expect(headers).toMatchObject({
      'webhook-id': headers['x-svc-event-id'],
      'webhook-signature': verify(shop.webhookSecret),
    });
  });

  it('the team chat gets SUBSCRIBED and DID_RENEW only, our choice: as a plain {"text": …}', async ({
    world,
    shop,
  }) => {
    const chat = `${shop.hook}/chat`;
    await changeTenant(world, shop, { chatUrl: `${world.receiver.url}${chat}` });
    const member = await subscribe(world, shop);
    await advanceToRenewal(world, member.reference);
    await world.advance(MINUTE);
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(40 * DAY);
    expect(receivedEvents(world, shop)).toHaveLength(4);
    const texts = arrivals(world, shop, chat).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(texts).toEqual([{ text: anyText }, { text: anyText }]);
    expect(texts[0]!.text).toContain('subscribed to');
    expect(texts[1]!.text).toContain('renewed');
  });

  it('our choice: the eventId follows from the cause, so a repeated cause makes no second event', async ({
    world,
    shop,
  }) => {
    await behave(world, shop, { duplicateNotifications: true });
    const member = await subscribe(world, shop);
    await world.call('checkout/callback', { method: 'GET', query: { token: member.token } });
    await advanceToRenewal(world, member.reference);
    await world.advance(DAY);
    expect(receivedEvents(world, shop).map(nameOf)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
  });
});
