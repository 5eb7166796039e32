import { beforeEach, expect, test } from 'vitest';
import { create } from '../../../functions/webhooks/deliver.ts';
import { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
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

test('a receiver that times out twice and then answers, over and over, never becomes slow while deliveries come one after another', async () => {
  const post = unsteady();
  for (let nth = 0; nth < 9; nth++)
    await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)], { post });
  expect(await health()).toMatchObject({ timeouts: 0, slowSince: null });
});

test('of concurrent deliveries those that time out end last, and so in a row', async () => {
  await nineAtOnce(0);
  expect((await health()).slowSince).not.toBeNull();
});

test('a slow receiver stays slow if three more deliveries time out after the answer that would have ended that', async () => {
  await nineAtOnce(0);
  await nineAtOnce(100, slowLane);
  expect((await health()).slowSince).not.toBeNull();
  await nineAtOnce(200);
  expect(stage.slowQueued.slice(-9).map(({ delaySeconds }) => delaySeconds)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  );
});

test('an answer in good time ends the slow state for good if nothing times out after it', async () => {
  await nineAtOnce(0);
  for (let nth = 100; nth < 110; nth++)
    await stage.handle([message(await stage.happened(TENANT, 'webhook', nth), 1)], {}, slowLane);
  expect(await health()).toMatchObject({ timeouts: 0, slowSince: null });
});
