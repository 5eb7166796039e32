import { beforeEach, describe, expect, it } from 'vitest';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { readEndpoint, updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { STANDING } from '../../../lib/limits.ts';
import { BUSY, LOST, OK, Stage, TENANT, message, redriven } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

const health = () => readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook');

/** Three events in a row that the receiver leaves without an answer. */
async function threeTimeouts(): Promise<void> {
  stage.outcome = LOST;
  for (let nth = 1; nth <= 3; nth++)
    await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)]);
  stage.queued.length = 0;
}

describe('the slow lane', () => {
  it('begins with the third time-out in a row, even of concurrent deliveries', async () => {
    const ids = await Promise.all([1, 2, 3].map((nth) => stage.happened(TENANT, 'webhook', nth)));
    stage.outcome = LOST;
    await stage.handle([message(ids[0]!, 1), message(ids[1]!, 1)]);
    expect(await health()).toMatchObject({ timeouts: 2, slowSince: null });
    await stage.handle([message(ids[2]!, 1)]);
    expect(await health()).toMatchObject({ slowSince: stage.time.now });
  });

  it('begins with the third answer in a row that comes only just in time, and every event is delivered', async () => {
    stage.outcome = { ...OK, tookMs: 9_900 };
    for (let nth = 1; nth <= 3; nth++) {
      expect((await health()).slowSince).toBeNull();
      const id = await stage.happened(TENANT, 'webhook', nth);
      await stage.handle([message(id, 1)]);
      expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED', attempt: 1 });
    }
    expect(await health()).toMatchObject({ slowSince: stage.time.now });
    const next = await stage.happened(TENANT, 'webhook', 4);
    await stage.handle([message(next, 1)]);
    expect(stage.slowQueued.at(-1)?.body).toEqual(message(next, 1));
  });

  it('does not begin with three time-outs that have an answer between them', async () => {
    for (const [nth, outcome] of [LOST, LOST, OK, LOST].entries()) {
      stage.outcome = outcome;
      await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)]);
    }
    expect(await health()).toMatchObject({ timeouts: 1, slowSince: null });
  });

  it('takes over the messages of a slow endpoint without using up an attempt', async () => {
    await threeTimeouts();
    const posts = stage.posts.length;
    const id = await stage.happened(TENANT, 'webhook', 4);
    expect(await stage.handle([message(id, 1)])).toEqual([]);
    expect(stage.posts).toHaveLength(posts);
    expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 0, listed: 'PENDING' });
    expect(stage.slowQueued.at(-1)).toEqual({ body: message(id, 1), group: 'acme' });
  });

  it('takes over what the sweep found due of a slow endpoint', async () => {
    await threeTimeouts();
    const posts = stage.posts.length;
    const ids = [await stage.happened(TENANT, 'webhook', 4), await stage.happened(TENANT, 'webhook', 5)];
    stage.time.now += 2 * 60_000;
    for (const id of ids) {
      await stage.handle([redriven(id)]);
      expect(stage.slowQueued.at(-1)).toEqual({ body: message(id, 1), group: 'acme' });
    }
    expect(stage.posts).toHaveLength(posts);
    await updateEndpoint(forTenant(stage.app(), TENANT.id), 'webhook', { slowSince: null });
    await stage.handle([redriven(ids[0]!)]);
    expect(stage.posts).toHaveLength(posts + 1);
  });

  it('keeps the ordinary retries: 60 s apart, through its own queue', async () => {
    await threeTimeouts();
    const id = await stage.happened(TENANT, 'webhook', 4);
    await stage.handle([message(id, 1)], {}, slowLane);
    expect(stage.slowQueued.at(-1)).toEqual({ body: message(id, 2), group: 'acme', delaySeconds: 60 });
    for (let attempt = 2; attempt <= 12; attempt++) await stage.handle([message(id, attempt)], {}, slowLane);
    expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED', attempt: 11 });
    expect(await health()).toMatchObject({ failingSince: stage.time.now });
  });

  it.each([
    ['delivery', { ...OK, tookMs: 1_999 }, []],
    ['refusal', { ...BUSY, tookMs: 1_999 }, ['deliveries']],
  ] as const)('ends with a %s under 2 s', async (_what, outcome, next) => {
    await threeTimeouts();
    stage.slowQueued.length = 0;
    const id = await stage.happened(TENANT, 'webhook', 4);
    stage.outcome = outcome;
    await stage.handle([message(id, 1)], {}, slowLane);
    expect(await health()).toMatchObject({ timeouts: 0, slowSince: null });
    expect(stage.slowQueued).toEqual([]);
    expect(stage.queued.map(() => 'deliveries')).toEqual(next);
  });

  it('does not end with an answer after 2 s', async () => {
    await threeTimeouts();
    stage.outcome = { ...OK, tookMs: 2_000 };
    await stage.handle([message(await stage.happened(TENANT, 'webhook', 4), 1)], {}, slowLane);
    expect(await health()).toMatchObject({ timeouts: 3 });
    expect((await health()).slowSince).not.toBeNull();
  });

  it('is decided for each address: a slow chat does not affect the webhook', async () => {
    const tenant = { ...TENANT, chatUrl: 'https://chat.example/T/secret' };
    stage.outcome = LOST;
    for (let nth = 1; nth <= 3; nth++)
      await stage.handle([message(await stage.happened(tenant, 'chat', nth), 1)]);
    expect(await readEndpoint(forTenant(stage.app(), TENANT.id), 'chat')).toMatchObject({ timeouts: 3 });
    expect(await health()).toMatchObject({ timeouts: 0, slowSince: null });
    const [chat, webhook] = [
      await stage.happened(tenant, 'chat', 4),
      await stage.happened(tenant, 'webhook', 5),
    ];
    const posts = stage.posts.length;
    await stage.handle([message(chat, 1), message(webhook, 1)]);
    expect(stage.posts).toHaveLength(posts + 1);
    expect(stage.slowQueued.at(-1)?.body).toEqual(message(chat, 1));
  });

  it('costs a healthy endpoint at most one write a minute', async () => {
    let writes = 0;
    const table: App['table'] = {
      ...stage.table,
      apply: (change) => {
        if ('update' in change && change.update.sk.startsWith('ENDPOINT')) writes++;
        return stage.table.apply(change);
      },
    };
    for (let nth = 0; nth < 120; nth++) {
      await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)], { table });
      stage.time.now += 1_000;
    }
    expect(writes).toBe(1 + 2); // the first delivery takes a place
  });

  it('does not fail a delivery if its endpoint’s health cannot be written', async () => {
    const id = await stage.happened();
    const apply: App['table']['apply'] = (change) =>
      'update' in change && change.update.sk.startsWith('ENDPOINT')
        ? Promise.reject(new Error('throttled'))
        : stage.table.apply(change);
    expect(await stage.handle([message(id, 1)], { table: { ...stage.table, apply } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED' });
  });
});

describe('an attempt', () => {
  it('gets no more time than its invocation leaves it for recording the outcome', async () => {
    const deadlines: (number | undefined)[] = [];
    const post: App['post'] = async (_url, _headers, _body, deadlineMs) => (deadlines.push(deadlineMs), OK);
    for (const [nth, timeLeft] of [30_000, 13_000].entries()) {
      stage.timeLeft = timeLeft;
      await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)], { post });
    }
    expect(deadlines).toEqual([10_000, 10_000]);
    const id = await stage.happened(TENANT, 'webhook', 3);
    const table: App['table'] = {
      ...stage.table,
      apply: async (change) => {
        stage.timeLeft = 8_000;
        return stage.table.apply(change);
      },
    };
    await stage.handle([message(id, 1)], { post, table });
    expect(deadlines.at(-1)).toBe(5_000);
  });
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
  it('holds three runs of the lane at most, and the rest of its events comes back in a second', async () => {
    const { post, open, end } = hanging();
    const { held, ended } = await burst(post);
    expect(held()).toBe(STANDING.places);
    expect(open).toHaveLength(STANDING.places * EACH);
    const back = stage.queued.filter(({ delaySeconds }) => delaySeconds === 1);
    expect(back).toHaveLength((RUNS - STANDING.places) * EACH);
    end();
    await ended();
  });

  it('gives its places back when its deliveries end', async () => {
    const { post, end } = hanging();
    const { ended } = await burst(post);
    end();
    await ended();
    expect(await readEndpoint(forTenant(stage.app(), TENANT.id), 'webhook')).toMatchObject({ places: 0 });
  });

  it('keeps no event for itself whose place cannot be recorded', async () => {
    const id = await stage.happened();
    const apply: App['table']['apply'] = (change) =>
      'update' in change && change.add?.places === undefined && change.set?.places !== undefined
        ? Promise.reject(new Error('throttled'))
        : stage.table.apply(change);
    expect(await stage.handle([message(id, 1)], { table: { ...stage.table, apply } })).toEqual([]);
    expect(await stage.stored(id)).toMatchObject({ state: 'DELIVERED' });
  });
});

it('a receiver that has always answered loses its standing with the first overdue delivery, and gets it back with an answer', async () => {
  await updateEndpoint(forTenant(stage.app(), TENANT.id), 'webhook', {
    quickAt: stage.time.now,
    usualMs: 40,
  });
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
