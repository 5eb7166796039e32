import { dayInTurkey } from '../../../lib/billing/turkish-day.ts';
import { describe, expect, it } from 'vitest';
import { idsOf, listEvents, type ListedEvent } from '../../support/world/events.ts';
import { anyNumber, SVC_ID, TIME, UUID } from '../../support/world/expecting.ts';
import { receivedEvents, subscribe } from '../../support/world/shop.ts';
import { openEvents } from './listed-events.ts';

const { world, shop, first, second, all } = await openEvents();

const named = (events: readonly ListedEvent[]) =>
  events.map(({ notificationType, subtype, state }) => [notificationType, subtype, state].join('/'));

describe('spec: GET /events/list', () => {
  it('shows every event once, newest first, with its state', () => {
    expect(named(all)).toEqual([
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED/PENDING',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED/DELIVERED',
      'DID_CHANGE_RENEWAL_PREF/DOWNGRADE/DELIVERED',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED/SKIPPED',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE/EXHAUSTED',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE/EXHAUSTED',
      'SUBSCRIBED/INITIAL_BUY/DELIVERED',
      'SUBSCRIBED/INITIAL_BUY/DELIVERED',
    ]);
    expect(all.at(-1)).toEqual({
      eventId: UUID,
      notificationType: 'SUBSCRIBED',
      subtype: 'INITIAL_BUY',
      state: 'DELIVERED',
      attempts: 1,
      createdAt: TIME,
      nextAttemptAt: null,
      subscriber: { id: first.id, svcId: first.svcId, externalId: null },
    });
    expect(all[0]).toMatchObject({
      attempts: 1,
      nextAttemptAt: TIME,
      subscriber: { svcId: SVC_ID.subscription },
    });
    expect(all[4]).toMatchObject({ attempts: 11, nextAttemptAt: null });
  });

  it('has the envelope of every list and pages either way', async () => {
    const { body } = await shop.call('events/list', { query: { limit: '3' } });
    expect(body).toMatchObject({
      status: 'success',
      object: 'list',
      url: '/events/list',
      has_more: true,
      limit: 3,
      starting_after: null,
      ending_before: null,
    });
    const ids = idsOf(all);
    const older = await listEvents(shop, { limit: '3', starting_after: ids[2]! });
    expect([idsOf(older.data), older.has_more]).toEqual([ids.slice(3, 6), true]);
    const last = await listEvents(shop, { limit: '3', starting_after: ids[5]! });
    expect([idsOf(last.data), last.has_more]).toEqual([ids.slice(6), false]);
    const newer = await listEvents(shop, { limit: '3', ending_before: ids[6]! });
    expect([idsOf(newer.data), newer.has_more]).toEqual([ids.slice(3, 6), true]);
    const newest = await listEvents(shop, { limit: '10', ending_before: ids[2]! });
    expect([idsOf(newest.data), newest.has_more]).toEqual([ids.slice(0, 2), false]);
  });

  it.each(['PENDING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED'])(
    'filters by state %s, page by page',
    async (state) => {
      const wanted = idsOf(all.filter((event) => event.state === state));
      const found: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await listEvents(shop, { state, limit: '1', ...(after && { starting_after: after }) });
        found.push(...idsOf(page.data));
        after = found.at(-1);
        if (!page.has_more) break;
      }
      expect(found).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(0);
    },
  );

  it('filters by type, by type and state, and by subscriber', async () => {
    const filtered = async (query: Record<string, string>) => idsOf((await listEvents(shop, query)).data);
    const having = (wanted: (event: ListedEvent) => boolean) => idsOf(all.filter(wanted));
    const type = 'DID_CHANGE_RENEWAL_STATUS';
    expect(await filtered({ type })).toEqual(having((event) => event.notificationType === type));
    expect(await filtered({ type, state: 'SKIPPED' })).toEqual(
      having((event) => event.notificationType === type && event.state === 'SKIPPED'),
    );
    expect(await filtered({ type, state: 'EXHAUSTED' })).toEqual([]);
    for (const member of [first, second])
      expect(await filtered({ 'svc-id': member.svcId })).toEqual(
        having(({ subscriber }) => subscriber.id === member.id),
      );
    const ofSecond = having(({ subscriber }) => subscriber.id === second.id);
    const cursor = { 'svc-id': second.svcId, starting_after: ofSecond[0]!, limit: '2' };
    expect(await filtered(cursor)).toEqual(ofSecond.slice(1, 3));
    expect(await filtered({ 'svc-id': second.svcId, state: 'DELIVERED', type: 'SUBSCRIBED' })).toHaveLength(
      1,
    );
  });

  it('filters by time, both ends inclusive', async () => {
    const [to, from] = [all[2]!.createdAt, all[5]!.createdAt];
    const between = await listEvents(shop, { from, to });
    expect(idsOf(between.data)).toEqual(idsOf(all.slice(2, 6)));
    const ofFirst = await listEvents(shop, { from, to, 'svc-id': first.svcId });
    expect(idsOf(ofFirst.data)).toEqual(
      idsOf(all.slice(2, 6).filter((event) => event.subscriber.id === first.id)),
    );
    expect((await listEvents(shop, { from: '2039-01-01' })).data).toEqual([]);
    const newest = dayInTurkey(Date.parse(all[0]!.createdAt));
    expect(idsOf((await listEvents(shop, { to: newest })).data)).toEqual(idsOf(all));
  });

  it.each([
    ['nobody has', 'sub_01900000000070008000000000000009'],
    ['cannot be one', 'somebody'],
    ['belongs to a plan', 'pln_01900000000070008000000000000009'],
  ])('our choice: an id that %s filters everything out', async (_what, svcId) => {
    expect((await listEvents(shop, { 'svc-id': svcId })).data).toEqual([]);
  });
});

describe('spec: GET /events', () => {
  const get = (eventId: string, who = shop) => who.call('events/get', { query: { 'event-id': eventId } });

  it('shows the payload as last sent and every delivery', async () => {
    const { body } = await get(all[5]!.eventId);
    const sent = receivedEvents(world, shop).filter(({ eventId }) => eventId === all[5]!.eventId);
    expect(body.data).toMatchObject({ ...all[5], payload: sent.at(-1)!.payload });
    const { deliveries } = body.data as { deliveries: Record<string, unknown>[] };
    expect(deliveries).toHaveLength(11);
    expect(deliveries.map(({ transactionId }) => transactionId)).toEqual(
      sent.map(({ payload }) => payload.transactionId),
    );
    expect(deliveries[0]).toEqual({
      attempt: 1,
      transactionId: UUID,
      at: TIME,
      tookMs: anyNumber,
      httpStatus: 500,
      error: null,
      answer: 'ok',
    });
  });

  it('shows no payload and no deliveries of an event that was never sent', async () => {
    const { body } = await get(all[3]!.eventId);
    expect(body.data).toMatchObject({ state: 'SKIPPED', attempts: 0, payload: null, deliveries: [] });
  });

  it('answers 404 for an unknown event and a message to the chat', async () => {
    const refusal = { status: 404, body: { error: 'event_not_found' } };
    expect(await get('x')).toMatchObject(refusal);
    expect(await get(first.id)).toMatchObject(refusal);
    const chat = await shop.call('account/set-chat', { body: { url: 'https://chat.example/T/1' } });
    expect(chat.status).toBe(200);
    await subscribe(world, shop);
    const sent = world.queues.sent.map(({ message }) => message.body as Record<string, string>);
    const ids = sent.flatMap(({ tenantId, eventId }) =>
      tenantId === shop.tenant.id && eventId ? [eventId] : [],
    );
    const found = await Promise.all([...new Set(ids)].slice(-2).map((eventId) => get(eventId)));
    expect(found.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await shop.call('events/get')).toMatchObject({ status: 400 });
  });
});
