import { beforeEach, expect, test } from 'vitest';
import type { EndedState } from '../../../lib/billing/delivery.ts';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import { attemptPut, endEvent } from '../../../lib/table/events/delivery-attempts.ts';
import { claimReplay, lookUpReplay } from '../../../lib/table/events/replays.ts';
import { key } from '../../../lib/table/schema.ts';
import { restartEvent } from '../../../lib/table/events/restart-event.ts';
import { findDeliveries } from '../../../lib/webhooks/find-event.ts';
import { replayOne, startReplay } from '../../../lib/webhooks/replay.ts';
import { countingTrips } from '../../support/world/trips.ts';
import { BUSY, message, Stage, TENANT } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** Events a second apart that have ended so; undefined for one that still waits for its first attempt. */
async function events(...states: readonly (EndedState | undefined)[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [nth, state] of states.entries()) {
    const id = await stage.happened(TENANT, 'webhook', nth + 1);
    if (state === 'DELIVERED') await stage.handle([message(id, 1)]);
    else if (state) await endEvent(stage.app(), await stage.stored(id), state);
    ids.push(id);
    stage.time.now += 1_000;
  }
  stage.posts.length = 0;
  return ids;
}

const started = async (from: number) =>
  (
    await startReplay(forTenant(stage.app(), TENANT.id), {
      ...{ by: 'time', from, to: stage.time.now, states: ['EXHAUSTED', 'SKIPPED'] },
    })
  ).id;
const step = (replayId: string, revision?: number) =>
  stage.handle([{ kind: 'replay', tenantId: TENANT.id, replayId, revision }], {}, slowLane);
const standing = (replayId: string) => lookUpReplay(forTenant(stage.app(), TENANT.id), replayId);

test('a message of an earlier step does nothing, and of two concurrent runs of the same step only one takes it', async () => {
  const from = stage.time.now;
  await events(...Array.from({ length: 21 }, () => 'SKIPPED' as const));
  const id = await started(from);
  const before = (await standing(id))!;
  await step(id, 0);
  expect(await standing(id)).toMatchObject({ revision: 1, state: 'RUNNING' });
  await step(id, 0);
  expect(await standing(id)).toMatchObject({ revision: 1 });
  expect(await claimReplay(stage.app(), before)).toBeUndefined();
});

test('events of several states are replayed oldest first, and none is missed', async () => {
  const from = stage.time.now;
  const ids = await events(
    ...Array.from({ length: 30 }, (_, nth) =>
      nth % 3 === 0 ? ('SKIPPED' as const) : ('EXHAUSTED' as const),
    ),
  );
  const id = await started(from);
  await step(id);
  const restarted = await Promise.all(ids.map(async (one) => (await stage.stored(one)).state === 'WAITING'));
  expect(restarted).toEqual(ids.map((_, nth) => nth < 20));
});

test('the next page waits for events whose first attempt is not over, and not for those that were tried once', async () => {
  const from = stage.time.now;
  const ids = await events(...Array.from({ length: 21 }, () => 'SKIPPED' as const));
  const id = await started(from);
  await step(id);
  const deliver = (one: string, attempt = 1) => stage.handle([message(one, attempt)], {}, slowLane);
  for (const one of ids.slice(0, 19)) await deliver(one);
  await step(id);
  expect(await standing(id)).toMatchObject({ replayed: 20 });
  const trying = { state: 'TRYING', attempt: 1, lease: stage.time.now + 35_000 };
  await stage.table.apply({ update: key.event(TENANT.id, { id: ids[19]! }), set: trying });
  await step(id);
  expect(await standing(id)).toMatchObject({ replayed: 20 });
  const failed = { state: 'WAITING', attempt: 1 };
  await stage.table.apply({ update: key.event(TENANT.id, { id: ids[19]! }), set: failed });
  await step(id);
  expect(await standing(id)).toMatchObject({ replayed: 21, state: 'DONE' });
});

test('a step that is taken again after a crash restarts no event that it has restarted, though it was delivered since', async () => {
  const from = stage.time.now;
  const ids = await events(...Array.from({ length: 20 }, () => 'DELIVERED' as const));
  const range = { by: 'time', from, to: stage.time.now, states: ['DELIVERED'] } as const;
  const { id, position } = await startReplay(forTenant(stage.app(), TENANT.id), range);
  await step(id);
  for (const one of ids) await stage.handle([message(one, 2)], {}, slowLane);
  await stage.table.apply({ update: key.replay(TENANT.id, { id }), set: { position, underWay: [] } });
  await step(id);
  for (const one of ids) await stage.handle([message(one, 3)], {}, slowLane);
  expect([(await standing(id))?.replayed, stage.posts.length]).toEqual([20, 20]);
});

test('an event that only a newer release can read delays no replay, neither before it is restarted nor afterwards', async () => {
  const from = stage.time.now;
  const ids = await events(...Array.from({ length: 21 }, () => 'SKIPPED' as const));
  const writtenByNewerCode = (id: string) =>
    stage.table.apply({ update: key.event(TENANT.id, { id }), set: { state: 'PAUSED' } });
  const [first = '', second = '', ...others] = ids;
  await writtenByNewerCode(first);
  const id = await started(from);
  await step(id);
  expect(await standing(id)).toMatchObject({ state: 'RUNNING', replayed: 19 });
  await writtenByNewerCode(second);
  for (const one of others.slice(0, 18)) await stage.handle([message(one, 1)], {}, slowLane);
  await step(id);
  expect(await standing(id)).toMatchObject({ state: 'DONE', replayed: 20 });
});

test('a replay that ended without starting the next one is passed over', async () => {
  await events('DELIVERED');
  const [first, second] = [await started(0), await started(0)];
  await stage.table.apply({ update: key.replay(TENANT.id, { id: first }), set: { state: 'DONE' } });
  await step(second);
  expect(await standing(second)).toMatchObject({ state: 'DONE' });
  const line = await stage.table.get(key.replayLine(TENANT.id), { consistent: true });
  expect(line).toMatchObject({ ids: [] });
});

test('a delivered event keeps the outcome of that delivery when it is replayed, and gets eleven further attempts', async () => {
  const [id = ''] = await events('DELIVERED');
  const before = await stage.stored(id);
  await replayOne(forTenant(stage.app(), TENANT.id), id);
  expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 1, lastAttempt: 12 });
  stage.outcome = BUSY;
  await stage.handle([message(id, 2)]);
  const { deliveries } = await findDeliveries(forTenant(stage.app(), TENANT.id), id);
  expect(deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 200],
    [2, 503],
  ]);
  expect(await restartEvent(stage.app(), before)).toBeUndefined();
});

test('of an event replayed many times the last hundred attempts are shown, oldest first, in two reads of a hundred', async () => {
  const [id = ''] = await events('EXHAUSTED');
  const record = await stage.stored(id);
  const { now } = stage.time;
  const ended = {
    transactionId: 'one',
    signedAt: now,
    endedAt: now,
    tookMs: 1,
    status: 503,
    why: null,
    answer: null,
  };
  for (let attempt = 1; attempt <= 120; attempt++)
    await stage.table.apply(attemptPut(record, { attempt, ...ended }, now));
  await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { attempt: 120 } });
  const { table, look } = countingTrips(stage.table);
  const { deliveries } = await findDeliveries(forTenant(stage.app({ table }), TENANT.id), id);
  expect(look()).toEqual({ roundTrips: 2, items: 200 });
  expect(deliveries.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 100 }, (_, nth) => 21 + nth));
});
