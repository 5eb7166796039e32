import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { BUSY, OK, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('a message', () => {
  test('that is repeated, late or early causes no POST', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    await stage.handle([message(id, 1)]);
    expect(await stage.handle([message(id, 1), message(id, 3), message(id, 12)])).toEqual([]);
    expect(stage.posts).toHaveLength(1);
  });

  test('that comes twice in one batch causes one POST', async () => {
    const id = await stage.happened();
    expect(await stage.handle([message(id, 1), message(id, 1)])).toEqual([]);
    expect(stage.posts).toHaveLength(1);
  });

  test('returns to the queue if under 13 s are left, and uses up no attempt', async () => {
    const id = await stage.happened();
    stage.timeLeft = 12_999;
    expect(await stage.handle([message(id, 1)])).toEqual([message(id, 1)]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 0 });
    stage.timeLeft = 13_000;
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    expect(stage.posts).toHaveLength(1);
  });

  test('returns to the queue if the secret cannot be decrypted, and uses up no attempt', async () => {
    const id = await stage.happened();
    const decrypt = async () => Promise.reject(new Error('the key service is down'));
    const { secrets } = stage.app();
    expect(await stage.handle([message(id, 1)], { secrets: { ...secrets, decrypt } })).toEqual([
      message(id, 1),
    ]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 0 });
  });

  test('that is unreadable returns to the queue alone', async () => {
    const id = await stage.happened();
    const bad = [
      ...['', 'text', 17, null, [], {}],
      { tenantId: 'acme' },
      { tenantId: 'acme', attempt: 1 },
      ...[0, 1.5].map((attempt) => message(id, attempt)),
      { ...message(id, 1), attempt: '1' },
      { ...message(id, 1), tenantId: '' },
      { ...message(id, 1), tenantId: { S: 'acme' } },
      message('x', 1),
      { ...message(id, 1), tenantId: 'no' },
    ];
    expect(await stage.handle([...bad, message(id, 1)])).toEqual(bad);
    expect(stage.posts).toHaveLength(1);
  });

  test('is delivered at the same time as the nine others of its batch', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => stage.happened(TENANT, 'webhook', nth)),
    );
    let under = 0;
    let most = 0;
    const post: App['post'] = async () => {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 20));
      under--;
      return OK;
    };
    expect(
      await stage.handle(
        ids.map((id) => message(id, 1)),
        { post },
      ),
    ).toEqual([]);
    expect(most).toBe(10);
  });
});
