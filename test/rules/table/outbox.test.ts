import { expect, it } from 'vitest';
import { bySchedule } from '../../../lib/billing/timeline.ts';
import { endEvent } from '../../../lib/table/events/delivery-attempts.ts';
import { makeEventDue, outboxEntries } from '../../../lib/table/events/outbox.ts';
import { key } from '../../../lib/table/schema.ts';
import { eventNamed } from '../../faults/delivery/cast.ts';
import { Stage, TENANT } from '../../behaviour/webhooks/stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const numbered = (now: number) => [{ ...eventNamed(1, now), sequence: 1 }];

it('an event without an address is recorded, and not sent; each is written once', () => {
  const now = Date.UTC(2026, 0, 15);
  const outbox = { causedBy: bySchedule, now };
  const { changes, toDeliver } = outboxEntries({ ...TENANT, webhook: null }, numbered(now), outbox);
  expect(toDeliver).toEqual([]);
  expect(changes).toMatchObject([{ put: { state: 'SKIPPED' }, if: [{ absent: true }] }]);
  expect(outboxEntries(TENANT, numbered(now), outbox).toDeliver).toHaveLength(1);
});

it('an event is made due only if it has not ended and is not due already', async () => {
  const stage = new Stage();
  const app = stage.app();
  const id = await stage.happened();
  const dueAt = async () =>
    (await stage.table.get(key.event(TENANT.id, { id }), { consistent: true }))?.dueAt;
  const first = await dueAt();
  await makeEventDue(forTenant(app, TENANT.id), id, stage.time.now + 5_000);
  expect(await dueAt()).toBe(first);
  await stage.table.apply({ update: key.event(TENANT.id, { id }), remove: ['dueAt', 'dueShard'] });
  await makeEventDue(forTenant(app, TENANT.id), id, stage.time.now + 5_000);
  expect(await dueAt()).toBe(stage.time.now + 5_000);
  await endEvent(app, await stage.stored(id), 'EXHAUSTED');
  await makeEventDue(forTenant(app, TENANT.id), id, stage.time.now + 5_000);
  expect(await dueAt()).toBeUndefined();
});
