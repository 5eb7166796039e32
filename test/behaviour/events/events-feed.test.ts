import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { idsOf, listEvents, readFeed, type ListedEvent } from '../../support/world/events.ts';
import { behave, charge, DAY, subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';

const SECOND = 1_000;

describe('spec: GET /events/feed', () => {
  it('shows the events oldest first, at most 15 s behind, and continues after a cursor', async ({
    world,
    shop,
  }) => {
    expect(await readFeed(shop)).toEqual({ status: 'success', events: [], next: null, atEnd: true });
    for (let n = 0; n < 3; n++) {
      await subscribe(world, shop);
      await world.advance(SECOND);
    }
    await world.advance(13 * SECOND);
    expect((await readFeed(shop)).events).toHaveLength(1);
    await world.advance(2 * SECOND + 1);
    const all = (await listEvents(shop)).data;
    const oldest = idsOf(all).reverse();
    const begun = await readFeed(shop, { limit: '2' });
    expect([idsOf(begun.events), begun.next, begun.atEnd]).toEqual([oldest.slice(0, 2), oldest[1], false]);
    expect(begun.events[0]).toEqual(all.at(-1));
    const rest = await readFeed(shop, { after: begun.next!, limit: '2' });
    expect([idsOf(rest.events), rest.next, rest.atEnd]).toEqual([oldest.slice(2), oldest[2], true]);
    expect(await readFeed(shop, { after: rest.next! })).toMatchObject({
      events: [],
      next: oldest[2],
      atEnd: true,
    });
  });

  it('our choice: has the events of one subscriber in the order of X-Svc-Sequence, also those of one instant', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    for (const outcome of ['failure', 'success', 'success', 'failure', 'success'] as const)
      await charge(world, member.reference, outcome);
    await world.advance(70 * DAY);
    const received = world.receiver.arrivals.filter(({ path }) => path === shop.hook);
    const sequenceOf = new Map(
      received.map(({ headers }) => [String(headers['x-svc-event-id']), Number(headers['x-svc-sequence'])]),
    );
    const sequences = idsOf((await readFeed(shop)).events).map((id) => sequenceOf.get(id));
    expect(sequences.length).toBeGreaterThan(5);
    expect(sequences).toEqual(sequences.map((_, nth) => nth + 1));
  });

  it.for([{ after: 'x' }, { after: '01900000-0000-7000-8000-000000000001' }])(
    'refuses the cursor %j',
    async (query, { shop }) => {
      const refusal = { status: 400, body: { error: 'invalid_cursor' } };
      expect(await shop.call('events/feed', { query })).toMatchObject(refusal);
    },
  );

  it('refuses a limit beyond 100 and the cursor of another tenant', async ({ world, shop }) => {
    expect(await shop.call('events/feed', { query: { limit: '101' } })).toMatchObject({ status: 400 });
    await subscribe(world, shop);
    const [{ eventId }] = (await listEvents(shop)).data as [ListedEvent];
    const stranger = await makeTenant(world);
    const foreign = await stranger.call('events/feed', { query: { after: eventId } });
    expect(foreign).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } });
  });
});
