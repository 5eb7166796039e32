import { beforeEach, describe, expect, test } from 'vitest';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import { STANDING } from '../../../lib/limits.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { readEndpoint, updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { LOST, message, Stage, TENANT } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

const RUNS = 20;
const EACH = 5;

/** A receiver that leaves every delivery open until `end`, and says after a while that it is overdue. */
function hanging() {
  const open: (() => void)[] = [];
  const post: App['post'] = (_url, _headers, _body, _deadlineMs, overdue) => {
    overdue?.tell();
    return new Promise((resolve) => open.push(() => resolve(LOST)));
  };
  return { post, open, end: () => open.splice(0).forEach((one) => one()) };
}

/** A hundred events for the receiver, in twenty runs of the lane at once; how many runs it holds, and how to end them. */
async function burst(post: App['post']) {
  let held = 0;
  const runs: Promise<void>[] = [];
  for (let run = 0; run < RUNS; run++) {
    const bodies = [];
    for (let nth = 0; nth < EACH; nth++)
      bodies.push(message(await stage.happened(TENANT, 'webhook', run * EACH + nth + 1), 1));
    held++;
    runs.push(stage.handle(bodies, { post, memory: {} }).then(() => void held--));
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { held: () => held, ended: () => Promise.all(runs) };
}

describe('a receiver of which nobody knows whether it answers in time', () => {
  test('holds three runs of the lane at most, and the rest of its events comes back in a second', async () => {
    const { post, open, end } = hanging();
    const { held, ended } = await burst(post);
    expect(held()).toBe(STANDING.places);
    expect(open).toHaveLength(STANDING.places * EACH);
    const back = stage.queued.filter(({ delaySeconds }) => delaySeconds === 1);
    expect(back).toHaveLength((RUNS - STANDING.places) * EACH);
    end();
    await ended();
  });

  test('gives its places back when its deliveries end', async () => {
    const { post, end } = hanging();
    const { ended } = await burst(post);
    end();
    await ended();
    expect(await readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook')).toMatchObject({ places: 0 });
  });

  test('keeps no event for itself whose place cannot be recorded', async () => {
    const id = await stage.happened();
    const apply: App['table']['apply'] = (change) =>
      'update' in change && change.add?.places === undefined && change.set?.places !== undefined
        ? Promise.reject(new Error('throttled'))
        : stage.table.apply(change);
    expect(await stage.handle([message(id, 1)], { table: { ...stage.table, apply } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED' });
  });
});

test('a receiver that has always answered loses its standing with the first overdue delivery, and gets it back with an answer', async () => {
  const at = { tenant: TENANT.id, channel: 'webhook' } as const;
  await updateEndpoint(stage.app(), at, { quickAt: stage.time.now, usualMs: 40 });
  const { post, end } = hanging();
  const first = message(await stage.happened(TENANT, 'webhook', 1_000), 1);
  const early = stage.handle([first], { post, memory: {} });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook')).quickAt).toBeNull();
  const { held, ended } = await burst(post);
  expect(held()).toBe(STANDING.places);
  end();
  await Promise.all([early, ended()]);
  const next = message(await stage.happened(TENANT, 'webhook', 1_001), 1);
  await stage.handle([next], {}, slowLane);
  expect((await readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook')).quickAt).toBe(stage.time.now);
});
