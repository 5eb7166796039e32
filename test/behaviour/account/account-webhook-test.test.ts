import type { Post } from '../../../lib/runtime/app.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { describe, expect } from 'vitest';
import { it as test } from '../../support/world/fixtures.ts';
import { arrivals, signed, setWebhook } from './webhook-settings.ts';

const it = test.extend('settings', () => ({ webhook: null }));

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
