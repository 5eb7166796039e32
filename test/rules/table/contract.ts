import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOT_DUE } from '../../../lib/table/work/due.ts';
import { Conflict, type Attribute, type Condition, type DueKey } from '../../../lib/table/table.ts';
import type { Item, ListQuery, Table } from '../../../lib/table/table.ts';

interface Started {
  readonly table: Table;
  stop(): Promise<void>;
}

/** What is tried: the table, and a partition nobody else uses. */
interface Place {
  readonly table: Table;
  readonly pk: string;
  readonly key: (sk?: string) => Item;
  readonly get: (sk?: string) => Promise<Item | undefined>;
}
type MakePlace = () => Place;

/** What the port promises beyond what random operations meet (`alike.ts`), tried on one implementation of it. */
export function tableContract(name: string, start: () => Promise<Started>): void {
  describe(`the table ${name}`, () => {
    let started: Started | undefined;
    beforeAll(async () => {
      started = await start();
    });
    afterAll(() => started?.stop());

    const place: MakePlace = () => {
      const { table } = started!;
      const pk = `T#${randomUUID()}`;
      const key = (sk = 'ITEM') => ({ pk, sk });
      return { table, pk, key, get: (sk) => table.get(key(sk), { consistent: true }) };
    };
    describe('conditions', () => conditions(place));
    describe('items', () => items(place));
    describe('large answers', () => largeAnswers(place));
    describe('transactions', () => transactions(place));
    describe('what is due', () => dueItems(place));
    describe('lists', () => lists(place));
  });
}

/** What a change the table cannot take fails with; throws if it went through or was refused by a condition. */
async function errorOf(change: Promise<unknown>): Promise<void> {
  const outcome = await change.then(
    () => 'the change went through',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error) || outcome instanceof Conflict)
    throw new Error('no refusal', { cause: outcome });
}

type Row = readonly [
  condition: Condition,
  item: Readonly<Record<string, Attribute>> | undefined,
  holds: boolean,
];

const is = (value: string | number | boolean | null): Condition => [{ attribute: 'a', is: value }];
const isNot = (value: string | number | boolean): Condition => [{ attribute: 'a', isNot: value }];
const atMost = (limit: number): Condition => [{ attribute: 'a', atMost: limit }];
const missing: Condition = [{ attribute: 'a', missing: true }];
const absent: Condition = [{ absent: true }];
const present: Condition = [{ present: true }];

/** A condition, the item it is claimed of (undefined: there is none), and whether it holds. */
const CONDITIONS: readonly Row[] = [
  [[], undefined, true],
  ...[absent, missing, isNot('x')].map((one): Row => [one, undefined, true]),
  ...[present, is('x'), is(null), atMost(5)].map((one): Row => [one, undefined, false]),
  ...[[], present, missing, isNot('x')].map((one): Row => [one, {}, true]),
  ...[absent, is('x'), is(false), is(null), atMost(5)].map((one): Row => [one, {}, false]),
  ...[is('x'), isNot('y'), [...present, ...is('x')]].map((one): Row => [one, { a: 'x' }, true]),
  ...[is('X'), isNot('x'), missing, atMost(5)].map((one): Row => [one, { a: 'x' }, false]),
  ...[is(5), isNot('5'), atMost(5), atMost(6)].map((one): Row => [one, { a: 5 }, true]),
  ...[is('5'), atMost(4), [...atMost(5), ...isNot(5)]].map((one): Row => [one, { a: 5 }, false]),
  ...[is(null), isNot('x')].map((one): Row => [one, { a: null }, true]),
  ...[missing, is(''), atMost(5)].map((one): Row => [one, { a: null }, false]),
  [is(true), { a: true }, true],
  [isNot(true), { a: true }, false],
  [is(''), { a: '' }, true],
  [missing, { a: '' }, false],
];

function conditions(place: MakePlace): void {
  it.each(CONDITIONS)('%j of %j: %s', async (condition, item, holds) => {
    const { table, key, get } = place();
    const before = item && { ...key(), ...item };
    if (before) await table.apply({ put: before });
    const refused = await table.write([{ put: key('OTHER') }, { check: key(), if: condition }]).then(
      () => false,
      (error: unknown) => error instanceof Conflict && [error.failed, error.found],
    );
    expect(refused).toEqual(holds ? false : [[1], [undefined, before]]);
    const alone = await table.apply({ update: key(), set: { b: 1 }, if: condition }).then(
      () => false,
      (error: unknown) => error instanceof Conflict && [error.failed, error.found],
    );
    expect(alone).toEqual(holds ? false : [[0], [before]]);
    expect(await get()).toEqual(holds ? { ...key(), ...item, b: 1 } : before);
  });
}

function items(place: MakePlace): void {
  it('are stored as they are, in a copy', async () => {
    const { table, key, get } = place();
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const list: unknown[] = [1, 'ığüş 😀', null, [false], { b: bytes }];
    const item = { ...key(), bytes, list: list as [], none: [], no: {}, n: 12.5, big: 2 ** 53 - 1 };
    await table.apply({ put: { ...item, left: undefined } });
    list.push('later');
    const got = await get();
    expect(got).toEqual({ ...item, list: list.slice(0, -1) });
    expect(got?.bytes).toBeInstanceOf(Uint8Array);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuse the number %s', async (number) => {
    const { table, key, get } = place();
    await errorOf(table.apply({ put: { ...key(), number } }));
    expect(await get()).toBeUndefined();
  });

  it.each([
    ['sets and removes one attribute', { set: { a: 1 }, remove: ['a'] }],
    ['sets and adds to one attribute', { set: { a: 1 }, add: { a: 1 } }],
    ['changes the key', { set: { sk: 'x' } }],
    ['adds to a text', { add: { text: 1 } }],
  ])('refuse an update that %s', async (_, update) => {
    const { table, key, get } = place();
    await table.apply({ put: { ...key(), a: 5, text: 'x' } });
    await errorOf(table.apply({ update: key(), ...update }));
    expect(await get()).toEqual({ ...key(), a: 5, text: 'x' });
  });

  it('refuse an empty part of a key', async () => {
    const { table, key } = place();
    await errorOf(table.apply({ put: key('') }));
    await errorOf(table.get({ pk: '', sk: 'x' }, { consistent: true }));
    await errorOf(table.getMany([key(), key('')], { consistent: true }));
  });

  it('are told apart by keys that differ only in where one part ends', async () => {
    const { table, pk } = place();
    const keys = [
      { pk, sk: 'A\u0000B' },
      { pk: `${pk}\u0000A`, sk: 'B' },
    ];
    await table.apply({ put: { ...keys[0]!, n: 1 } });
    expect(await table.getMany(keys, { consistent: true })).toEqual([{ ...keys[0], n: 1 }, undefined]);
  });
}

function largeAnswers(place: MakePlace): void {
  it('have more keys than fit into one request', async () => {
    const { table, key } = place();
    const keys = Array.from({ length: 230 }, (_, i) => key(`N#${i}`));
    await Promise.all([0, 99, 100, 199, 200, 229].map((n) => table.apply({ put: { ...keys[n]!, n } })));
    const got = await table.getMany(keys, { consistent: true });
    expect(got).toHaveLength(230);
    expect(got.flatMap((item) => (item ? [item.n] : []))).toEqual([0, 99, 100, 199, 200, 229]);
  });

  it('have more than fits into one response', async () => {
    const { table, key } = place();
    const text = 'x'.repeat(390_000);
    const keys = Array.from({ length: 45 }, (_, n) => key(`LARGE#${n}`));
    for (const one of keys) await table.apply({ put: { ...one, text } });
    const got = await table.getMany(keys, { consistent: true });
    expect(got.every((item) => item?.text === text)).toBe(true);
  });

  it('are of pages of more than a megabyte', async () => {
    const { table, pk, key } = place();
    const text = 'x'.repeat(300_000);
    const sortKeys = Array.from({ length: 9 }, (_, n) => `N#${n}`);
    for (const sk of sortKeys) await table.apply({ put: { ...key(sk), text } });
    const ask = async (asked: object) =>
      (await table.query({ pk, ...asked, consistent: true })).map((item) => item.text === text && item.sk);
    expect(await ask({})).toEqual(sortKeys);
    expect(await ask({ limit: 7 })).toEqual(sortKeys.slice(0, 7));
    expect(await ask({ after: 'N#0', backwards: true })).toEqual(sortKeys.slice(1).toReversed());
  });
}

function transactions(place: MakePlace): void {
  it('take a hundred changes and refuse one more', async () => {
    const { table, pk, key } = place();
    const puts = Array.from({ length: 101 }, (_, i) => ({ put: key(`N#${String(i).padStart(3, '0')}`) }));
    await errorOf(table.write(puts));
    expect(await table.query({ pk, consistent: true })).toEqual([]);
    await table.write(puts.slice(0, 100));
    expect(await table.query({ pk, consistent: true })).toHaveLength(100);
  });

  it('let one of many concurrent writes of an item succeed; the others get the conflict', async () => {
    const { table, key, get } = place();
    const attempts = Array.from({ length: 8 }, (_, n) =>
      table.write([{ put: { ...key(), n }, if: [{ absent: true }] }, { put: key(`MINE#${n}`) }]),
    );
    const outcomes = await Promise.allSettled(attempts);
    const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    expect(won).toHaveLength(1);
    const winner = { ...key(), n: won[0] };
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ failed: [0], found: [winner, undefined] });
    expect(await get()).toEqual(winner);
    const mine = await Promise.all(attempts.map((_, n) => get(`MINE#${n}`)));
    expect(mine.flatMap((item, n) => (item ? [n] : []))).toEqual(won);
  });

  it('lose none of many concurrent additions to an item', async () => {
    const { table, key, get } = place();
    const add = (n: number) =>
      n % 2
        ? table.write([{ update: key(), add: { n: 1 } }, { put: key(`MINE#${n}`) }])
        : table.apply({ update: key(), add: { n: 1 } });
    await Promise.all(Array.from({ length: 8 }, (_, n) => add(n)));
    expect(await get()).toEqual({ ...key(), n: 8 });
  });
}

function dueItems(place: MakePlace): void {
  it('continues after a key, also one that is no longer due, and among items due at the same instant', async () => {
    const { table, key } = place();
    const shard = randomUUID();
    for (const [sk, dueAt] of Object.entries({ A: 5, B: 7, C: 7, D: 7, E: 9 }))
      await table.apply({ put: { ...key(sk), dueShard: shard, dueAt, more: 'x' } });
    const order = (await table.due(shard, 9, 100)).map(({ sk }) => sk);
    const pages: string[] = [];
    for (let last: DueKey | undefined; ;) {
      const page = await table.due(shard, 9, 2, last);
      pages.push(...page.map(({ sk }) => sk));
      last = page.at(-1);
      if (page.length < 2) break;
    }
    expect(pages).toEqual(order);
    const [, second] = await table.due(shard, 9, 2);
    await table.apply({ update: key(order[1] ?? ''), remove: NOT_DUE });
    expect((await table.due(shard, 8, 9, second)).map(({ sk }) => sk)).toEqual(order.slice(2, 4));
  });

  it('is in the order of its instants as numbers, by their keys', async () => {
    const { table, key } = place();
    const shard = randomUUID();
    for (const dueAt of [10, 1_768_467_600_000, 9])
      await table.apply({ put: { ...key(String(dueAt)), dueShard: shard, dueAt, more: 'x' } });
    const due = await table.due(shard, 1_768_467_600_000, 9);
    expect(due).toStrictEqual([9, 10, 1_768_467_600_000].map((dueAt) => ({ ...key(String(dueAt)), dueAt })));
  });
}

const POSITIONS = ['1#a', '2#a', '2#b', '3', '30'];
const ROWS: readonly (readonly [asked: Partial<ListQuery>, answered: readonly string[]])[] = [
  [{}, POSITIONS],
  [{ backwards: true }, POSITIONS.toReversed()],
  [{ after: '2#a', limit: 2 }, ['2#b', '3']],
  [{ after: '2' }, ['2#a', '2#b', '3', '30']],
  [{ before: '2#b', limit: 1 }, ['1#a']],
  [{ before: '29', backwards: true, limit: 1 }, ['2#b']],
  [{ after: '1#a', before: '30', backwards: true, limit: 2 }, ['3', '2#b']],
  [{ after: '1#a', before: '30', limit: 3 }, ['2#a', '2#b', '3']],
  [{ after: '1#a', before: '30', backwards: true, limit: 3 }, ['3', '2#b', '2#a']],
  [{ after: '3', before: '1#a' }, []],
  [{ after: '3', before: '3' }, []],
];

function lists(place: MakePlace): void {
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
    ]);
    expect(await names(one)).toEqual(['A']);
    await table.apply({ update: key('A'), set: { feed: other.name } });
    expect([await names(one), await names(other)]).toEqual([[], ['A']]);
    await table.apply({ update: key('A'), remove: ['feed'] });
    expect(await names(other)).toEqual([]);
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
