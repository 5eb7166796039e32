import { createHmac } from 'node:crypto';
import type { Post } from '../../lib/app.ts';
import { instanceOf } from '../world/instance.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { like, TIME } from '../world/expecting.ts';
import { subscribe } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

afterEach(() => world.stop());
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world, { webhook: null });
});

const SECRET = like(/^whsec_[\w-]{20,}$/);
const hook = () => `${world.receiver.url}${shop.hook}`;
const arrivals = () => world.receiver.arrivals.filter(({ path }) => path === shop.hook);
const signed = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
const dataOf = ({ body }: { body: Record<string, unknown> }) => body.data as Record<string, unknown>;

async function setWebhook(url = hook()): Promise<Record<string, unknown>> {
  return dataOf(await shop.call('account/set-webhook', { body: { url } }));
}

/** Lets cached settings expire, so that the next event goes by the new ones. */
const minutePasses = () => world.advance(61_000);

describe('Account: webhook', () => {
  it('PUT /account/webhook sets the address; the secret is shown the first time only', async () => {
    expect(await setWebhook()).toEqual({
      url: hook(),
      createdAt: TIME,
      secretCreatedAt: TIME,
      rotation: null,
      health: 'healthy',
      lastDeliveredAt: null,
      lastFailure: null,
      secret: SECRET,
    });
    expect(await setWebhook()).not.toHaveProperty('secret');
  });

  it('events go there, signed with that secret', async () => {
    const { secret } = await setWebhook();
    await minutePasses();
    await subscribe(world, shop);
    const [arrival] = arrivals();
    expect(arrival!.headers['x-svc-signature']).toBe(signed(String(secret), arrival!.body));
  });

  it.each([
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'http://shop.example/',
    'https://localhost/',
    'no url',
  ])('a forbidden address (%s) is 400 forbidden_target with the reason', async (url) => {
    const { status, body } = await shop.call('account/set-webhook', { body: { url } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'forbidden_target',
      details: [{ field: 'url', message: like(/\w/) }],
    });
  });

  it('DELETE /account/webhook answers null; a webhook set afterwards begins anew, with a new secret', async () => {
    const { secret } = await setWebhook();
    const gone = await shop.call('account/clear-webhook');
    expect(gone).toMatchObject({ status: 200, body: { status: 'success', data: null } });
    await minutePasses();
    await subscribe(world, shop);
    expect(arrivals()).toEqual([]);
    const again = await setWebhook();
    expect(again.secret).toEqual(SECRET);
    expect(again.secret).not.toBe(secret);
  });

  it('a rotation is begun once: the second is 409 rotation_under_way', async () => {
    await setWebhook();
    const now = world.clock.now();
    const begun = await shop.call('account/rotate-webhook-secret', { body: { overlapHours: 168 } });
    expect(dataOf(begun)).toMatchObject({
      rotation: {
        startedAt: new Date(now).toISOString(),
        endsAt: new Date(now + 168 * 3_600_000).toISOString(),
      },
      secret: SECRET,
    });
    const second = await shop.call('account/rotate-webhook-secret', { body: {} });
    expect(second).toMatchObject({ status: 409, body: { error: 'rotation_under_way' } });
    await world.advance(168 * 3_600_000);
    const { webhook } = dataOf(await shop.call('account/get')) as { webhook: Record<string, unknown> };
    expect(webhook).toMatchObject({ rotation: null, secretCreatedAt: new Date(now).toISOString() });
  });

  it.each([169, -1, 1.5, '24'])('overlapHours %j is 400', async (overlapHours) => {
    await setWebhook();
    const answer = await shop.call('account/rotate-webhook-secret', { body: { overlapHours } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'overlapHours' }] } });
  });

  it('a receiver with one secret and one header is not broken by a rotation that it finishes itself', async () => {
    const { secret: old } = await setWebhook();
    await minutePasses();
    const { secret: next } = dataOf(await shop.call('account/rotate-webhook-secret'));
    await subscribe(world, shop);
    const during = arrivals().at(-1)!;
    expect(during.headers['x-svc-signature']).toBe(signed(String(old), during.body));
    expect(during.headers['x-svc-signature-next']).toBe(signed(String(next), during.body));
    const finished = await shop.call('account/finish-rotation');
    expect(dataOf(finished)).toMatchObject({ rotation: null });
    expect(dataOf(finished)).not.toHaveProperty('secret');
    await subscribe(world, shop);
    const after = arrivals().at(-1)!;
    expect(after).not.toBe(during);
    expect(after.headers['x-svc-signature']).toBe(signed(String(next), after.body));
    expect(after.headers).not.toHaveProperty('x-svc-signature-next');
  });

  it('without a webhook there is nothing to rotate, to finish or to test: 409 webhook_not_set', async () => {
    for (const route of [
      'account/rotate-webhook-secret',
      'account/finish-rotation',
      'account/test-webhook',
    ] as const)
      expect(await shop.call(route)).toMatchObject({ status: 409, body: { error: 'webhook_not_set' } });
  });

  it('POST /account/webhook/test sends one signed example now and keeps nothing of it', async () => {
    const { secret } = await setWebhook();
    const { body } = await shop.call('account/test-webhook', {
      body: { notificationType: 'DID_FAIL_TO_RENEW' },
    });
    expect(body).toEqual({
      status: 'success',
      data: {
        delivered: true,
        httpStatus: 200,
        tookMs: expect.any(Number) as number,
        answer: 'ok',
        error: null,
      },
    });
    const [arrival] = arrivals();
    expect(arrival!.headers).toMatchObject({
      'x-svc-test': 'true',
      'x-svc-event': 'DID_FAIL_TO_RENEW',
      'x-svc-signature': signed(String(secret), arrival!.body),
    });
    expect(JSON.parse(arrival!.body)).toMatchObject({
      notificationType: 'DID_FAIL_TO_RENEW',
      attempt: 1,
      version: '2.0',
      data: { status: 'PAYMENT_FAILED', grace_period: 7 },
    });
    await world.advance(5 * 60_000);
    expect(arrivals()).toHaveLength(1);
  });

  it('our choice: a test waits no longer for its receiver than its own time allows, and is not begun without any', async () => {
    await setWebhook();
    const deadlines: (number | undefined)[] = [];
    const post: Post = async (_url, _headers, _body, deadlineMs) => {
      deadlines.push(deadlineMs);
      return { is: 'failed', why: 'timeout', tookMs: 1 };
    };
    const within = (leftMs: number) =>
      instanceOf({ ...world.app, post }, () => leftMs).call('account/test-webhook', {
        headers: shop.headers,
      });
    expect((await within(15_000)).body).toMatchObject({ data: { delivered: false, error: 'timeout' } });
    expect((await within(5_000)).status).toBe(200);
    expect(await within(3_400)).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(deadlines).toEqual([10_000, 2_000]);
  });

  it('a test that fails says what the receiver answered, and is not tried again', async () => {
    await setWebhook();
    world.receiver.answer(shop.hook, 503);
    const { body } = await shop.call('account/test-webhook');
    expect(body.data).toMatchObject({ delivered: false, httpStatus: 503, answer: 'ok', error: null });
    await world.advance(5 * 60_000);
    expect(arrivals()).toHaveLength(1);
    expect(await shop.call('account/test-webhook', { body: { notificationType: 'RENEWED' } })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'notificationType' }] },
    });
  });
});

describe('Account: chat', () => {
  it('PUT and DELETE /account/chat set and clear where chat messages go', async () => {
    const url = `${hook()}/chat`;
    const set = await shop.call('account/set-chat', { body: { url } });
    expect(set.body).toEqual({ status: 'success', data: { url } });
    await minutePasses();
    await subscribe(world, shop);
    const chats = () => world.receiver.arrivals.filter(({ path }) => path === `${shop.hook}/chat`);
    expect(chats()).toHaveLength(1);
    expect((await shop.call('account/clear-chat')).body).toEqual({ status: 'success', data: null });
    await minutePasses();
    await subscribe(world, shop);
    expect(chats()).toHaveLength(1);
  });

  it('a forbidden address is 400 forbidden_target', async () => {
    const answer = await shop.call('account/set-chat', { body: { url: 'https://192.168.1.1/' } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'forbidden_target' } });
  });
});
