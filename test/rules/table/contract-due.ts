import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { NOT_DUE } from '../../../lib/table/work/due.ts';
import type { DueKey } from '../../../lib/table/table.ts';
import type { MakePlace } from './place.ts';

export function dueItems(place: MakePlace): void {
  /** A shard nobody else uses, with things due at these instants. */
  async function shardWith(instants: Readonly<Record<string, number>>) {
    const made = place();
    const shard = randomUUID();
    for (const [sk, dueAt] of Object.entries(instants))
      await made.table.apply({ put: { ...made.key(sk), dueShard: shard, dueAt, more: 'x' } });
    const due = (until: number, limit = 100) => made.table.due(shard, until, limit);
    const names = async (until: number, limit?: number) => (await due(until, limit)).map(({ sk }) => sk);
    return { ...made, shard, due, names };
  }

  it('answers the keys of what is due by then, earliest first', async () => {
    const { key, due } = await shardWith({ C: 30, A: 5, D: 40, B: 10 });
    expect(await due(30)).toStrictEqual([
      { ...key('A'), dueAt: 5 },
      { ...key('B'), dueAt: 10 },
      { ...key('C'), dueAt: 30 },
    ]);
    expect(await due(4)).toEqual([]);
  });

  it('answers the earliest up to a limit', async () => {
    const { names } = await shardWith({ C: 30, A: 5, D: 40, B: 10 });
    expect(await names(Number.MAX_SAFE_INTEGER, 2)).toEqual(['A', 'B']);
    expect(await names(Number.MAX_SAFE_INTEGER, 1)).toEqual(['A']);
  });

  it('continues after a key, also one that is no longer due, and among items due at the same instant', async () => {
    const { table, key, shard, names } = await shardWith({ A: 5, B: 7, C: 7, D: 7, E: 9 });
    const order = await names(9);
    const pages: string[] = [];
    for (let last: DueKey | undefined; ;) {
      const page = await table.due(shard, 9, 2, last);
      pages.push(...page.map(({ sk }) => sk));
      last = page.at(-1);
      if (page.length < 2) break;
    }
    expect(pages).toEqual(order);
    const [, second] = await table.due(shard, 9, 2);
    await table.apply({ update: key(order[1] ?? ''), remove: NOT_DUE });
    const rest = await table.due(shard, 8, 9, second);
    expect(rest.map(({ sk }) => sk)).toEqual(order.slice(2, 4));
  });

  it('compares instants as numbers', async () => {
    const { names } = await shardWith({ A: 9, B: 10, C: 1_768_467_600_000, D: 99 });
    expect(await names(1_768_467_600_000)).toEqual(['A', 'B', 'D', 'C']);
    expect(await names(1_768_467_599_999)).toEqual(['A', 'B', 'D']);
  });

  it('answers all of what is due at one instant', async () => {
    const { names } = await shardWith({ A: 5, B: 5, C: 5 });
    expect((await names(5)).toSorted()).toEqual(['A', 'B', 'C']);
    expect(await names(5, 2)).toHaveLength(2);
  });

  it('answers one shard only', async () => {
    const one = await shardWith({ A: 5 });
    const other = await shardWith({ B: 5 });
    expect(await one.names(9)).toEqual(['A']);
    expect(await other.names(9)).toEqual(['B']);
    expect(await one.table.due(randomUUID(), 9, 10)).toEqual([]);
  });

  it('moves with its item', async () => {
    const { table, key, shard, names, due } = await shardWith({ A: 5, B: 10 });
    await table.apply({ update: key('A'), set: { dueAt: 15 } });
    expect(await names(20)).toEqual(['B', 'A']);
    await table.write([
      { update: key('B'), add: { dueAt: 90 } },
      { put: { ...key('C'), dueShard: shard, dueAt: 1 } },
    ]);
    expect(await names(20)).toEqual(['C', 'A']);
    expect(await due(100)).toContainEqual({ ...key('B'), dueAt: 100 });
    const elsewhere = randomUUID();
    await table.apply({ update: key('A'), set: { dueShard: elsewhere } });
    expect(await names(20)).toEqual(['C']);
    expect(await table.due(elsewhere, 20, 5)).toEqual([{ ...key('A'), dueAt: 15 }]);
  });

  it('drops items that are no longer due, replaced without a due time, or deleted', async () => {
    const { table, key, names } = await shardWith({ A: 5, B: 6, C: 7, D: 8, E: 9 });
    await table.apply({ update: key('A'), remove: NOT_DUE });
    await table.apply({ put: key('B') });
    await table.apply({ delete: key('C') });
    await table.write([{ delete: key('D') }]);
    expect(await names(100)).toEqual(['E']);
  });

  it('omits items with only a shard or only an instant', async () => {
    const { table, key, shard, names } = await shardWith({ A: 5, B: 6 });
    await table.apply({ update: key('A'), remove: ['dueAt'] });
    await table.apply({ update: key('B'), remove: ['dueShard'] });
    await table.apply({ put: { ...key('C'), dueShard: shard } });
    expect(await names(100)).toEqual([]);
    await table.apply({ update: key('A'), set: { dueAt: 7 } });
    expect(await names(100)).toEqual(['A']);
  });

  it('is unchanged by a refused change', async () => {
    const { table, key, names } = await shardWith({ A: 5 });
    const refused = table.apply({ update: key('A'), remove: NOT_DUE, if: [{ attribute: 'more', is: 'y' }] });
    await expect(refused).rejects.toThrow('did not hold');
    expect(await names(100)).toEqual(['A']);
  });
}
