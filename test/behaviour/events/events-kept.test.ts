import { expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { DAY } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';

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
