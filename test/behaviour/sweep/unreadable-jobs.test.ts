import { expect, it } from 'vitest';
import { replayPut } from '../../../lib/table/events/replays.ts';
import { messagePut } from '../../../lib/table/messages/messages.ts';
import { openShop } from '../../support/world/opened.ts';
import { HOUR, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop);
const tenant = shop.tenant.id;

const owed = () => {
  const of = { cause: 'a cause', about: member.id, at: world.clock.now(), subscriberId: member.id };
  const { put } = messagePut(tenant, { ...of, kind: 'payment_failed', personId: null }, world.clock.now());
  return { ...put, kind: 'unreadable' };
};
const replayed = () => {
  const asked = { from: 0, to: 1, states: [], position: '', revision: 0, replayed: 0, underWay: [] };
  const id = '019bc0e2-1282-700e-8e3c-793448e26312';
  const { put } = replayPut({ ...asked, tenant, id, state: 'RUNNING' }, world.clock.now());
  return { ...put, state: 'unreadable' };
};

it.each([
  ['a message', owed],
  ['a replay', replayed],
])('%s that cannot be read is postponed for longer and longer, and fails nothing', async (_, made) => {
  const put = made();
  await world.table.apply({ put });
  await world.advance(HOUR);
  const before = world.log.length;
  await world.advance(HOUR);
  const said = world.log.slice(before).join('\n');
  expect(said).not.toContain('message failed');
  expect(said).not.toContain('"RequestsCrashed":1');
  expect(world.queues.dead).toEqual([]);
  const { tries } = (await world.table.get(put, { consistent: true }))!;
  expect(tries).toBeGreaterThan(2);
});
