import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ListQuery } from '../../../lib/table/table.ts';
import type { MakePlace } from './place.ts';

const POSITIONS = ['1#a', '2#a', '2#b', '3', '30'];

/** What is asked of a list holding POSITIONS, and what is answered. */
const ROWS: readonly (readonly [asked: Partial<ListQuery>, answered: readonly string[]])[] = [
  [{}, POSITIONS],
  [{ backwards: true }, POSITIONS.toReversed()],
  [{ limit: 2 }, ['1#a', '2#a']],
  [{ after: '2#a' }, ['2#b', '3', '30']],
  [{ after: '2#a', limit: 2 }, ['2#b', '3']],
  [{ after: '2' }, ['2#a', '2#b', '3', '30']],
  [{ before: '2#b' }, ['1#a', '2#a']],
  [{ before: '2#b', limit: 1 }, ['1#a']],
  [{ before: '3', backwards: true, limit: 2 }, ['2#b', '2#a']],
  [{ before: '29', backwards: true, limit: 1 }, ['2#b']],
  [{ after: '1#a', before: '3' }, ['2#a', '2#b']],
  [{ after: '1#a', before: '30', backwards: true, limit: 2 }, ['3', '2#b']],
  [{ after: '30' }, []],
  [{ after: '3', before: '1#a' }, []],
  [{ after: '3', before: '2', backwards: true }, []],
  [{ after: '3', before: '3' }, []],
];

export function lists(place: MakePlace): void {
  const feed = () => ({ index: 'feed', name: randomUUID() }) as const;

  it.each(ROWS)('answer %j', async (asked, answered) => {
    const { table, key } = place();
    const list = feed();
    for (const position of POSITIONS)
      await table.apply({ put: { ...key(`E#${position}`), feed: list.name, position, more: 'x' } });
    const found = await table.list({ ...list, limit: 100, ...asked });
    expect(found).toStrictEqual(answered.map((position) => ({ ...key(`E#${position}`), position })));
  });

  it('follow the attributes of the items, and omit items without them', async () => {
    const { table, key } = place();
    const [one, other] = [feed(), feed()];
    const names = async ({ name }: { name: string }) =>
      (await table.list({ index: 'feed', name, limit: 9 })).map(({ sk }) => sk);
    await table.write([
      { put: { ...key('A'), feed: one.name, position: '1' } },
      { put: { ...key('B'), feed: one.name } },
      { put: { ...key('C'), position: '1' } },
    ]);
    expect(await names(one)).toEqual(['A']);
    await table.apply({ update: key('A'), set: { feed: other.name } });
    expect([await names(one), await names(other)]).toEqual([[], ['A']]);
    await table.apply({ update: key('A'), remove: ['feed'] });
    expect(await names(other)).toEqual([]);
    await table.apply({ delete: key('B') });
    expect(await names(one)).toEqual([]);
  });

  it('of subscribers are in the order of their keys', async () => {
    const { table, key } = place();
    const name = randomUUID();
    for (const sk of ['SUB#2', 'SUB#1', 'SUB#3'])
      await table.apply({ put: { ...key(sk), byStatus: name, byPlan: name } });
    for (const index of ['subscribersByStatus', 'subscribersByPlan'] as const) {
      const found = await table.list({ index, name, after: 'SUB#1', limit: 9 });
      expect(found.map(({ position }) => position)).toEqual(['SUB#2', 'SUB#3']);
    }
  });
}
