import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SECRET } from '../../faults/delivery/cast.ts';
import { LOST, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('a delivery', () => {
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

  test('that gets no answer stores the reason', async () => {
    const id = await stage.happened();
    stage.outcome = LOST;
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    const [attempt] = await stage.attempts(id);
    expect(attempt).toMatchObject({ why: 'timeout', tookMs: 10_000 });
    expect(attempt).not.toHaveProperty('status');
  });
});
