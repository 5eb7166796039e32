import { describe, expect } from 'vitest';
import type { Post } from '../../../lib/runtime/app.ts';
import { it as test } from '../../support/world/fixtures.ts';
import { like, TIME } from '../../support/world/expecting.ts';
import { subscribe } from '../../support/world/shop.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { hook, arrivals, signed, dataOf, setWebhook, minutePasses } from './webhook-settings.ts';

const it = test.extend('settings', () => ({ webhook: null }));

const SECRET = like(/^whsec_[\w+/]{43}=$/);

describe('spec: Account: webhook', () => {
  it('PUT /account/webhook sets the address; the secret is shown the first time only', async ({
    world,
    shop,
  }) => {
    expect(await setWebhook(world, shop)).toEqual({
      url: hook(world, shop),
      createdAt: TIME,
      secretCreatedAt: TIME,
      rotation: null,
      health: 'healthy',
      lastDeliveredAt: null,
      lastFailure: null,
      secret: SECRET,
    });
    expect(await setWebhook(world, shop)).not.toHaveProperty('secret');
    const again = await shop.call('account/set-webhook', { body: { url: 'https://shop.example/again' } });
    expect(again.body.message).toContain('POST /account/webhook/rotate makes a new one');
  });

  it('events go there, signed with that secret', async ({ world, shop }) => {
    const { secret } = await setWebhook(world, shop);
    await minutePasses(world);
    await subscribe(world, shop);
    const [arrival] = arrivals(world, shop);
    expect(arrival!.headers['x-svc-signature']).toBe(signed(String(secret), arrival!.body));
  });

  it.for(['https://10.0.0.1/', 'https://[fd00::1]/', 'http://shop.example/', 'https://localhost/', 'no url'])(
    'a forbidden address (%s) is 400 forbidden_target with the reason',
    async (url, { shop }) => {
      const { status, body } = await shop.call('account/set-webhook', { body: { url } });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: 'forbidden_target',
        details: [{ field: 'url', message: like(/\w/) }],
      });
    },
  );

  it('DELETE /account/webhook answers null; a webhook set afterwards gets a new secret', async ({
    world,
    shop,
  }) => {
    const { secret } = await setWebhook(world, shop);
    const gone = await shop.call('account/clear-webhook');
    expect(gone).toMatchObject({ status: 200, body: { status: 'success', data: null } });
    await minutePasses(world);
    await subscribe(world, shop);
    expect(arrivals(world, shop)).toEqual([]);
    const again = await setWebhook(world, shop);
    expect(again.secret).toEqual(SECRET);
    expect(again.secret).not.toBe(secret);
  });

  it('our choice: a rotation may be repeated, and replaces the new secret, whose answer may have been lost', async ({
    world,
    shop,
  }) => {
    const { secret: old } = await setWebhook(world, shop);
    const now = world.clock.now();
    const begun = await shop.call('account/rotate-webhook-secret', { body: { overlapHours: 168 } });
    expect(dataOf(begun)).toMatchObject({
      rotation: {
        startedAt: new Date(now).toISOString(),
        endsAt: new Date(now + 168 * 3_600_000).toISOString(),
      },
      secret: SECRET,
    });
    const { secret: next } = dataOf(await shop.call('account/rotate-webhook-secret', { body: {} }));
    expect(next).not.toBe(dataOf(begun).secret);
    await minutePasses(world);
    await subscribe(world, shop);
    const { headers, body } = arrivals(world, shop).at(-1)!;
    expect(headers['x-svc-signature']).toBe(signed(String(old), body));
    expect(headers['x-svc-signature-next']).toBe(signed(String(next), body));
  });

  it('our choice: a rotation ends with the first delivery after its overlap that the receiver accepts', async ({
    world,
    shop,
  }) => {
    const { secret: old } = await setWebhook(world, shop);
    const { secret: next } = dataOf(
      await shop.call('account/rotate-webhook-secret', { body: { overlapHours: 1 } }),
    );
    await subscribe(world, shop);
    await world.advance(2 * 3_600_000);
    const shown = dataOf(await shop.call('account/get')) as { webhook: { rotation: unknown } };
    expect(shown.webhook.rotation).not.toBeNull();
    world.receiver.answer(shop.hook, 401);
    await subscribe(world, shop);
    const refused = arrivals(world, shop).at(-1)!;
    await world.advance(61_000);
    const accepted = arrivals(world, shop).at(-1)!;
    expect(accepted).not.toBe(refused);
    for (const { headers, body } of [refused, accepted]) {
      expect(headers['x-svc-signature']).toBe(signed(String(old), body));
      expect(headers['x-svc-signature-next']).toBe(signed(String(next), body));
    }
    await subscribe(world, shop);
    const after = arrivals(world, shop).at(-1)!;
    expect(after.headers['x-svc-signature']).toBe(signed(String(next), after.body));
    expect(after.headers).not.toHaveProperty('x-svc-signature-next');
    const { webhook } = dataOf(await shop.call('account/get')) as { webhook: { rotation: unknown } };
    expect(webhook.rotation).toBeNull();
  });

  it('our choice: what only the headers of a delivery say is signed, also of a test', async ({
    world,
    shop,
  }) => {
    const { secret } = await setWebhook(world, shop);
    await minutePasses(world);
    await subscribe(world, shop);
    const event = arrivals(world, shop).at(-1)!;
    await shop.call('account/test-webhook');
    const test = arrivals(world, shop).at(-1)!;
    expect(test.headers['x-svc-test']).toBe('true');
    for (const { headers, body } of [event, test]) {
      const { eventId, signedDate } = JSON.parse(body) as { eventId: string; signedDate: number };
      const of = `${eventId}.${String(headers['x-svc-sequence'])}.${headers['x-svc-test'] === 'true'}.${signedDate}`;
      expect(headers['x-svc-signature-meta']).toBe(signed(String(secret), of));
    }
  });

  it('a receiver with one secret and one header is not broken by a rotation that it finishes itself', async ({
    world,
    shop,
  }) => {
    const { secret: old } = await setWebhook(world, shop);
    await minutePasses(world);
    const { secret: next } = dataOf(await shop.call('account/rotate-webhook-secret'));
    await subscribe(world, shop);
    const during = arrivals(world, shop).at(-1)!;
    expect(during.headers['x-svc-signature']).toBe(signed(String(old), during.body));
    expect(during.headers['x-svc-signature-next']).toBe(signed(String(next), during.body));
    const finished = await shop.call('account/finish-rotation');
    expect(dataOf(finished)).toMatchObject({ rotation: null });
    expect(dataOf(finished)).not.toHaveProperty('secret');
    await subscribe(world, shop);
    const after = arrivals(world, shop).at(-1)!;
    expect(after).not.toBe(during);
    expect(after.headers['x-svc-signature']).toBe(signed(String(next), after.body));
    expect(after.headers).not.toHaveProperty('x-svc-signature-next');
  });

  it('without a webhook there is nothing to rotate, to finish or to test: 409 webhook_not_set', async ({
    shop,
  }) => {
    for (const route of [
      'account/rotate-webhook-secret',
      'account/finish-rotation',
      'account/test-webhook',
    ] as const)
      expect(await shop.call(route)).toMatchObject({ status: 409, body: { error: 'webhook_not_set' } });
  });
});

describe('spec: Account: chat', () => {
  it('PUT and DELETE /account/chat set and clear where chat messages go', async ({ world, shop }) => {
    const url = `${hook(world, shop)}/chat`;
    const set = await shop.call('account/set-chat', { body: { url } });
    expect(set.body).toEqual({ status: 'success', data: { url } });
    await minutePasses(world);
    await subscribe(world, shop);
    const chats = () => world.receiver.arrivals.filter(({ path }) => path === `${shop.hook}/chat`);
    expect(chats()).toHaveLength(1);
    expect((await shop.call('account/clear-chat')).body).toEqual({ status: 'success', data: null });
    await minutePasses(world);
    await subscribe(world, shop);
    expect(chats()).toHaveLength(1);
  });

  it('a forbidden address is 400 forbidden_target', async ({ shop }) => {
    const answer = await shop.call('account/set-chat', { body: { url: 'https://192.168.1.1/' } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'forbidden_target' } });
  });
});

describe('spec: Account: webhook', () => {
  it('POST /account/webhook/test sends one signed example and stores nothing', async ({ world, shop }) => {
    const { secret } = await setWebhook(world, shop);
    const { body } = await shop.call('account/test-webhook', {
      body: { notificationType: 'DID_FAIL_TO_RENEW' },
    });
    expect(body).toEqual({
      status: 'success',
      data: {
        notificationType: 'DID_FAIL_TO_RENEW',
        delivered: true,
        httpStatus: 200,
        tookMs: expect.any(Number) as number,
        answer: 'ok',
        error: null,
      },
    });
    const [arrival] = arrivals(world, shop);
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
    expect(arrivals(world, shop)).toHaveLength(1);
  });

  it('our choice: a test waits for its receiver only as long as its own time allows, and is not sent without any', async ({
    world,
    shop,
  }) => {
    await setWebhook(world, shop);
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

  it('our choice: of more than 60 tests a minute the rest is refused and not sent, since each waits for its receiver', async ({
    world,
    shop,
  }) => {
    await setWebhook(world, shop);
    let posts = 0;
    const post: Post = async () => ({ is: 'failed', why: 'timeout', tookMs: ++posts });
    const instance = instanceOf({ ...world.app, post });
    const call = () => instance.call('account/test-webhook', { headers: shop.headers });
    for (let nth = 0; nth < 60; nth++) expect((await call()).status).toBe(200);
    expect(await call()).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(posts).toBe(60);
  });

  it('our choice: shows at most 1 KB of what the receiver answered', async ({ world, shop }) => {
    await setWebhook(world, shop);
    const post: Post = async () => ({ is: 'answered', status: 200, body: 'ü'.repeat(9_000), tookMs: 1 });
    const { body } = await instanceOf({ ...world.app, post }).call('account/test-webhook', {
      headers: shop.headers,
    });
    expect(Buffer.byteLength((body.data as { answer: string }).answer)).toBe(1024);
  });

  it('a failed test shows what the receiver answered, and is not retried', async ({ world, shop }) => {
    await setWebhook(world, shop);
    world.receiver.answer(shop.hook, 503);
    const { body } = await shop.call('account/test-webhook');
    expect(body.data).toMatchObject({ delivered: false, httpStatus: 503, answer: 'ok', error: null });
    await world.advance(5 * 60_000);
    expect(arrivals(world, shop)).toHaveLength(1);
    expect(await shop.call('account/test-webhook', { body: { notificationType: 'RENEWED' } })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'notificationType' }] },
    });
  });
});
