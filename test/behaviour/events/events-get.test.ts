import { describe, expect, it } from 'vitest';
import { anyNumber, TIME, UUID } from '../../support/world/expecting.ts';
import { receivedEvents, subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openEvents } from './listed-events.ts';

const { world, shop, first, all } = await openEvents();

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

  it('answers 404 for an unknown event, a message to the chat and the event of another tenant', async () => {
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
    expect(await get(all[0]!.eventId, await makeTenant(world))).toMatchObject(refusal);
    expect(await shop.call('events/get')).toMatchObject({ status: 400 });
  });
});
