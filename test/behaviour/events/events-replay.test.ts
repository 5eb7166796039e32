import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { idsOf, listEvents } from '../../support/world/events.ts';
import { UUID } from '../../support/world/expecting.ts';
import { HOUR, MINUTE, subscribe, receivedEvents } from '../../support/world/shop.ts';
import { changeTenant, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { type World } from '../../support/world/world.ts';

const replay = (shop: TestTenant, body: Record<string, unknown>, who = shop) =>
  who.call('events/replay', { body });
const states = async (shop: TestTenant) =>
  (await listEvents(shop, { limit: '100' })).data.map(({ state }) => state);
const since = (world: World) => new Date(world.clock.now()).toISOString();

/** Events that the receiver refused eleven times each. */
async function exhausted(world: World, shop: TestTenant, count: number): Promise<string[]> {
  world.receiver.answer(shop.hook, ...Array.from({ length: 11 * count }, () => 500));
  for (let n = 0; n < count; n++) await subscribe(world, shop);
  await world.advance(15 * MINUTE);
  expect(new Set(await states(shop))).toEqual(new Set(['EXHAUSTED']));
  return idsOf((await listEvents(shop, { limit: '100' })).data);
}

async function progress(shop: TestTenant, replayId: unknown) {
  const { body } = await shop.call('events/replay-progress', { query: { 'replay-id': String(replayId) } });
  return body.data as Record<string, unknown>;
}

describe('spec: POST /events/replay of one', () => {
  it('delivers an exhausted event again: same id, attempt numbers continue', async ({ world, shop }) => {
    const [eventId] = await exhausted(world, shop, 1);
    const { body } = await replay(shop, { eventId });
    expect(body.data).toMatchObject({ eventId, state: 'PENDING', attempts: 11 });
    await world.settle();
    expect(await states(shop)).toEqual(['DELIVERED']);
    expect(receivedEvents(world, shop).at(-1)).toMatchObject({ eventId, attempt: 12 });
  });

  it('refuses an event in delivery, and an unknown event', async ({ world, shop }) => {
    world.receiver.answer(shop.hook, 500);
    await subscribe(world, shop);
    const [eventId] = idsOf((await listEvents(shop)).data);
    expect(await replay(shop, { eventId })).toMatchObject({
      status: 409,
      body: { error: 'event_not_ended' },
    });
    const unknown = { status: 404, body: { error: 'event_not_found' } };
    expect(await replay(shop, { eventId: 'x' })).toMatchObject(unknown);
  });

  it('leaves a skipped event SKIPPED while there is no webhook, and delivers it where there is one', async ({
    world,
    shop,
  }) => {
    await changeTenant(world, shop, { webhook: null });
    await subscribe(world, shop);
    const [eventId] = idsOf((await listEvents(shop)).data);
    expect(await replay(shop, { eventId })).toMatchObject({
      status: 409,
      body: { error: 'webhook_not_set' },
    });
    expect(await states(shop)).toEqual(['SKIPPED']);
    await changeTenant(world, shop, {});
    expect((await replay(shop, { eventId })).status).toBe(200);
    await world.settle();
    expect(await states(shop)).toEqual(['DELIVERED']);
    expect(receivedEvents(world, shop).map(({ attempt }) => attempt)).toEqual([1]);
  });
});

describe('spec: POST /events/replay of many', () => {
  it('replays events exhausted or skipped in a time range, each once, and reports its progress', async ({
    world,
    shop,
  }) => {
    const from = since(world);
    const ids = await exhausted(world, shop, 45);
    const begun = (await replay(shop, { from })).body.data as Record<string, unknown>;
    expect(begun).toEqual({ replayId: UUID, state: 'RUNNING', replayed: 0, from, to: since(world) });
    await world.settle();
    expect(await progress(shop, begun.replayId)).toMatchObject({ state: 'RUNNING', replayed: 20 });
    await world.advance(MINUTE);
    expect(await progress(shop, begun.replayId)).toMatchObject({ state: 'DONE', replayed: 45 });
    expect(new Set(await states(shop))).toEqual(new Set(['DELIVERED']));
    const again = receivedEvents(world, shop).filter(({ attempt }) => attempt === 12);
    expect(again.map(({ eventId }) => eventId).sort()).toEqual(ids.sort());
    expect((await listEvents(shop, { state: 'EXHAUSTED' })).data).toEqual([]);
  });

  it('replays an event that fails again only once', async ({ world, shop }) => {
    const from = since(world);
    await exhausted(world, shop, 3);
    world.receiver.answer(shop.hook, ...Array.from({ length: 33 }, () => 500));
    const { replayId } = (await replay(shop, { from })).body.data as Record<string, unknown>;
    await world.advance(HOUR);
    expect(await progress(shop, replayId)).toMatchObject({ state: 'DONE', replayed: 3 });
    expect((await listEvents(shop)).data.map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 3 }, () => ['EXHAUSTED', 22]),
    );
  });

  it('does not touch events after its end, of other states, or of another tenant', async ({
    world,
    shop,
  }) => {
    const from = since(world);
    await subscribe(world, shop);
    await exhaustedLater(world, shop);
    const to = since(world);
    await world.advance(MINUTE);
    await changeTenant(world, shop, { webhook: null });
    await subscribe(world, shop);
    await changeTenant(world, shop, {});
    const before = receivedEvents(world, shop).length;
    const { replayId } = (await replay(shop, { from, to, states: ['EXHAUSTED'] })).body.data as Record<
      string,
      unknown
    >;
    await world.advance(MINUTE);
    expect(await progress(shop, replayId)).toMatchObject({ state: 'DONE', replayed: 1 });
    expect(receivedEvents(world, shop)).toHaveLength(before + 1);
    expect(await states(shop)).toEqual(['SKIPPED', 'DELIVERED', 'DELIVERED']);
  });

  /** One more event, which is exhausted. */
  async function exhaustedLater(world: World, shop: TestTenant): Promise<void> {
    await world.advance(MINUTE);
    world.receiver.answer(shop.hook, ...Array.from({ length: 11 }, () => 500));
    await subscribe(world, shop);
    await world.advance(15 * MINUTE);
  }

  it('replays everything after a cursor, delivered or not', async ({ world, shop }) => {
    for (let n = 0; n < 3; n++) {
      await subscribe(world, shop);
      await world.advance(MINUTE);
    }
    const [newest, middle, oldest] = idsOf((await listEvents(shop)).data);
    const { replayId } = (await replay(shop, { after: oldest })).body.data as Record<string, unknown>;
    await world.advance(MINUTE);
    expect(await progress(shop, replayId)).toMatchObject({ state: 'DONE', replayed: 2 });
    const again = receivedEvents(world, shop).filter(({ attempt }) => attempt === 2);
    expect(again.map(({ eventId }) => eventId)).toEqual([middle, newest]);
  });

  it('is continued by the sweep if its message was lost', async ({ world, shop }) => {
    const from = since(world);
    await exhausted(world, shop, 45);
    const { replayId } = (await replay(shop, { from })).body.data as Record<string, unknown>;
    world.queues.lose('slow-deliveries');
    await world.advance(10 * MINUTE);
    expect(await progress(shop, replayId)).toMatchObject({ state: 'DONE', replayed: 45 });
    expect(receivedEvents(world, shop).filter(({ attempt }) => attempt === 12)).toHaveLength(45);
  });

  it.for([
    [{ to: '2026-01-01' }, 'missing_identifier', ['after', 'eventId', 'from']],
    [{ after: 'y', states: ['DELIVERED'] }, 'mutually_exclusive_parameters', ['after', 'states']],
    [{ eventId: 'x', to: '2026-01-01' }, 'mutually_exclusive_parameters', ['eventId', 'to']],
    [{ after: 'x' }, 'invalid_cursor', []],
    [{ from: 'then' }, 'invalid_request', ['from']],
    [{ from: '2026-01-01', states: [] }, 'invalid_request', ['states']],
    [{ from: '2026-01-01', states: ['PENDING'] }, 'invalid_request', ['states.0']],
  ] as const)('refuses %j', async ([sent, error, fields], { shop }) => {
    const { status, body } = await replay(shop, sent);
    const named = ((body.details ?? []) as { field: string }[]).map(({ field }) => field);
    expect([status, body.error, named.toSorted()]).toEqual([400, error, fields]);
  });

  it('our choice: refuses a time that ends before it begins, and names the field', async ({ shop }) => {
    const given = { from: '2026-02-02T10:00:00Z', to: '2026-02-02T12:59:59+03:00' };
    const message = 'must not be later than to';
    expect(await replay(shop, given)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: `from: ${message}`, details: [{ field: 'from', message }] },
    });
    expect((await replay(shop, { from: given.from, to: given.from })).status).toBe(200);
  });

  it('refuses without a webhook', async ({ world, shop }) => {
    const quiet = await makeTenant(world, { webhook: null });
    expect(await replay(shop, { from: '2026-01-01' }, quiet)).toMatchObject({
      body: { error: 'webhook_not_set' },
    });
  });
});
