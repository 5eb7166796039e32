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
  charge,
} from '../../support/world/shop.ts';
import { changeTenant, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { idsOf, listEvents, readFeed } from '../../support/world/events.ts';

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

describe('spec: Receiver contract', () => {
  it('failed deliveries are retried up to 10 times, 60 seconds apart; eventId stays, transactionId and attempt change', async ({
    world,
    shop,
  }) => {
    world.receiver.answer(shop.hook, ...Array.from({ length: 11 }, () => 500));
    await subscribe(world, shop);
    const times: number[] = [];
    for (let minute = 0; minute < 15; minute++) {
      times.push(arrivals(world, shop).length);
      await world.advance(MINUTE);
    }
    expect(times.slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]);
    const all = receivedEvents(world, shop);
    expect(all.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(all.map(({ payload }) => payload.transactionId)).size).toBe(11);
    expect(world.queues.dead).toEqual([]);
  });

  it.for([200, 201, 204, 299])('a 2xx answer (%i) is a delivery', async (status, { world, shop }) => {
    world.receiver.answer(shop.hook, status);
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(arrivals(world, shop)).toHaveLength(1);
  });

  it.for([302, 400, 401, 410, 503])(
    'our choice: any other answer (%i), a redirect too, is tried again',
    async (status, { world, shop }) => {
      world.receiver.answer(shop.hook, status);
      await subscribe(world, shop);
      await world.advance(2 * MINUTE);
      expect(receivedEvents(world, shop).map(({ attempt }) => attempt)).toEqual([1, 2]);
    },
  );

  it('our choice: without a webhook URL the event is recorded as SKIPPED and nothing is sent', async ({
    world,
    shop,
  }) => {
    await changeTenant(world, shop, { webhook: null });
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(arrivals(world, shop)).toEqual([]);
    expect(
      world.written.filter((one) => one.includes(shop.tenant.id) && one.includes('SKIPPED')),
    ).toHaveLength(1);
  });

  it('our choice: the URL and secret as they are at each attempt are used', async ({ world, shop }) => {
    world.receiver.answer(shop.hook, 500);
    await subscribe(world, shop);
    const url = `${world.receiver.url}${shop.hook}/moved`;
    await changeTenant(world, shop, { webhook: { ...shop.tenant.webhook!, url } });
    await world.advance(MINUTE);
    expect(arrivals(world, shop)).toHaveLength(1);
    expect(arrivals(world, shop, `${shop.hook}/moved`)).toHaveLength(1);
  });
});

const SECOND = 1_000;

describe('spec: GET /events/feed', () => {
  it('shows the events oldest first, at most 15 s behind, and continues after a cursor', async ({
    world,
    shop,
  }) => {
    expect(await readFeed(shop)).toEqual({ status: 'success', events: [], next: null, atEnd: true });
    for (let n = 0; n < 3; n++) {
      await subscribe(world, shop);
      await world.advance(SECOND);
    }
    await world.advance(13 * SECOND);
    expect((await readFeed(shop)).events).toHaveLength(1);
    await world.advance(2 * SECOND + 1);
    const all = (await listEvents(shop)).data;
    const oldest = idsOf(all).reverse();
    const begun = await readFeed(shop, { limit: '2' });
    expect([idsOf(begun.events), begun.next, begun.atEnd]).toEqual([oldest.slice(0, 2), oldest[1], false]);
    expect(begun.events[0]).toEqual(all.at(-1));
    const rest = await readFeed(shop, { after: begun.next!, limit: '2' });
    expect([idsOf(rest.events), rest.next, rest.atEnd]).toEqual([oldest.slice(2), oldest[2], true]);
    expect(await readFeed(shop, { after: rest.next! })).toMatchObject({
      events: [],
      next: oldest[2],
      atEnd: true,
    });
  });

  it('our choice: takes no cursor of another tenant, though the same instance has just shown its event', async ({
    world,
    shop,
  }) => {
    const other = await makeTenant(world);
    await subscribe(world, other);
    await world.advance(MINUTE);
    const { body } = await other.call('events/feed');
    expect(body.next).toEqual(anyText);
    const after = await shop.call('events/feed', { query: { after: String(body.next) } });
    expect(after).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } });
  });

  it('our choice: has the events of one subscriber in the order of X-Svc-Sequence, also those of one instant', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    for (const outcome of ['failure', 'success', 'success', 'failure', 'success'] as const)
      await charge(world, member.reference, outcome);
    await world.advance(70 * DAY);
    const received = world.receiver.arrivals.filter(({ path }) => path === shop.hook);
    const sequenceOf = new Map(
      received.map(({ headers }) => [String(headers['x-svc-event-id']), Number(headers['x-svc-sequence'])]),
    );
    const sequences = idsOf((await readFeed(shop)).events).map((id) => sequenceOf.get(id));
    expect(sequences.length).toBeGreaterThan(5);
    expect(sequences).toEqual(sequences.map((_, nth) => nth + 1));
  });
});
