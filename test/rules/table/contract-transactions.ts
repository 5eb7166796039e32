import { expect, it } from 'vitest';
import { Conflict, type Clause } from '../../../lib/table/table.ts';
import { conflictOf, errorOf, type MakePlace } from './place.ts';

const absent: Clause = { absent: true };
const present: Clause = { present: true };

export function transactions(place: MakePlace): void {
  it('makes all changes', async () => {
    const { table, key, get } = place();
    await table.write([{ put: { ...key('A'), n: 1 } }, { put: key('B') }, { put: { ...key('C'), n: 1 } }]);
    await table.write([
      { update: key('A'), add: { n: 1 }, set: { s: 'x' } },
      { delete: key('B'), if: [present] },
      { check: key('C'), if: [{ attribute: 'n', is: 1 }] },
      { put: { ...key('D'), b: new Uint8Array([1, 2]) }, if: [absent] },
    ]);
    expect(await get('A')).toEqual({ ...key('A'), n: 2, s: 'x' });
    expect(await get('B')).toBeUndefined();
    expect(await get('C')).toEqual({ ...key('C'), n: 1 });
    expect(await get('D')).toEqual({ ...key('D'), b: new Uint8Array([1, 2]) });
  });

  it('makes none if one condition fails, and reports which one and the stored item', async () => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key('A'), n: 1, bytes: new Uint8Array([7]), list: [null] } });
    await table.apply({ put: key('B') });
    const refused = await conflictOf(
      table.write([
        { update: key('B'), set: { touched: true }, if: [present] },
        { put: { ...key('A'), n: 2 }, if: [absent] },
        { check: key('NONE'), if: [present] },
        { delete: key('B2') },
        { update: key('A2'), add: { n: 1 } },
      ]),
    );
    const stored = { ...key('A'), n: 1, bytes: new Uint8Array([7]), list: [null] };
    expect(refused).toEqual({ failed: [1, 2], found: [undefined, stored, undefined, undefined, undefined] });
    expect(refused.found).toHaveLength(5);
    expect(await get('B')).toEqual(key('B'));
    expect(await get('A2')).toBeUndefined();
  });

  it('evaluates every condition against the state before the transaction', async () => {
    const { table, key, get } = place();
    await table.write([
      { put: key('A'), if: [absent] },
      { check: key('B'), if: [absent] },
    ]);
    expect(await get('A')).toEqual(key('A'));
  });

  it('makes an empty transaction without a request', async () => {
    const { table } = place();
    expect(await table.write([])).toBeUndefined();
  });

  it('takes a hundred changes and refuses one more', async () => {
    const { table, pk, key } = place();
    const puts = Array.from({ length: 101 }, (_, i) => ({ put: key(`N#${String(i).padStart(3, '0')}`) }));
    await errorOf(table.write(puts));
    expect(await table.query({ pk, consistent: true })).toEqual([]);
    await table.write(puts.slice(0, 100));
    expect(await table.query({ pk, consistent: true })).toHaveLength(100);
  });

  it('refuses two changes of one item', async () => {
    const { table, key, get } = place();
    await errorOf(table.write([{ put: key() }, { delete: key() }]));
    await errorOf(table.write([{ put: key() }, { update: key(), set: { a: 1 } }]));
    expect(await get()).toBeUndefined();
  });

  it('lets one of many concurrent writes of an item succeed; the others get the conflict', async () => {
    const { table, key, get } = place();
    const attempts = Array.from({ length: 8 }, (_, n) =>
      table.write([{ put: { ...key(), n }, if: [absent] }, { put: key(`MINE#${n}`) }]),
    );
    const outcomes = await Promise.allSettled(attempts);
    const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    expect(won).toHaveLength(1);
    const winner = { ...key(), n: won[0] };
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toBeInstanceOf(Conflict);
        expect(outcome.reason).toMatchObject({ failed: [0], found: [winner, undefined] });
      }
    expect(await get()).toEqual(winner);
    const mine = await Promise.all(attempts.map((_, n) => get(`MINE#${n}`)));
    expect(mine.flatMap((item, n) => (item ? [n] : []))).toEqual(won);
  });

  it('loses none of many concurrent additions to an item', async () => {
    const { table, key, get } = place();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? table.write([{ update: key(), add: { n: 1 } }, { put: key(`MINE#${n}`) }])
          : table.apply({ update: key(), add: { n: 1 } }),
      ),
    );
    expect(await get()).toEqual({ ...key(), n: 8 });
  });
}
