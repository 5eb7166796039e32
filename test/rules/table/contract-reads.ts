import { expect, it } from 'vitest';
import { errorOf, type MakePlace } from './place.ts';

export function reads(place: MakePlace): void {
  it('answers undefined for a missing item', async () => {
    const { table, key } = place();
    expect(await table.get(key(), { consistent: true })).toBeUndefined();
    expect(await table.get(key(), { consistent: false })).toBeUndefined();
  });

  it('distinguishes keys that differ only in where one part ends', async () => {
    const { table, pk } = place();
    const [one, other] = [
      { pk, sk: 'A\u0000B' },
      { pk: `${pk}\u0000A`, sk: 'B' },
    ];
    await table.apply({ put: { ...one, n: 1 } });
    expect(await table.getMany([one, other], { consistent: true })).toEqual([{ ...one, n: 1 }, undefined]);
  });

  it('answers many in the order requested, also with missing or repeated keys', async () => {
    const { table, key } = place();
    for (const sk of ['A', 'B', 'C']) await table.apply({ put: { ...key(sk), name: sk } });
    const got = await table.getMany(['C', 'NONE', 'A', 'C', 'B'].map(key), { consistent: true });
    expect(got.map((item) => item?.name)).toEqual(['C', undefined, 'A', 'C', 'B']);
  });

  it('reads by the key of a given item only', async () => {
    const { table, key } = place();
    const item = { ...key(), name: 'A' };
    await table.apply({ put: item });
    const stale = { ...item, name: 'B' };
    expect(await table.get(stale, { consistent: true })).toEqual(item);
    expect(await table.getMany([stale], { consistent: true })).toEqual([item]);
  });

  it('answers an empty list for no keys', async () => {
    expect(await place().table.getMany([], { consistent: true })).toEqual([]);
  });

  it('answers more keys than fit into one request', async () => {
    const { table, key } = place();
    const keys = Array.from({ length: 230 }, (_, i) => key(`N#${i}`));
    await Promise.all([0, 99, 100, 199, 200, 229].map((n) => table.apply({ put: { ...keys[n]!, n } })));
    const got = await table.getMany(keys, { consistent: true });
    expect(got).toHaveLength(230);
    expect(got.flatMap((item) => (item ? [item.n] : []))).toEqual([0, 99, 100, 199, 200, 229]);
    expect(got[100]?.sk).toBe('N#100');
  });

  it('answers more than fits into one response', async () => {
    const { table, key } = place();
    const text = 'x'.repeat(390_000);
    const keys = Array.from({ length: 45 }, (_, n) => key(`LARGE#${n}`));
    for (const one of keys) await table.apply({ put: { ...one, text } });
    const got = await table.getMany(keys, { consistent: true });
    expect(got.every((item) => item?.text === text)).toBe(true);
  });

  it('refuses many of which one has an empty key', async () => {
    const { table, key } = place();
    await errorOf(table.getMany([key(), key('')], { consistent: true }));
  });
}
