import { expect } from 'vitest';
import { lookUpReferences, referencePut } from '../../../lib/table/subscribers/subscribers.ts';
import type { Table } from '../../../lib/table/table.ts';
import { it } from '../../support/world/fixtures.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

it('references are found that were written a moment ago, and only what a cheap read misses is read consistently', async ({
  world,
}) => {
  await world.table.write([referencePut('t', 'old', 'a'), referencePut('t', 'new', 'b')]);
  const read: (readonly [boolean, number])[] = [];
  const getMany: Table['getMany'] = async (keys, { consistent }) => {
    read.push([consistent, keys.length]);
    const items = await world.table.getMany(keys, { consistent });
    return consistent ? items : items.map((item) => (item?.subscriberId === 'b' ? undefined : item));
  };
  const app = { ...world.app, table: { ...world.table, getMany } };
  const found = await lookUpReferences(forTenant(app, 't'), ['old', 'new', 'nobody’s']);
  expect([...found]).toEqual([
    ['old', 'a'],
    ['new', 'b'],
  ]);
  expect(read).toEqual([
    [false, 3],
    [true, 2],
  ]);
});
