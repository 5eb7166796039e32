import { beforeEach, describe, expect, test } from 'vitest';
import { redrive, replay } from '../../lib/webhooks/redrive.ts';
import { key } from '../../lib/table/schema.ts';
import { tenantItem } from '../../lib/table/tenants.ts';
import { BUSY, Stage, TENANT, message } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe('the sweep', () => {
  test('announces again what is more than a minute late, without delay', async () => {
    const id = await stage.happened();
    stage.time.now += 60_000;
    await redrive(stage.app(), TENANT.id, id);
    expect(stage.queued).toEqual([]);
    stage.time.now += 1;
    await redrive(stage.app(), TENANT.id, id);
    expect(stage.queued).toEqual([{ body: message(id, 1), group: 'acme' }]);
  });

  test('ends an event whose last attempt was lost, and knows nothing of one that is gone', async () => {
    const id = await stage.happened();
    await stage.table.apply({
      update: key.event(TENANT.id, id),
      set: { state: 'TRYING', attempt: 11, lease: stage.time.now },
    });
    await redrive(stage.app(), TENANT.id, id);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED' });
    expect(await stage.isDue(id)).toBe(false);
    await redrive(stage.app(), TENANT.id, 'no such event');
    expect(stage.queued).toEqual([]);
  });
});

describe('a replay', () => {
  test('delivers what has ended once more: same event id, attempts counted on, the first answer kept', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    expect(await replay(stage.app(), TENANT.id, id)).toBe(true);
    expect(stage.queued).toEqual([{ body: message(id, 2), group: 'acme' }]);
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

  test('is not made of what is still under way, or of nothing', async () => {
    const id = await stage.happened();
    expect(await replay(stage.app(), TENANT.id, id)).toBe(false);
    expect(await replay(stage.app(), TENANT.id, 'no such event')).toBe(false);
    expect(stage.queued).toEqual([]);
  });

  test('is not made while an attempt is under way', async () => {
    const id = await stage.happened();
    const claim = { state: 'TRYING', attempt: 1, lease: stage.time.now + 35_000 };
    await stage.table.apply({ update: key.event(TENANT.id, id), set: claim });
    expect(await replay(stage.app(), TENANT.id, id)).toBe(false);
    expect(await stage.stored(id)).toMatchObject(claim);
    expect(stage.queued).toEqual([]);
  });

  test('that comes twice at once is made once', async () => {
    const id = await stage.happened();
    await stage.handle([message(id, 1)]);
    const again = () => replay(stage.app(), TENANT.id, id);
    expect(await Promise.all([again(), again()])).toEqual([true, false]);
    expect(stage.queued).toEqual([{ body: message(id, 2), group: 'acme' }]);
  });

  test('brings an event that was skipped to the address there is now', async () => {
    const id = await stage.happened({ ...TENANT, webhook: null });
    await stage.handle([message(id, 1)]);
    await stage.table.apply({ put: tenantItem(TENANT) });
    expect(await replay(stage.app(), TENANT.id, id)).toBe(true);
    await stage.handle([message(id, 1)]);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED', attempt: 1 });
  });
});
