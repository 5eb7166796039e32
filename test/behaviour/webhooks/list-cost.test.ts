import { describe, expect, test } from 'vitest';
import { cursorOf, type Page } from '../../../lib/billing/page.ts';
import { EVENT_TYPES } from '../../../lib/billing/events.ts';
import type { Table } from '../../../lib/table/table.ts';
import { listPending } from '../../../lib/table/events/event-lists.ts';
import { outboxEntries } from '../../../lib/table/events/outbox.ts';
import { key } from '../../../lib/table/schema.ts';
import { listEvents, type EventFilter } from '../../../lib/webhooks/list-events.ts';
import { eventNamed } from '../../faults/delivery/cast.ts';
import { countingTrips, type Trips } from '../../support/world/trips.ts';
import { message, Stage, TENANT } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const ANY: EventFilter = { type: null, state: null, subscriberId: null, from: null, to: null };
const PAGE = { limit: 10, startingAfter: null, endingBefore: null };

/** Records an event that is skipped, as there is no webhook. */
async function skipped(stage: Stage, nth: number): Promise<void> {
  const type = EVENT_TYPES[nth % EVENT_TYPES.length]!;
  const event = { ...eventNamed(nth, stage.time.now), type, sequence: 1 };
  const causedBy = { by: 'request', id: null } as const;
  const outbox = { causedBy, now: stage.time.now };
  const { changes } = outboxEntries({ ...TENANT, webhook: null }, [event], outbox);
  await stage.table.write(changes);
  stage.time.now += 1_000;
}

/** What one page costs a tenant with so many events: calls that follow one another, and items read. */
async function costOf(events: number, filter: EventFilter): Promise<Trips> {
  const stage = new Stage();
  for (let nth = 1; nth <= events; nth++) await skipped(stage, nth);
  const { table, look } = countingTrips(stage.table);
  const { items: page } = await listEvents(forTenant(stage.app({ table }), TENANT.id), filter, PAGE);
  expect(page).toHaveLength(10);
  return look();
}

describe('a page of events', () => {
  test.each<[string, Partial<EventFilter>]>([
    ['of any kind', {}],
    ['of one type', { type: 'DID_RENEW' }],
    ['of one state', { state: 'SKIPPED' }],
    ['of one type and state', { type: 'EXPIRED', state: 'SKIPPED' }],
  ])('%s takes two round trips and reads no more of a tenant with many events', async (_what, filter) => {
    const few = await costOf(120, { ...ANY, ...filter });
    const many = await costOf(1_000, { ...ANY, ...filter });
    expect(few.roundTrips).toBe(2);
    expect(many).toEqual(few);
  });

  test('of few waiting events among many takes two round trips: all that wait are read at once', async () => {
    const stage = new Stage();
    for (let nth = 1; nth <= 120; nth++) await skipped(stage, nth);
    const waiting = await stage.happened(TENANT, 'webhook', 10_001);
    await listPending(stage.app(), await stage.stored(waiting));
    const { table, look } = countingTrips(stage.table);
    const { items } = await listEvents(
      forTenant(stage.app({ table }), TENANT.id),
      { ...ANY, state: 'PENDING' },
      PAGE,
    );
    expect([items.map(({ id }) => id), look().roundTrips]).toEqual([[waiting], 2]);
  });

  test('of one customer never reads more than five thousand, the newest of a history that a tenant has flooded', async () => {
    const stage = new Stage();
    const read: (number | undefined)[] = [];
    const query: Table['query'] = (asked) => {
      read.push(asked.limit);
      return stage.table.query(asked);
    };
    const first = await stage.happened();
    const { subscriberId } = await stage.stored(first);
    const asked = { ...ANY, subscriberId };
    const app = stage.app({ table: { ...stage.table, query } });
    expect((await listEvents(forTenant(app, TENANT.id), asked, PAGE)).items.map(({ id }) => id)).toEqual([
      first,
    ]);
    expect(read).toEqual([5_000]);
  });

  test('of a rare state is searched for among five thousand events at most, and on from there, either way', async () => {
    const stage = new Stage();
    const deliver = async (nth: number): Promise<string> => {
      const id = await stage.happened(TENANT, 'webhook', nth);
      await stage.handle([message(id, 1)]);
      stage.time.now += 1_000;
      return id;
    };
    const oldest = await deliver(10_001);
    for (let nth = 1; nth <= 5_600; nth++) await skipped(stage, nth);
    const newest = await deliver(10_002);
    const listed = async (cursor: Partial<Page> = {}) => {
      const filter = { ...ANY, state: 'DELIVERED' } as const;
      const { items, hasMore, next } = await listEvents(forTenant(stage.app(), TENANT.id), filter, {
        ...PAGE,
        ...cursor,
      });
      return { ids: items.map(({ id }) => id), hasMore, next };
    };
    const page = await listed();
    expect(page).toMatchObject({ ids: [newest], hasMore: true });
    expect(await listed({ startingAfter: cursorOf(page.next!) })).toEqual({ ids: [oldest], hasMore: false });
    const newer = await listed({ endingBefore: cursorOf(oldest) });
    expect(newer).toMatchObject({ ids: [], hasMore: true });
    expect(await listed({ endingBefore: cursorOf(newer.next!) })).toEqual({ ids: [newest], hasMore: false });
  });

  test('of waiting events, read from the oldest on, leaves none out where some cannot be read', async () => {
    const stage = new Stage();
    const app = stage.app();
    const ids: string[] = [];
    for (let nth = 1; nth <= 150; nth++) {
      const id = await stage.happened(TENANT, 'webhook', nth);
      await listPending(app, await stage.stored(id));
      ids.push(id);
      stage.time.now += 1_000;
    }
    for (const id of ids.slice(2, 5))
      await stage.table.apply({ update: key.event(TENANT.id, { id }), set: { state: 'PAUSED' } }); // by newer code
    const filter = { ...ANY, state: 'PENDING' } as const;
    const shown: string[] = [];
    for (let cursor = ids[0]; cursor !== undefined;) {
      const page = await listEvents(forTenant(app, TENANT.id), filter, {
        ...PAGE,
        endingBefore: cursorOf(cursor),
      });
      shown.push(...page.items.map(({ id }) => id).toReversed());
      cursor = page.hasMore ? (page.items[0]?.id ?? page.next) : undefined;
    }
    expect(shown).toEqual([ids[1], ...ids.slice(5)]);
  });
});
