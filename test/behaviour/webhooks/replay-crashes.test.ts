import { describe, expect, test } from 'vitest';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import type { App, Message } from '../../../lib/runtime/app.ts';
import { lookUpReplay } from '../../../lib/table/events/replays.ts';
import { findReplay, startReplay } from '../../../lib/webhooks/replay.ts';
import { mortal } from '../../faults/ports.ts';
import { BUSY, OK, Stage, TENANT, message } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const EVENTS = 25;
const STEPS_MAX = 2_000;
const SWEEP_MS = 3 * 60_000;

/** Events that all failed eleven times, and a replay of them that has just begun. */
async function exhausted(): Promise<{ stage: Stage; ids: string[]; replayId: string }> {
  const stage = new Stage();
  const from = stage.time.now;
  const ids: string[] = [];
  stage.outcome = BUSY;
  for (let nth = 1; nth <= EVENTS; nth++) {
    const id = await stage.happened(TENANT, 'webhook', nth);
    for (let attempt = 1; attempt <= 11; attempt++) await stage.handle([message(id, attempt)]);
    ids.push(id);
    stage.time.now += 1_000;
  }
  stage.outcome = OK;
  stage.posts.length = 0;
  stage.queued.length = 0;
  const states = ['EXHAUSTED', 'SKIPPED'] as const;
  const { id } = await startReplay(forTenant(stage.app(), TENANT.id), {
    by: 'time',
    from,
    to: stage.time.now,
    states,
  });
  return { stage, ids, replayId: id };
}

/**
 * Works messages off: those that failed come again, as a queue does, and every three minutes what still waits is sent
 * again, as the sweep does.
 */
async function workOff(
  stage: Stage,
  replayId: string,
  ids: readonly string[],
  table: App['table'],
): Promise<void> {
  let sweptAt = stage.time.now;
  for (let step = 0; step < STEPS_MAX; step++) {
    const next: Message | undefined = stage.slowQueued.shift();
    if (next) {
      stage.time.now += 1_000 * (next.delaySeconds ?? 0);
      const failed = await stage.handle([next.body], { table }, slowLane);
      if (failed.length > 0) stage.slowQueued.push({ ...next, delaySeconds: 30 });
    } else stage.time.now += SWEEP_MS;
    if (stage.time.now - sweptAt < SWEEP_MS) continue;
    sweptAt = stage.time.now;
    const replay = await lookUpReplay(forTenant(stage.app(), TENANT.id), replayId);
    const events = await Promise.all(ids.map((id) => stage.stored(id)));
    const waiting = events.filter(({ state }) => state === 'WAITING' || state === 'TRYING');
    if (replay?.state === 'DONE' && waiting.length === 0) return;
    for (const { id, attempt } of waiting)
      stage.slowQueued.push({ body: message(id, attempt + 1), group: TENANT.id });
    if (replay?.state === 'RUNNING' && stage.slowQueued.length === 0)
      stage.slowQueued.push({ body: { kind: 'replay', tenantId: TENANT.id, replayId }, group: TENANT.id });
  }
  throw new Error('the replay never ends');
}

describe('a replay', () => {
  test.each(['before', 'after'] as const)(
    'restarts each event once, whichever call its process crashes %s',
    async (when) => {
      let cases = 0;
      for (let nth = 0; ; nth += 3) {
        const { stage, ids, replayId } = await exhausted();
        const killed = mortal(stage.app(), { at: nth, when, counts: ({ port }) => port === 'table' });
        await workOff(stage, replayId, ids, killed.app.table);
        expect(await findReplay(forTenant(stage.app(), TENANT.id), replayId)).toMatchObject({
          state: 'DONE',
          replayed: EVENTS,
        });
        const events = await Promise.all(ids.map((id) => stage.stored(id)));
        expect(new Set(events.map(({ state, replay }) => `${state} ${String(replay)}`))).toEqual(
          new Set([`DELIVERED ${replayId}`]),
        );
        // A process that dies between its POST and the record of it spends the attempt: one more is made, never two.
        expect(stage.posts.length).toBeLessThanOrEqual(EVENTS + 1);
        if (!killed.died()) break;
        cases++;
      }
      console.log(`replay: no seed, ${cases} cases of dying ${when} a call, 0 violations`);
      expect(cases).toBeGreaterThan(30);
    },
  );
});
