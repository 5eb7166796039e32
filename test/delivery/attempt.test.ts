import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../lib/app.ts';
import { key } from '../../lib/table/schema.ts';
import type { Table } from '../../lib/table/table.ts';
import { BUSY, OK, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('an attempt', () => {
  test('whose claim collides with its own first try goes on', async () => {
    const id = await stage.happened();
    const twice: Table = {
      ...stage.table,
      apply: async (change) => (await stage.table.apply(change), stage.table.apply(change)),
    };
    expect(await stage.handle([message(id, 1)], { table: twice })).toEqual([]);
    expect(stage.posts).toHaveLength(1);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED' });
  });

  test('that was overtaken settles nothing and announces nothing', async () => {
    const id = await stage.happened();
    const post: App['post'] = async () => {
      await stage.table.apply({
        update: key.event(TENANT.id, id),
        set: { transactionId: 'of somebody else' },
      });
      return BUSY;
    };
    expect(await stage.handle([message(id, 1)], { post })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'TRYING', transactionId: 'of somebody else' });
    expect(await stage.attempts(id)).toEqual([]);
    expect(stage.queued).toEqual([]);
  });

  test('keeps others away for 35 s, and keeps its due time', async () => {
    const id = await stage.happened();
    const began = stage.time.now;
    const post: App['post'] = async () => {
      expect(await stage.stored(id)).toMatchObject({ state: 'TRYING', attempt: 1, lease: began + 35_000 });
      const item = await stage.table.get(key.event(TENANT.id, id), { consistent: true });
      expect(item).toMatchObject({ dueAt: began });
      return OK;
    };
    expect(await stage.handle([message(id, 1)], { post })).toEqual([]);
  });

  test('whose successor cannot be announced is settled all the same', async () => {
    const id = await stage.happened();
    stage.outcome = BUSY;
    const send = async () => Promise.reject(new Error('the queue is down'));
    const { queues } = stage.app();
    expect(await stage.handle([message(id, 1)], { queues: { ...queues, deliveries: { send } } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 1 });
  });
});
