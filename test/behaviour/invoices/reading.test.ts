import { describe, expect, it } from 'vitest';
import { create } from '../../../functions/subscribers/invoices.ts';
import type { Table } from '../../../lib/table/table.ts';
import { askOf } from './world.ts';
import { openSubscriber } from './opened.ts';

const { invoicing, subscription, invoices } = await openSubscriber(10);

/** Counts sequential round trips: a call that begins while others are under way adds none. */
function measured(table: Table): { table: Table; depth: () => number } {
  let underWay = 0;
  let depth = 0;
  const around =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (underWay++ === 0) depth++;
      await new Promise((resolve) => setImmediate(resolve));
      return call(...args).finally(() => underWay--);
    };
  const wrapped: Table = {
    get: around((at, options) => table.get(at, options)),
    getMany: around((keys, options) => table.getMany(keys, options)),
    query: around((query) => table.query(query)),
    list: around((query) => table.list(query)),
    apply: around((change) => table.apply(change)),
    write: around((changes) => table.write(changes)),
    due: (partition, until, limit, after) => table.due(partition, until, limit, after),
  };
  return { table: wrapped, depth: () => depth };
}

/** A table whose cheap reads have not heard of anything yet. */
function lagging(table: Table): Table {
  return {
    ...table,
    getMany: async (keys, options) =>
      options.consistent || keys.some(({ sk }) => sk === 'TENANT')
        ? table.getMany(keys, options)
        : keys.map(() => undefined),
    query: async (query) => (query.consistent ? table.query(query) : []),
  };
}

describe('Reading a page of invoices', () => {
  const asker = (table: Table, query: Record<string, string>) => {
    const app = { ...invoicing.world.app, table };
    const ask = { query, headers: invoicing.shop.headers };
    return () => askOf(create, app, 'subscribers/invoices', ask);
  };

  it.each([
    ['by our id', 1, () => ({ 'svc-id': subscription.id })],
    ['after a cursor', 1, () => ({ 'svc-id': subscription.id, starting_after: invoices[5]!.id })],
    ['before a cursor', 1, () => ({ 'svc-id': subscription.id, ending_before: invoices[5]!.id })],
    ['by the provider’s reference', 2, () => ({ 'subscriber-id': subscription.payReference })],
  ] as [string, number, () => Record<string, string>][])(
    'takes %s so many round trips: %i',
    async (_, depth, query) => {
      const observed = measured(invoicing.world.table);
      const list = asker(observed.table, query());
      await list();
      const credentials = observed.depth();
      expect((await list()).status).toBe(200);
      expect(observed.depth() - credentials).toBe(depth);
    },
  );

  it('repeats the read consistently for a subscriber and a cursor written a moment ago', async () => {
    const query = { 'svc-id': subscription.id, starting_after: invoices[1]!.id };
    const { status, body } = await asker(lagging(invoicing.world.table), query)();
    expect(status).toBe(200);
    const { data } = body as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual([invoices[0]!.id]);
  });
});
