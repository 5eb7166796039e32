import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../../lib/table/table.ts';
import { startTable } from '../../nightly/engines/dynoxide.ts';
import { meter, type Metered } from '../../nightly/engines/meter.ts';
import type { OpenTable } from '../../nightly/engines/open.ts';

/** A little under the 1 KB that one write unit pays for; a read unit pays for four of them. */
const TEXT = 'x'.repeat(900);
const at = (sk: string) => ({ pk: 'P', sk });
const item = (sk: string) => ({ ...at(sk), text: TEXT });
const invoices = Array.from({ length: 12 }, (_, n) => item(`INV#${String(n).padStart(2, '0')}`));

type Row = readonly [what: string, requests: number, units: number, ask: (table: Table) => Promise<unknown>];

const ROWS: readonly Row[] = [
  ['a consistent read', 1, 1, (table) => table.get(at('a'), { consistent: true })],
  ['a read that may be stale', 1, 0.5, (table) => table.get(at('a'), { consistent: false })],
  ['a batch of three', 1, 1.5, (table) => table.getMany(['a', 'b', 'c'].map(at), { consistent: false })],
  ['the newest of many', 1, 0.5, (table) => newest(table, { limit: 1 })],
  ['a page after a key', 1, 0.5, (table) => newest(table, { before: 'INV#05', limit: 3 })],
  ['a query that cannot match', 0, 0, (table) => newest(table, { after: 'INV#05', before: 'INV#04' })],
  ['a single change', 1, 1, (table) => table.apply({ put: item('a') })],
  ['a transaction of three', 1, 6, (table) => table.write(['a', 'b', 'c'].map((sk) => ({ put: item(sk) })))],
  ['a transaction of nothing', 0, 0, (table) => table.write([])],
];

const newest = (table: Table, range: { after?: string; before?: string; limit?: number }) =>
  table.query({ pk: 'P', prefix: 'INV#', backwards: true, consistent: false, ...range });

describe('the price of', () => {
  let engine: OpenTable;
  let look: () => Metered;
  beforeAll(async () => {
    engine = await startTable();
    await engine.table.write(invoices.map((put) => ({ put })));
    await engine.table.write(['a', 'b', 'c'].map((sk) => ({ put: item(sk) })));
    look = meter(engine.client);
  });
  afterAll(() => engine.stop());

  it.each(ROWS)('%s is %d requests and %d units', async (_, requests, units, ask) => {
    look();
    await ask(engine.table);
    expect(look()).toEqual({ requests, units });
  });
});
