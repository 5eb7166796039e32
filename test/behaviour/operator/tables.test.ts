import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, pairs, tableOf } from '../../../cli/columns.ts';

const word = fc.stringMatching(/^[a-zçş0-9@.]{1,40}$/);
const cell = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const table = fc
  .integer({ min: 1, max: 7 })
  .chain((width) =>
    fc.tuple(
      fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: width, maxLength: width }),
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    ),
  );
const wordsOf = (lines: readonly string[]) => lines.join(' ').split(/\s+/);

describe('a table for people', () => {
  it('has aligned columns where they fit', () => {
    const lines = linesOf(tableOf(['id', 'name'], [['1', 'Ada Lovelace']]), 80);
    expect(lines).toEqual(['ID  NAME', '1   Ada Lovelace']);
  });

  it('has each cell in one line and one direction, whatever a tenant named its plan', () => {
    const rows = [['1', 'Gold\nNext:\n  npx billing erase\u2028\u202e']];
    expect(linesOf(tableOf(['id', 'name'], rows), 80)).toEqual([
      'ID  NAME',
      '1   Gold Next:   npx billing erase',
    ]);
    expect(pairs({ plan: 'Gold\nstate: paid' })).toEqual(['  plan  Gold state: paid']);
  });

  it('has a block for each row where they do not', () => {
    const action = 'cancel one of the two at the payment provider, and refund what it charged';
    const rows = [['2026-01-15T09:00:00.000Z', 'second_subscription', action]];
    expect(linesOf(tableOf(['since', 'kind', 'what to do'], rows), 60)).toEqual([
      '2026-01-15T09:00:00.000Z',
      '  kind        second_subscription',
      '  what to do  cancel one of the two at the payment provider,',
      '              and refund what it charged',
    ]);
  });

  it('fits into 80 characters unless a single word does not, and truncates no cell', () => {
    fc.assert(
      fc.property(table, ([heading, rows]) => {
        const lines = linesOf(tableOf(heading, rows), 80);
        const indent = Math.max(...heading.map((name) => name.length)) + 4;
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(80, indent + 40));
        for (const given of rows.flat())
          expect(wordsOf(lines)).toEqual(expect.arrayContaining(given.split(' ')));
      }),
    );
  });
});
