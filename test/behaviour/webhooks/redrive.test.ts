import { beforeEach, describe, expect, test } from 'vitest';
import { AGAIN, SWEEP } from '../../../lib/limits.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { replayOne } from '../../../lib/webhooks/replay.ts';
import { endpointPut, readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { key } from '../../../lib/table/schema.ts';
import { Stage, TENANT, message, redriven } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

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
  const health = () => readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook');
  const replace = async () => {
    const app = stage.app({ newNonce: () => 'another address' });
    await stage.table.apply(endpointPut(forTenant(app, TENANT.id), 'webhook'));
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
});

describe('a replay', () => {
  test('that is requested twice at once happens once', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    const again = () => replayOne(forTenant(stage.app(), TENANT.id), id);
    const both = await Promise.allSettled([again(), again()]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(stage.slowQueued).toEqual([{ body: message(id, 2), group: 'acme' }]);
  });
});
