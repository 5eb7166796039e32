import { beforeEach, expect, test } from 'vitest';
import type { create as slowLane } from '../../../functions/webhooks/deliver-slow.ts';
import { WEBHOOK } from '../../../lib/limits.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import type { MetricName } from '../../../lib/runtime/metrics.ts';
import { updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { BUSY, LOST, message, Stage, TENANT } from './stage.ts';
import { informative } from '../../support/world/log-line.ts';

let stage: Stage;
let lines: Record<string, unknown>[];
beforeEach(() => {
  stage = new Stage();
  lines = [];
});

/** Lets a lane handle messages, whose metrics are kept. */
const handle = (bodies: readonly unknown[], lane?: typeof slowLane) => {
  const log = jsonLog((line) => lines.push(JSON.parse(informative(line)) as Record<string, unknown>), {
    now: () => 0,
  });
  return stage.handle(bodies, { log }, lane);
};

const counted = (metric: MetricName) =>
  lines.flatMap((line) => (metric in line ? [[line[metric], line.type ?? line.channel]] : []));

test('an event that its receiver never accepted is counted when its last attempt fails, and not before', async () => {
  stage.outcome = BUSY;
  const id = await stage.happened();
  for (let attempt = 1; attempt <= WEBHOOK.attemptsMax; attempt++) {
    expect(counted('EventsExhausted')).toEqual([]);
    await handle([message(id, attempt)]);
    stage.time.now += WEBHOOK.retryAfterMs;
  }
  expect(await stage.stored(id)).toMatchObject({ state: 'EXHAUSTED', attempt: WEBHOOK.attemptsMax });
  expect(counted('EventsExhausted')).toEqual([[1, 'SUBSCRIBED']]);
});

test('a receiver that becomes slow is counted once, however many deliveries time out at once', async () => {
  stage.outcome = LOST;
  const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((nth) => stage.happened(TENANT, 'webhook', nth)));
  await handle(ids.map((id) => message(id, 1)));
  expect(counted('EndpointsSlow')).toEqual([[1, 'webhook']]);
});

test('an event that is moved to the slow queue is listed as pending, however long it waits there', async () => {
  const id = await stage.happened();
  await updateEndpoint(stage.app(), { tenant: TENANT.id, channel: 'webhook' }, { slowSince: stage.time.now });
  expect((await stage.stored(id)).listed).toBeNull();
  await handle([message(id, 1)]);
  expect(await stage.stored(id)).toMatchObject({ state: 'WAITING', attempt: 0, listed: 'PENDING' });
});
