import { expect, it } from 'vitest';
import { conflictOf, errorOf, type MakePlace } from './place.ts';

export function writes(place: MakePlace): void {
  it('puts an item, answers it, and replaces the previous one completely', async () => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key(), old: 1 } });
    const item = { ...key(), text: 'ığüş 😀', empty: '', yes: true, none: null, n: 12.5, big: 2 ** 53 - 1 };
    expect(await table.apply({ put: item })).toStrictEqual(item);
    expect(await get()).toStrictEqual(item);
  });

  it('keeps lists, maps and bytes as they are', async () => {
    const { table, key, get } = place();
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const item = {
      ...key(),
      bytes,
      list: [1, 'a', null, [false]],
      map: { a: { b: bytes } },
      none: [],
      no: {},
    };
    await table.apply({ put: item });
    const got = await get();
    expect(got).toEqual(item);
    expect(got?.bytes).toBeInstanceOf(Uint8Array);
  });

  it('omits undefined attributes from a put', async () => {
    const { table, key, get } = place();
    expect(await table.apply({ put: { ...key(), a: 1, b: undefined } })).toStrictEqual({ ...key(), a: 1 });
    expect(await get()).toStrictEqual({ ...key(), a: 1 });
  });

  it('stores a copy: later changes of the object that was put or got do not affect it', async () => {
    const { table, key, get } = place();
    const list = [1];
    await table.apply({ put: { ...key(), list } });
    list.push(2);
    const got = await get();
    (got!.list as number[]).push(3);
    expect(await get()).toEqual({ ...key(), list: [1] });
  });

  it('creates the item an update sets or adds to where there is none', async () => {
    const { table, key, get } = place();
    const set = await table.apply({ update: key('SET'), set: { a: 'x', b: undefined } });
    expect(set).toStrictEqual({ ...key('SET'), a: 'x' });
    expect(await table.apply({ update: key('ADD'), add: { n: 3 } })).toStrictEqual({ ...key('ADD'), n: 3 });
    expect(await get('SET')).toStrictEqual(set);
  });

  it('sets, removes and adds at once, and answers the item as it is then', async () => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key(), a: 1, b: 2, c: 3, kept: 'k' } });
    const update = { update: key(), set: { a: null, d: [1] }, remove: ['b', 'never'], add: { c: -5, e: 1 } };
    const item = { ...key(), a: null, c: -2, d: [1], e: 1, kept: 'k' };
    expect(await table.apply(update)).toStrictEqual(item);
    expect(await get()).toStrictEqual(item);
  });

  it('changes nothing by an update without content', async () => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key(), a: 1 } });
    const item = { ...key(), a: 1 };
    expect(await table.apply({ update: key() })).toEqual(item);
    expect(await table.apply({ update: key(), set: { b: undefined }, remove: [], add: {} })).toEqual(item);
    await table.write([{ update: key() }]);
    expect(await get()).toEqual(item);
  });

  it.each([
    ['nothing', {}],
    ['only undefined', { set: { a: undefined } }],
    ['only something to remove', { remove: ['a'] }],
  ])('creates no item by an update with %s', async (_, update) => {
    const { table, key, get } = place();
    const nothing = { failed: [0], found: [undefined] };
    expect(await conflictOf(table.apply({ update: key(), ...update }))).toEqual(nothing);
    expect(await conflictOf(table.write([{ update: key(), ...update }]))).toEqual(nothing);
    expect(await get()).toBeUndefined();
  });

  it('checks the condition of an update without content', async () => {
    const { table, key } = place();
    await table.apply({ put: { ...key(), a: 1 } });
    const update = { update: key(), if: [{ attribute: 'a', is: 2 }] };
    const refused = { failed: [0], found: [{ ...key(), a: 1 }] };
    expect(await conflictOf(table.apply(update))).toEqual(refused);
    expect(await conflictOf(table.write([update]))).toEqual(refused);
  });

  it('deletes, also where there is no item', async () => {
    const { table, key, get } = place();
    await table.apply({ put: key() });
    expect(await table.apply({ delete: key() })).toBeUndefined();
    expect(await get()).toBeUndefined();
    expect(await table.apply({ delete: key() })).toBeUndefined();
  });

  it('adds to numbers only', async () => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key(), text: 'x', none: null } });
    await errorOf(table.apply({ update: key(), add: { text: 1 } }));
    await errorOf(table.apply({ update: key(), add: { none: 1 } }));
    await errorOf(table.write([{ put: key('OTHER') }, { update: key(), add: { text: 1 } }]));
    expect(await get('OTHER')).toBeUndefined();
  });

  it.each([
    ['sets and removes one attribute', { set: { a: 1 }, remove: ['a'] }],
    ['sets and adds to one attribute', { set: { a: 1 }, add: { a: 1 } }],
    ['removes one attribute twice', { remove: ['a', 'a'] }],
    ['changes the key', { set: { sk: 'x' } }],
  ])('refuses an update that %s', async (_, update) => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key(), a: 5 } });
    await errorOf(table.apply({ update: key(), ...update }));
    expect(await get()).toEqual({ ...key(), a: 5 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses the number %s', async (number) => {
    const { table, key, get } = place();
    await errorOf(table.apply({ put: { ...key(), number } }));
    expect(await get()).toBeUndefined();
  });

  it('refuses an empty part of a key', async () => {
    const { table, key } = place();
    await errorOf(table.apply({ put: key('') }));
    await errorOf(table.get(key(''), { consistent: true }));
    await errorOf(table.get({ pk: '', sk: 'x' }, { consistent: true }));
  });
}
