import { describe, expect, it } from 'vitest';
import { cursorOf } from '../../../lib/billing/page.ts';
import { readPage } from '../../../lib/table/page.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';

interface Asked {
  readonly limit?: number;
  readonly startingAfter?: string;
  readonly endingBefore?: string;
}

/** A partition of five items, 1 to 5, the last one the newest. */
async function five() {
  const table = memoryTable();
  for (const sk of ['1', '2', '3', '4', '5']) await table.apply({ put: { pk: 'p', sk } });
  return async (
    { startingAfter, endingBefore, ...page }: Asked,
    bounds: { after?: string; before?: string } = {},
  ) => {
    const cursor = (at: string | undefined) => (at === undefined ? null : cursorOf(at));
    const cursors = { startingAfter: cursor(startingAfter), endingBefore: cursor(endingBefore) };
    const asked = { limit: 2, ...page, ...cursors };
    const { items, hasMore } = await readPage(
      table,
      { pk: 'p', consistent: true, ...bounds },
      asked,
      (id) => id,
    );
    return [items.map(({ sk }) => sk).join(''), hasMore];
  };
}

describe('a page', () => {
  it.each([
    [{}, ['54', true]],
    [{ startingAfter: '4' }, ['32', true]],
    [{ startingAfter: '2' }, ['1', false]],
    [{ startingAfter: '1' }, ['', false]],
    [{ endingBefore: '2' }, ['43', true]],
    [{ endingBefore: '3' }, ['54', false]],
    [{ endingBefore: '5' }, ['', false]],
    [{ limit: 5 }, ['54321', false]],
  ])('%j is newest first, next to its cursor', async (page, expected) => {
    expect(await (await five())(page)).toEqual(expected);
  });

  it.each([
    [{}, { after: '1', before: '4' }, ['32', false]],
    [{ startingAfter: '5' }, { before: '4' }, ['32', true]],
    [{ startingAfter: '3' }, { before: '5' }, ['21', false]],
    [{ endingBefore: '1' }, { after: '3' }, ['54', false]],
    [{ endingBefore: '3' }, { after: '1', before: '5' }, ['4', false]],
  ])('%j stays within bounds %j', async (page, bounds, expected) => {
    expect(await (await five())(page, bounds)).toEqual(expected);
  });
});
