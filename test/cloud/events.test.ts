import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import { startOwnReceiver, type OwnReceiver, type Posted } from '../faults/own-receiver.ts';
import { makeShop, type OwnShop } from './own-shop.ts';
import { checkoutBody, GOOD_CARD, startRunning, type Running } from './running.ts';

/** A receiver that can be broken, and that checks one header with one secret, as its owner has deployed it. */
const deployed = { secret: '', broken: false };
let receiver: OwnReceiver;
let cloud: Running;
let shop: OwnShop;
let subscriber: string;

const PLANS = ['First', 'Second', 'Third'];

beforeAll(async () => {
  receiver = await startOwnReceiver(() => (deployed.broken ? 500 : 200));
  cloud = await startRunning({ empty: true, allow: [receiver.host] });
  const plans = PLANS.map((name, i) => ({
    ...{ product: 'Events', paymentInterval: 'MONTHLY' as const, graceDays: 7 },
    ...{ name, price: 10 + i },
  }));
  shop = await makeShop(cloud, { name: 'events', webhookUrl: `${receiver.url}/hook`, plans });
  deployed.secret = shop.webhookSecret;
});
afterAll(async () => {
  await cloud.stop();
  await receiver.stop();
});

async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await cloud.api(method, path, body, shop);
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const dataOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).data as Record<string, unknown>;
const changePlan = (name: string) =>
  ask('PUT', '/subscribers', {
    'svc-subscriber-id': subscriber,
    'svc-plan-id': svcIdOf('plan', shop.plans[name]!.id),
  });

async function listed(state: string): Promise<string[]> {
  const { data } = await ask('GET', `/events/list?state=${state}`);
  return (data as { eventId: string }[]).map(({ eventId }) => eventId);
}

/** Whether a delivery's one signature fits the one secret that is deployed. */
function verifies({ headers, body }: Posted): boolean {
  const wanted = createHmac('sha256', deployed.secret).update(body).digest('hex');
  return headers['x-svc-signature'] === `sha256=${wanted}`;
}

async function feedAfter(cursor: string | null): Promise<{ ids: string[]; next: string | null }> {
  await cloud.advance('PT16S');
  const { events, next } = await ask('GET', `/events/feed${cursor === null ? '' : `?after=${cursor}`}`);
  return {
    ids: (events as { eventId: string }[]).map(({ eventId }) => eventId),
    next: next as string | null,
  };
}

describe('a tenant whose receiver breaks for an hour', () => {
  let cursor: string | null;
  let missed: string[];

  it('tries its webhook out, and hears of a first customer', async () => {
    const test = await dataOf('POST', '/account/webhook/test');
    expect(test).toMatchObject({ delivered: true, httpStatus: 200 });
    const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, shop.plans.First!.reference, {
      paymentCard: GOOD_CARD,
    });
    subscriber = String((await ask('POST', '/checkout/initialize-direct', body)).svcSubscriptionId);
    await cloud.settle();
    expect(receiver.history.map(({ headers }) => [headers['x-svc-event'], headers['x-svc-test']])).toEqual([
      ['SUBSCRIBED', 'true'],
      ['SUBSCRIBED', undefined],
    ]);
    const feed = await feedAfter(null);
    expect(feed.ids).toHaveLength(1);
    cursor = feed.next;
  });

  it('sees what it misses in the list, in the health of its webhook and, as an operator does, in a metric', async () => {
    deployed.broken = true;
    await changePlan('Second');
    await changePlan('Third');
    await cloud.advance('PT1H');
    missed = await listed('EXHAUSTED');
    expect(missed).toHaveLength(2);
    const { webhook } = (await dataOf('GET', '/account')) as { webhook: Record<string, unknown> };
    expect(webhook).toMatchObject({ health: 'failing', lastFailure: { httpStatus: 500 } });
    const { lines } = await cloud.json('GET', `${cloud.stack.controlUrl}/logs?function=webhooks/deliver`);
    expect(JSON.stringify(lines)).toContain('EventsExhausted');
  });

  it('repairs it, replays what was missed, and finds the same events in the feed', async () => {
    deployed.broken = false;
    const before = receiver.history.length;
    const { replayId } = await dataOf('POST', '/events/replay', { from: '2020-01-01' });
    await cloud.advance('PT2M');
    const progress = await dataOf('GET', `/events/replay?replay-id=${String(replayId)}`);
    expect(progress).toMatchObject({ state: 'DONE', replayed: 2 });
    const again = receiver.history.slice(before).map(({ headers }) => headers['x-svc-event-id']);
    expect([...again].sort()).toEqual([...missed].sort());
    expect(await listed('EXHAUSTED')).toEqual([]);
    const { webhook } = (await dataOf('GET', '/account')) as { webhook: Record<string, unknown> };
    expect(webhook).toMatchObject({ health: 'healthy' });
    const feed = await feedAfter(cursor);
    expect([...feed.ids].sort()).toEqual([...missed].sort());
    expect((await feedAfter(feed.next)).ids).toEqual([]);
    const event = await dataOf('GET', `/events?event-id=${missed[0]!}`);
    expect(event).toMatchObject({ state: 'DELIVERED', attempts: 12 });
    expect(event.deliveries).toHaveLength(12);
  });

  it('rotates its secret, and no delivery fails the check of one header with one secret', async () => {
    const before = receiver.history.length;
    const { secret } = await dataOf('POST', '/account/webhook/rotate', { overlapHours: 1 });
    await changePlan('First');
    await cloud.settle();
    expect(receiver.history.slice(before).map(verifies)).toEqual([true]);
    await ask('POST', '/account/webhook/finish-rotation');
    deployed.secret = String(secret);
    await changePlan('Second');
    await cloud.settle();
    expect(receiver.history.slice(before + 1).map(verifies)).toEqual([true]);
    const sequences = receiver.history.slice(before).map(({ headers }) => Number(headers['x-svc-sequence']));
    expect(sequences).toEqual([4, 5]);
  });
});
