import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict, type DueKey, type Table } from '../../../lib/table/table.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import type { OpenTable } from '../../nightly/engines/open.ts';
import { operations, PARTITIONS, type Operation } from './operations.ts';

const DUE_MAX = 100;

/**
 * Random sequences of the port's calls, each answered by an engine as by the table in memory. With `eitherFirst` an engine
 * may refuse a transaction that has an unmet condition and cannot be carried out, or say that it conflicts: nothing is
 * written either way.
 */
export function alike(
  name: string,
  start: () => Promise<OpenTable>,
  { runs, eitherFirst = false }: { readonly runs: number; readonly eitherFirst?: boolean },
): void {
  describe(`the table in memory and the table ${name}`, () => {
    let engine: OpenTable;
    beforeAll(async () => void (engine = await start()));
    afterAll(() => engine.stop());

    it('answer every sequence of operations alike', async () => {
      const seen = { answers: 0, conflicts: 0, refusals: 0 };
      await fc.assert(
        fc.asyncProperty(operations(), async (sequence) => {
          await empty(engine.table);
          const double = memoryTable();
          for (const operation of sequence) {
            const expected = await outcome(double, operation);
            const actual = await outcome(engine.table, operation);
            if (eitherFirst && isOfSeveral(operation) && actual.is !== expected.is)
              expect([actual.is, expected.is].sort(), JSON.stringify(operation)).toEqual(NOTHING_WRITTEN);
            else expect(actual, JSON.stringify(operation)).toEqual(expected);
            seen[expected.is] += 1;
          }
        }),
        { numRuns: runs },
      );
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs / 10);
    });
  });
}

const NOTHING_WRITTEN = ['conflicts', 'refusals'];

const isOfSeveral = (operation: Operation): boolean =>
  operation.call === 'write' && operation.changes.length > 1;

async function empty(table: Table): Promise<void> {
  for (const pk of PARTITIONS) {
    const items = await table.query({ pk, consistent: true });
    await table.write(items.map((item) => ({ delete: { pk, sk: item.sk } })));
  }
}

type Outcome =
  | { readonly is: 'answers'; readonly answer: unknown }
  | { readonly is: 'conflicts'; readonly failed: readonly number[]; readonly found: readonly unknown[] }
  | { readonly is: 'refusals' };

async function outcome(table: Table, operation: Operation): Promise<Outcome> {
  try {
    return { is: 'answers', answer: await answer(table, operation) };
  } catch (error) {
    if (!(error instanceof Conflict)) return { is: 'refusals' };
    return { is: 'conflicts', failed: error.failed, found: error.found };
  }
}

async function answer(table: Table, operation: Operation): Promise<unknown> {
  switch (operation.call) {
    case 'get':
      return table.get(operation.key, { consistent: true });
    case 'getMany':
      return table.getMany(operation.keys, { consistent: true });
    case 'query':
      return table.query(operation.query);
    case 'apply':
      return table.apply(operation.change);
    case 'write':
      return table.write(operation.changes);
    case 'due':
      return inOrder(await table.due(operation.shard, operation.until, DUE_MAX));
  }
}

/** Checks the promised order, and settles the one that is not promised: among things due at the same instant. */
function inOrder(keys: readonly DueKey[]): DueKey[] {
  expect(keys.map(({ dueAt }) => dueAt)).toEqual(keys.map(({ dueAt }) => dueAt).sort((a, b) => a - b));
  return keys.toSorted((a, b) => a.dueAt - b.dueAt || Number(a.pk + a.sk > b.pk + b.sk) - 0.5);
}
