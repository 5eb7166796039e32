import { expect, it } from 'vitest';
import type { Query } from '../../../lib/table/table.ts';
import type { MakePlace, Place } from './place.ts';

const SORT_KEYS = ['A#1', 'A#2', 'A#3', 'A#30', 'B', 'B#1', 'B#2', 'C#1'];

type Asked = Omit<Query, 'pk' | 'consistent'>;

/** What is asked of a partition holding SORT_KEYS, and what is answered. */
const ROWS: readonly (readonly [asked: Asked, answered: readonly string[]])[] = [
  [{}, SORT_KEYS],
  [{ prefix: '' }, SORT_KEYS],
  [{ prefix: 'A#' }, ['A#1', 'A#2', 'A#3', 'A#30']],
  [{ prefix: 'B' }, ['B', 'B#1', 'B#2']],
  [{ prefix: 'A#3' }, ['A#3', 'A#30']],
  [{ prefix: 'D' }, []],
  [{ backwards: true }, SORT_KEYS.toReversed()],
  [{ prefix: 'B', backwards: true }, ['B#2', 'B#1', 'B']],
  [{ limit: 3 }, ['A#1', 'A#2', 'A#3']],
  [{ limit: 3, backwards: true }, ['C#1', 'B#2', 'B#1']],
  [{ limit: 100 }, SORT_KEYS],
  [{ limit: 0 }, []],
  [{ prefix: 'A#', limit: 2, backwards: true }, ['A#30', 'A#3']],

  [{ after: 'A#3' }, ['A#30', 'B', 'B#1', 'B#2', 'C#1']],
  [{ after: 'A#25' }, ['A#3', 'A#30', 'B', 'B#1', 'B#2', 'C#1']],
  [{ after: 'C#1' }, []],
  [{ after: 'A#3', limit: 1 }, ['A#30']],
  [{ after: 'A#3', limit: 2, backwards: true }, ['C#1', 'B#2']],
  [{ after: 'B#1', backwards: true }, ['C#1', 'B#2']],

  [{ before: 'A#3' }, ['A#1', 'A#2']],
  [{ before: 'A#25' }, ['A#1', 'A#2']],
  [{ before: 'A#1' }, []],
  [{ before: 'A#3', limit: 1 }, ['A#1']],
  [{ before: 'A#3', limit: 2 }, ['A#1', 'A#2']],
  [{ before: 'A#3', limit: 3 }, ['A#1', 'A#2']],
  [{ before: 'A#3', limit: 1, backwards: true }, ['A#2']],
  [{ before: 'A#3', limit: 2, backwards: true }, ['A#2', 'A#1']],
  [{ before: 'A#25', limit: 1, backwards: true }, ['A#2']],

  [{ after: 'A#2', before: 'B#1' }, ['A#3', 'A#30', 'B']],
  [{ after: 'A#2', before: 'B#1', backwards: true, limit: 2 }, ['B', 'A#30']],
  [{ after: 'A#2', before: 'B#1', limit: 3 }, ['A#3', 'A#30', 'B']],
  [{ after: 'A#2', before: 'A#3' }, []],
  [{ after: 'A#2', before: 'A#2' }, []],
  [{ after: 'B', before: 'A#2' }, []],

  [{ prefix: 'A#', after: 'A#2' }, ['A#3', 'A#30']],
  [{ prefix: 'A#', before: 'A#3' }, ['A#1', 'A#2']],
  [{ prefix: 'A#', after: 'A#1', before: 'A#30', backwards: true, limit: 1 }, ['A#3']],
  [{ prefix: 'B', after: 'A#1' }, ['B', 'B#1', 'B#2']],
  [{ prefix: 'B', after: 'B' }, ['B#1', 'B#2']],
  [{ prefix: 'B', before: 'C#1' }, ['B', 'B#1', 'B#2']],
  [{ prefix: 'B', before: 'B' }, []],
  [{ prefix: 'B', after: 'C' }, []],
  [{ prefix: 'B', before: 'A#9' }, []],
  [{ prefix: 'B', after: 'A#1', before: 'C#1', backwards: true }, ['B#2', 'B#1', 'B']],
];

const names = async ({ table, pk }: Place, asked: Asked) =>
  (await table.query({ pk, ...asked, consistent: true })).map(({ sk }) => sk);

async function filled(place: MakePlace, sortKeys: readonly string[]): Promise<Place> {
  const made = place();
  await made.table.write(sortKeys.map((sk) => ({ put: made.key(sk) })));
  return made;
}

export function queries(place: MakePlace): void {
  it.each(ROWS.map(([asked, answered]) => [JSON.stringify(asked), asked, answered] as const))(
    'answers %s',
    async (_, asked, answered) => {
      const made = await filled(place, SORT_KEYS.toReversed());
      expect(await names(made, asked)).toEqual(answered);
    },
  );

  it('answers whole items, of one partition only', async () => {
    const { table, pk, key } = place();
    const item = { ...key(), bytes: new Uint8Array([1]), list: [null, { a: 1 }] };
    await table.apply({ put: item });
    await table.apply({ put: { ...key(), pk: `${pk}#` } });
    expect(await table.query({ pk, consistent: true })).toEqual([item]);
    expect(await table.query({ pk, consistent: false })).toEqual([item]);
    expect(await table.query({ pk: `${pk}#NONE`, consistent: true })).toEqual([]);
  });

  it('orders sort keys by their UTF-8 bytes', async () => {
    const ordered = [
      'a',
      'a\u0000',
      'a!',
      'aa',
      'b',
      '~',
      '\u007f',
      'é',
      'ı',
      '\ud7ff',
      '\ue000',
      '\uffee',
      '😀',
    ];
    const made = await filled(place, ordered.toReversed());
    expect(await names(made, {})).toEqual(ordered);
    expect(await names(made, { backwards: true })).toEqual(ordered.toReversed());
    expect(await names(made, { after: '\uffee' })).toEqual(['😀']);
    expect(await names(made, { before: '😀', backwards: true, limit: 1 })).toEqual(['\uffee']);
    expect(await names(made, { after: 'a', limit: 1 })).toEqual(['a\u0000']);
    expect(await names(made, { after: 'a\u0000', before: 'b' })).toEqual(['a!', 'aa']);
    expect(await names(made, { prefix: '😀', before: '😁' })).toEqual(['😀']);
  });

  it('follows pages of more than a megabyte', async () => {
    const { table, pk, key } = place();
    const text = 'x'.repeat(300_000);
    const sortKeys = Array.from({ length: 9 }, (_, n) => `N#${n}`);
    for (const sk of sortKeys) await table.apply({ put: { ...key(sk), text } });
    const ask = async (asked: Asked) =>
      (await table.query({ pk, ...asked, consistent: true })).map((item) => item.text === text && item.sk);
    expect(await ask({})).toEqual(sortKeys);
    expect(await ask({ backwards: true })).toEqual(sortKeys.toReversed());
    expect(await ask({ limit: 7 })).toEqual(sortKeys.slice(0, 7));
    expect(await ask({ before: 'N#8', limit: 8 })).toEqual(sortKeys.slice(0, 8));
    expect(await ask({ after: 'N#0', backwards: true })).toEqual(sortKeys.slice(1).toReversed());
  });
}
