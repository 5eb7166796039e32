import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { key } from '../../../lib/table/schema.ts';
import { SECRET } from '../../faults/delivery/cast.ts';
import { BUSY, LOST, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('a delivery', () => {
  test('that the receiver accepts is DELIVERED and no longer due, and the answer is stored', async () => {
    const id = await stage.happened();
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({
      state: 'DELIVERED',
      attempt: 1,
      delivered: {
        attempt: 1,
        endedAt: stage.time.now,
        tookMs: 40,
        status: 200,
        why: null,
        answer: 'received',
      },
    });
    expect(await stage.isDue(id)).toBe(false);
    expect(stage.queued).toEqual([]);
  });

  test('is signed over exactly the bytes that are sent', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    const { url, headers, body } = stage.posts[0]!;
    expect(url).toBe(TENANT.webhook!.url);
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    expect(headers).toStrictEqual({
      'Content-Type': 'application/json',
      'X-Svc-Signature': `sha256=${signature}`,
      'X-Svc-Signature-Meta': expect.stringMatching(/^sha256=[0-9a-f]{64}$/) as string,
      'X-Svc-Event': 'SUBSCRIBED',
      'X-Svc-Event-ID': id,
      'X-Svc-Sequence': '1',
      'X-Svc-Transaction-ID': (await stage.stored(id)).transactionId,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(stage.time.now / 1000)),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/) as string,
    });
    expect(JSON.parse(body)).toMatchObject({ eventId: id, attempt: 1, signedDate: stage.time.now });
  });

  test('that is refused is retried 60 seconds after it ended; its answer is stored up to 1 KB', async () => {
    const id = await stage.happened();
    const post: App['post'] = async () => {
      stage.time.now += 3_000;
      return BUSY;
    };
    expect(await stage.handle([message(id, 1)], { post })).toEqual([]);
    const nextAt = stage.time.now + 60_000;
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 1, nextAt, delivered: null });
    expect(await stage.table.get(key.event(TENANT.id, { id }), { consistent: true })).toMatchObject({
      dueAt: nextAt,
    });
    expect(await stage.attempts(id)).toMatchObject([
      { attempt: 1, status: 503, answer: 'busy'.repeat(256), endedAt: stage.time.now },
    ]);
    expect(stage.queued).toEqual([{ body: message(id, 2), group: 'acme', delaySeconds: 60 }]);
  });

  test('that gets no answer stores the reason', async () => {
    const id = await stage.happened();
    stage.outcome = LOST;
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    const [attempt] = await stage.attempts(id);
    expect(attempt).toMatchObject({ why: 'timeout', tookMs: 10_000 });
    expect(attempt).not.toHaveProperty('status');
  });

  test('that fails eleven times is EXHAUSTED; every attempt has its own transaction id', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    for (let attempt = 1; attempt <= 12; attempt++)
      expect(await stage.handle([message(id, attempt)])).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED', attempt: 11 });
    expect(await stage.isDue(id)).toBe(false);
    expect(stage.posts).toHaveLength(11);
    expect(new Set(stage.posts.map(({ headers }) => headers['X-Svc-Transaction-ID'])).size).toBe(11);
    expect(stage.queued).toHaveLength(10);
  });

  test.each([
    ['webhook', { webhook: null }],
    ['chat', { chatUrl: null }],
  ] as const)('to a %s that was removed (%j) is SKIPPED', async (channel, gone) => {
    const id = await stage.happened({ ...TENANT, ...gone }, channel);
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'SKIPPED', attempt: 0 });
    expect(await stage.isDue(id)).toBe(false);
    expect(stage.posts).toEqual([]);
  });
});
