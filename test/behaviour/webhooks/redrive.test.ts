import { beforeEach, describe, expect, test } from 'vitest';
import { redriveEvent } from '../../../lib/webhooks/redrive.ts';
import { replayOne } from '../../../lib/webhooks/replay.ts';
import { endpointPut, readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { lookUpEvent } from '../../../lib/table/events/events.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { BUSY, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** What the sweep makes of an event. */
async function redrive(id: string): Promise<unknown> {
  const record = await lookUpEvent(stage.app(), TENANT.id, { id });
  return record && redriveEvent(stage.app(), record);
}

describe('the sweep', () => {
  test('sends a new message for an event that is more than a minute late, without delay', async () => {
    const id = await stage.happened();
    const happened = stage.time.now;
    stage.time.now += 60_000;
    expect(await redrive(id)).toEqual({ again: happened });
    stage.time.now += 1;
    expect(await redrive(id)).toEqual({
      queue: 'deliveries',
      message: { body: message(id, 1), group: 'acme' },
    });
  });

  test('redrives an attempt under way once its lease has expired', async () => {
    const id = await stage.happened();
    const lease = stage.time.now + 35_000;
    const claim = { state: 'TRYING', attempt: 1, lease };
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: claim });
    expect(await redrive(id)).toEqual({ again: lease });
  });

  test('ends an event whose last attempt was lost', async () => {
    const id = await stage.happened();
    await stage.table.apply({
      update: key.event(TENANT.id, { id }),
      set: { state: 'TRYING', attempt: 11, lease: stage.time.now },
    });
    expect(await redrive(id)).toBeUndefined();
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED' });
    expect(await stage.isDue(id)).toBe(false);
  });

  test('redrives an event that cannot be listed, and retries one that cannot be ended', async () => {
    const id = await stage.happened();
    stage.time.now += 60_001;
    const refuse = async () => Promise.reject(new Error('throttled'));
    const app = stage.app({ table: { ...stage.table, apply: refuse, write: refuse } });
    const sent = await redriveEvent(app, await stage.stored(id));
    expect(sent).toEqual({ queue: 'deliveries', message: { body: message(id, 1), group: 'acme' } });
    const claim = { state: 'TRYING', attempt: 11, lease: stage.time.now };
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: claim });
    expect(await redriveEvent(app, await stage.stored(id))).toEqual({ again: stage.time.now + 60_000 });
  });

  test('records an exhausted event in the health of its endpoint', async () => {
    const id = await stage.happened();
    const claim = { state: 'TRYING', attempt: 11, lease: stage.time.now };
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: claim });
    await redrive(id);
    const health = await readEndpoint(stage.app(), TENANT.id, 'webhook');
    expect(health).toMatchObject({ failingSince: stage.time.now });
  });
});

describe('an event exhausted by a crash of its last attempt', () => {
  /** Its last attempt begins now, and its process dies. */
  async function crashes(): Promise<string> {
    const id = await stage.happened();
    const lease = stage.time.now + 35_000;
    await stage.table.apply({
      update: key.event(TENANT.id, { id }),
      set: { state: 'TRYING', attempt: 11, lease },
    });
    return id;
  }
  const health = () => readEndpoint(stage.app(), TENANT.id, 'webhook');
  const replace = async () => {
    const app = stage.app({ newNonce: () => 'another address' });
    await stage.table.apply(endpointPut(app, TENANT.id, 'webhook'));
  };

  test('is not held against an address set after that attempt', async () => {
    const id = await crashes();
    stage.time.now += 1_000;
    await replace();
    stage.time.now += 60_000;
    await redrive(id);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED' });
    expect(await health()).toMatchObject({ failingSince: null });
  });

  test('is recorded for an address set before it', async () => {
    await replace();
    const id = await crashes();
    stage.time.now += 60_000;
    await redrive(id);
    expect(await health()).toMatchObject({ failingSince: stage.time.now });
  });

  test('is not held against an address set while it is recorded', async () => {
    const id = await crashes();
    stage.time.now += 60_000;
    const get: Table['get'] = async (...asked) => {
      const item = await stage.table.get(...asked);
      await replace();
      return item;
    };
    const app = stage.app({ table: { ...stage.table, get } });
    expect(await redriveEvent(app, await stage.stored(id))).toBeUndefined();
    expect(await health()).toMatchObject({ failingSince: null });
  });
});

describe('a replay', () => {
  test('delivers an ended event again: same event id, attempts counted on, the first answer still shown', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    expect(await replayOne(stage.app(), TENANT.id, id)).toMatchObject({ state: 'WAITING', attempt: 1 });
    expect(stage.slowQueued).toEqual([{ body: message(id, 2), group: 'acme' }]);
    expect(await stage.isDue(id)).toBe(true);
    stage.outcome = BUSY;
    for (let attempt = 2; attempt <= 13; attempt++) await stage.handle([message(id, attempt)]);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED', attempt: 12 });
    expect((await stage.attempts(id)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 200],
      ...Array.from({ length: 11 }, (_, i) => [i + 2, 503]),
    ]);
    expect(new Set(stage.posts.map(({ headers }) => headers['X-Svc-Event-ID']))).toEqual(new Set([id]));
  });

  test('is refused for an event that is still being delivered, or does not exist', async () => {
    const id = await stage.happened();
    await expect(replayOne(stage.app(), TENANT.id, id)).rejects.toMatchObject({ code: 'event_not_ended' });
    const nobodys = replayOne(stage.app(), TENANT.id, 'no such event');
    await expect(nobodys).rejects.toMatchObject({ code: 'event_not_found' });
    expect([...stage.queued, ...stage.slowQueued]).toEqual([]);
  });

  test('is refused while an attempt is under way', async () => {
    const id = await stage.happened();
    const claim = { state: 'TRYING', attempt: 1, lease: stage.time.now + 35_000 };
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: claim });
    await expect(replayOne(stage.app(), TENANT.id, id)).rejects.toMatchObject({ code: 'event_not_ended' });
    expect(await stage.stored(id)).toMatchObject(claim);
    expect([...stage.queued, ...stage.slowQueued]).toEqual([]);
  });

  test('that is requested twice at once happens once', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    const again = () => replayOne(stage.app(), TENANT.id, id);
    const both = await Promise.allSettled([again(), again()]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(stage.slowQueued).toEqual([{ body: message(id, 2), group: 'acme' }]);
  });

  test('delivers a skipped event to the present address', async () => {
    const id = await stage.happened({ ...TENANT, webhook: null });
    await stage.handle([message(id, 1)]);
    await stage.table.apply({ put: tenantItem(TENANT) });
    await replayOne(stage.app(), TENANT.id, id);
    await stage.handle([message(id, 1)]);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED', attempt: 1 });
  });
});
