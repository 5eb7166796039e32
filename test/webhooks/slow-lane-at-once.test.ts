import { beforeEach, expect, test } from 'vitest';
import { create } from '../../functions/webhooks/deliver.ts';
import { create as slowLane } from '../../functions/webhooks/deliver-slow.ts';
import type { App } from '../../lib/app.ts';
import { readEndpoint } from '../../lib/table/endpoint-health.ts';
import { LOST, message, OK, Stage, TENANT } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

const health = () => readEndpoint(stage.app(), TENANT.id, 'webhook');

/** A receiver that leaves two of each three deliveries without an answer: what it answers comes long before a time-out. */
function unsteady(): App['post'] {
  let asked = 0;
  return async () => {
    if (asked++ % 3 === 2) return OK;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return LOST;
  };
}

/** Lets a lane work on nine deliveries of new events at once. */
async function nineAtOnce(from: number, lane = create): Promise<void> {
  const ids = [];
  for (let nth = from; nth < from + 9; nth++)
    ids.push(message(await stage.happened(TENANT, 'webhook', nth), 1));
  await stage.handle(ids, { post: unsteady() }, lane);
}

test('a receiver that hangs twice and then answers, one delivery after another, is never three times out in a row', async () => {
  const post = unsteady();
  for (let nth = 0; nth < 9; nth++)
    await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)], { post });
  expect(await health()).toMatchObject({ timeouts: 0, slowSince: null });
});

test('of deliveries at once those that time out come last, and so in a row', async () => {
  await nineAtOnce(0);
  expect((await health()).slowSince).not.toBeNull();
});

test('a receiver that is slow stays so where three more time out after the answer that would have ended it', async () => {
  await nineAtOnce(0);
  await nineAtOnce(100, slowLane);
  expect((await health()).slowSince).not.toBeNull();
  await nineAtOnce(200);
  expect(stage.slowQueued.slice(-9).map(({ delaySeconds }) => delaySeconds)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  );
});

test('an answer in good time leaves the slow lane for good where nothing times out after it', async () => {
  await nineAtOnce(0);
  for (let nth = 100; nth < 110; nth++)
    await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)], {}, slowLane);
  expect(await health()).toMatchObject({ timeouts: 0, slowSince: null });
});
