import { describe, expect } from 'vitest';
import { listEvents } from '../../support/world/events.ts';
import { it } from '../../support/world/fixtures.ts';
import { MINUTE, receivedEvents, subscribe } from '../../support/world/shop.ts';
import { changeTenant, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** Events that nobody was sent, with a webhook set afterwards. */
async function skipped(world: World, shop: TestTenant, count: number): Promise<void> {
  await changeTenant(world, shop, { webhook: null });
  for (let n = 0; n < count; n++) await subscribe(world, shop);
  await changeTenant(world, shop, {});
}

async function start(shop: TestTenant): Promise<string> {
  const { status, body } = await shop.call('events/replay', { body: { from: '2020-01-01' } });
  expect({ status, data: body.data }).toMatchObject({ status: 200, data: { state: 'RUNNING', replayed: 0 } });
  return (body.data as { replayId: string }).replayId;
}

async function progress(shop: TestTenant, replayId: string) {
  const { body } = await shop.call('events/replay-progress', { query: { 'replay-id': replayId } });
  const { state, replayed } = body.data as Record<string, unknown>;
  return { state, replayed };
}

describe('spec: Several replays of many events', () => {
  it('run one after the other, so that each event is sent once', async ({ world, shop }) => {
    await skipped(world, shop, 45);
    const replays = [await start(shop), await start(shop), await start(shop)];
    await world.settle();
    expect(receivedEvents(world, shop)).toHaveLength(20);
    expect(await Promise.all(replays.map((id) => progress(shop, id)))).toEqual([
      { state: 'RUNNING', replayed: 20 },
      { state: 'RUNNING', replayed: 0 },
      { state: 'RUNNING', replayed: 0 },
    ]);
    await world.advance(MINUTE);
    expect(await Promise.all(replays.map((id) => progress(shop, id)))).toEqual([
      { state: 'DONE', replayed: 45 },
      { state: 'DONE', replayed: 0 },
      { state: 'DONE', replayed: 0 },
    ]);
    expect(receivedEvents(world, shop)).toHaveLength(45);
    expect((await listEvents(shop, { state: 'SKIPPED' })).data).toEqual([]);
  });

  it('are twenty at most, also of twenty-five started at once, and do not hold up another tenant’s', async ({
    world,
    shop,
  }) => {
    const other = await makeTenant(world);
    const body = { from: '2020-01-01' };
    const answers = await Promise.all(Array.from({ length: 25 }, () => shop.call('events/replay', { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { error: 'too_many_replays' },
    });
    expect((await other.call('events/replay', { body })).status).toBe(200);
    await world.advance(MINUTE);
    await start(shop);
  });

  it('go on if the message that begins the next one is lost', async ({ world, shop }) => {
    await skipped(world, shop, 3);
    const replays = [await start(shop), await start(shop)];
    world.queues.lose('slow-deliveries');
    await world.advance(10 * MINUTE);
    expect(await Promise.all(replays.map((id) => progress(shop, id)))).toEqual([
      { state: 'DONE', replayed: 3 },
      { state: 'DONE', replayed: 0 },
    ]);
  });
});
