import { describe, expect, it } from 'vitest';
import { clientOf } from './service.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a list', () => {
  it('is gone through page by page, each after the last item of the one before', async () => {
    const { client, seen } = clientOf([
      [200, { has_more: true, data: [{ id: 'c' }, { id: 'b' }] }],
      [200, { has_more: false, data: [{ id: 'a' }] }],
    ]);
    const found = await all(client.subscribers.each({ status: 'ACTIVE' }));
    expect(found.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(seen.map(({ query }) => query)).toEqual([
      { status: 'ACTIVE', limit: '100' },
      { status: 'ACTIVE', limit: '100', starting_after: 'b' },
    ]);
  });

  it('is searched on from where the service stopped searching, also after a page without items', async () => {
    const { client, seen } = clientOf([
      [200, { has_more: true, data: [], next: 'x' }],
      [200, { has_more: true, data: [{ eventId: 'b' }], next: 'y' }],
      [200, { has_more: false, data: [{ eventId: 'a' }] }],
    ]);
    const found = await all(client.events.each({ state: 'DELIVERED' }));
    expect(found.map(({ eventId }) => eventId)).toEqual(['b', 'a']);
    expect(seen.map(({ query }) => query.starting_after)).toEqual([undefined, 'x', 'y']);
  });

  it('is asked for no further than it is wanted', async () => {
    const { client, seen } = clientOf([
      [200, { has_more: true, data: [{ eventId: 'b' }, { eventId: 'a' }] }],
    ]);
    for await (const { eventId } of client.events.each()) if (eventId === 'a') break;
    expect(seen).toHaveLength(1);
  });

  it('with numbered pages is gone through to the last', async () => {
    const { client, seen } = clientOf([
      [200, { data: [{ id: '1' }], totalPages: 2 }],
      [200, { data: [{ id: '2' }], totalPages: 2 }],
    ]);
    expect((await all(client.plans.each())).map(({ id }) => id)).toEqual(['1', '2']);
    expect(seen.map(({ query }) => query.page)).toEqual(['1', '2']);
  });

  it('of all events continues after a cursor up to now', async () => {
    const { client, seen } = clientOf([
      [200, { events: [{ eventId: '1' }], next: '1', atEnd: false }],
      [200, { events: [{ eventId: '2' }], next: '2', atEnd: true }],
    ]);
    expect((await all(client.events.eachAfter('0'))).map(({ eventId }) => eventId)).toEqual(['1', '2']);
    expect(seen.map(({ query }) => query)).toEqual([
      { limit: '100', after: '0' },
      { limit: '100', after: '1' },
    ]);
  });
});
