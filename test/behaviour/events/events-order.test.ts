import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { MINUTE, receivedEvents } from '../../support/world/shop.ts';
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
