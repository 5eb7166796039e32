import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { key } from '../../../lib/table/schema.ts';
import {
  CARDS,
  comeBack,
  DAY,
  eventNamesOf,
  MINUTE,
  receivedEvents,
  someone,
} from '../../support/world/shop.ts';
import { checkoutBody, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { idsOf, listEvents } from '../../support/world/events.ts';

it('our choice: X-Svc-Sequence rises by one with each event of a subscriber, one change after the other', async ({
  world,
  shop,
  member,
}) => {
  const body = { 'svc-id': member.svcId };
  for (const route of ['cancel', 'undo-cancel', 'cancel', 'undo-cancel'] as const) {
    await world.advance(MINUTE);
    expect((await shop.call(`subscribers/${route}`, { body })).status).toBe(200);
  }
  await world.settle();
  const ids = receivedEvents(world, shop).map(({ eventId }) => eventId);
  const told = world.receiver.arrivals.filter(({ path }) => path === shop.hook);
  expect(told.map(({ headers }) => Number(headers['x-svc-sequence']))).toEqual([1, 2, 3, 4, 5]);
  expect(idsOf((await listEvents(shop)).data)).toEqual(ids.toReversed());
});

it('our choice: a time filter and a cursor both apply', async ({ world, shop, member }) => {
  const body = { 'svc-id': member.svcId };
  for (const route of ['cancel', 'undo-cancel', 'cancel'] as const) {
    await world.advance(MINUTE);
    await shop.call(`subscribers/${route}`, { body });
  }
  await world.settle();
  const all = (await listEvents(shop)).data;
  const [newest, , third, oldest] = all;
  const listed = async (query: Record<string, string>) => idsOf((await listEvents(shop, query)).data);
  const to = third!.createdAt;
  expect(await listed({ to, starting_after: newest!.eventId })).toEqual(idsOf(all.slice(2)));
  expect(await listed({ to, starting_after: third!.eventId })).toEqual([oldest!.eventId]);
  const from = third!.createdAt;
  expect(await listed({ from, ending_before: oldest!.eventId })).toEqual(idsOf(all.slice(0, 3)));
});

it('our choice: an event whose message was lost is listed as pending before its first attempt', async ({
  world,
  shop,
  member,
}) => {
  await world.advance(MINUTE);
  world.queues.lose('deliveries');
  await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
  expect((await listEvents(shop, { state: 'PENDING' })).data).toMatchObject([
    { notificationType: 'DID_CHANGE_RENEWAL_STATUS', attempts: 0 },
  ]);
});

async function eventIdsOf(shop: TestTenant, svcId: string): Promise<string[]> {
  const { body } = await shop.call('events/list', { query: { 'svc-id': svcId } });
  return (body.data as { eventId: string }[]).map(({ eventId }) => eventId);
}

it('our choice: an event is unknown everywhere after its 90 days, whatever the table has deleted by then', async ({
  world,
  shop,
  member,
}) => {
  const [id = ''] = await eventIdsOf(shop, member.svcId);
  expect(id).not.toBe('');
  await world.clock.advanceTo(world.clock.now() + 91 * DAY);
  expect(await world.table.get(key.event(shop.tenant.id, { id }), { consistent: true })).toBeDefined();
  expect(await eventIdsOf(shop, member.svcId)).not.toContain(id);
  const listed = await shop.call('events/list', { query: { limit: '100' } });
  const fed = await shop.call('events/feed', { query: { limit: '100' } });
  expect(fed.body).toMatchObject({ status: 'success', next: null }); // no cursor that is over is handed out
  for (const { text } of [listed, fed]) expect(text).not.toContain(`"eventId":"${id}"`);
  const found = await shop.call('events/get', { query: { 'event-id': id } });
  expect(found).toMatchObject({ status: 404, body: { error: 'event_not_found' } });
  const again = await shop.call('events/replay', { body: { eventId: id } });
  expect(again).toMatchObject({ status: 404, body: { error: 'event_not_found' } });
  const after = await shop.call('events/feed', { query: { after: id } });
  expect(after).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } });
});

it('our choice: a subscription that was never announced emits no event for its cancel and end', async ({
  world,
  shop,
}) => {
  const email = someone();
  const body = checkoutBody(shop.plans.basic!, { email, subscriptionInitialStatus: 'PENDING' });
  const token = String((await shop.call('checkout/initialize', { body })).body.token);
  await payForm(world, token, { cardNumber: CARDS.refusedLater });
  await comeBack(world, token);
  await world.advance(MINUTE);
  const { data } = (await shop.call('subscribers/check', { query: { email } })).body as {
    data: { subscription: { id: string; svcId: string; status: string } };
  };
  const { id, svcId, status } = data.subscription;
  expect(status).toBe('PENDING');
  expect((await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } })).status).toBe(200);
  await world.advance(DAY);
  expect(eventNamesOf(world, shop, { id })).toEqual([]);
  const timeline = (await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } })).body.data;
  const entries = timeline as { what: string; eventId: string | null }[];
  expect(entries.map(({ what }) => what).toSorted()).toEqual(['cancelled', 'ended']);
  expect(entries.every(({ eventId }) => eventId === null)).toBe(true);
});
