import { beforeEach, describe, expect, test } from 'vitest';
import { AGAIN, SWEEP } from '../../../lib/limits.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { replayOne } from '../../../lib/webhooks/replay.ts';
import { endpointPut, readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { BUSY, Stage, TENANT, message, redriven } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** The sweep leases an event that is due, and its message arrives. */
async function redrive(id: string, changed: Partial<App> = {}): Promise<void> {
  const due = stage.time.now + SWEEP.leaseMs;
  await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { dueAt: due } });
  expect(await stage.handle([{ ...redriven(id), due }], changed)).toEqual([]);
}

const dueAt = async (id: string) =>
  (await stage.table.get(key.event(TENANT.id, { id }), { consistent: true }))?.dueAt;

describe('an event that the sweep found due', () => {
  test('has its next attempt made at once where it is more than a minute late, else is due again then', async () => {
    const id = await stage.happened();
    const happened = stage.time.now;
    stage.time.now += 60_000;
    await redrive(id);
    expect([stage.posts.length, await dueAt(id)]).toEqual([0, happened]);
    stage.time.now += 1;
    await redrive(id);
    expect([stage.posts.length, (await stage.stored(id)).state]).toEqual([1, 'DELIVERED']);
    await redrive(id);
    expect(stage.posts).toHaveLength(1);
  });

  test('keeps the lease of an attempt under way', async () => {
    const id = await stage.happened();
    const lease = stage.time.now + 35_000;
    const claim = { state: 'TRYING', attempt: 1, lease };
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: claim });
    await redrive(id);
    expect([stage.posts.length, await dueAt(id)]).toEqual([0, lease]);
  });

  test('is left alone by a message that arrives after the event was due anew', async () => {
    const id = await stage.happened();
    await stage.handle([{ ...redriven(id), due: stage.time.now - 1 }]);
    expect(await dueAt(id)).toBe(stage.time.now);
  });

  test('is postponed where it cannot be read, and counted', async () => {
    const id = await stage.happened();
    await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { attempt: 'many' } });
    await redrive(id);
    expect(await dueAt(id)).toBe(stage.time.now + AGAIN.ofRecord.firstMs);
    await redrive(id);
    expect(await dueAt(id)).toBe(stage.time.now + 2 * AGAIN.ofRecord.firstMs);
  });

  test('ends an event whose last attempt was lost', async () => {
    const id = await stage.happened();
    await stage.table.apply({
      update: key.event(TENANT.id, { id }),
      set: { state: 'TRYING', attempt: 11, lease: stage.time.now },
    });
    await redrive(id);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED' });
    expect(await stage.isDue(id)).toBe(false);
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
      if (asked[0].sk === key.endpoint(TENANT.id, 'webhook').sk) await replace();
      return item;
    };
    await redrive(id, { table: { ...stage.table, get } });
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
