import { RIGHTS } from '../../../lib/billing/rights.ts';
import { describe, expect, it } from 'vitest';
import { keyStateOf } from '../../../lib/billing/api-key.ts';
import { createKey, listKeys, revokeKey, type IssuedKey } from '../../../lib/account/keys.ts';
import type { Table } from '../../../lib/table/table.ts';
import { withTenant } from './key-pairs.ts';
import { START } from './operator.ts';

type Read = 'get' | 'query' | 'getMany';
const READS: readonly Read[] = ['get', 'query', 'getMany'];

/** A table in which somebody else makes a change directly after one of the reads, once. */
function changedAfter(table: Table, read: Read, change: () => Promise<unknown>): Table {
  let changed = false;
  const then = async <T>(name: Read, found: T): Promise<T> => {
    if (name === read && !changed) {
      changed = true;
      await change();
    }
    return found;
  };
  return {
    ...table,
    get: async (...asked) => then('get', await table.get(...asked)),
    query: async (...asked) => then('query', await table.query(...asked)),
    getMany: async (...asked) => then('getMany', await table.getMany(...asked)),
  };
}

/** A tenant with so many live pairs; `during` is its app for a change during which another one is made. */
async function withPairs(count: number) {
  const { operator, id, issue, revoke } = await withTenant();
  const pairs: IssuedKey[] = [];
  for (let i = 0; i < count; i++) pairs.push(await issue());
  const during = (read: Read, change: () => Promise<unknown>) => ({
    ...operator.app,
    table: changedAfter(operator.app.table, read, change),
  });
  const live = async () =>
    (await listKeys(operator.app, id)).filter((one) => keyStateOf(one, START) !== 'REVOKED').length;
  return { id, pairs, issue, revoke, during, live };
}

describe.each(READS)('two changes of the keys, the other one after a %s of the first', (read) => {
  it('never make a sixth live pair', async () => {
    const { id, issue, during, live } = await withPairs(4);
    const first = createKey(during(read, issue), id, { label: 'till', rights: RIGHTS }, RIGHTS);
    await expect(first).rejects.toMatchObject({ code: 'too_many_keys' });
    expect(await live()).toBe(5);
  });

  it('never revoke the last pair', async () => {
    const { id, pairs, revoke, during, live } = await withPairs(2);
    const [one, other] = pairs;
    const first = revokeKey(
      during(read, () => revoke(other!)),
      id,
      one!.key.apiKey,
    );
    await expect(first).rejects.toMatchObject({ code: 'last_key' });
    expect(await live()).toBe(1);
  });
});
