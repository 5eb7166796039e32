import { expect, it } from 'vitest';
import type { Attribute, Clause, Condition } from '../../../lib/table/table.ts';
import { conflictOf, type MakePlace } from './place.ts';

type Attributes = Record<string, Attribute>;

/** A condition, the item it is claimed of (undefined: there is none), and whether it holds. */
type Row = readonly [condition: Condition, item: Attributes | undefined, holds: boolean];

const is = (value: string | number | boolean | null): Clause => ({ attribute: 'a', is: value });
const isNot = (value: string | number | boolean): Clause => ({ attribute: 'a', isNot: value });
const atMost = (limit: number): Clause => ({ attribute: 'a', atMost: limit });
const missing: Clause = { attribute: 'a', missing: true };
const absent: Clause = { absent: true };
const present: Clause = { present: true };

const ROWS: readonly Row[] = [
  [[], undefined, true],
  [[], {}, true],

  [[absent], undefined, true],
  [[absent], {}, false],
  [[present], {}, true],
  [[present], undefined, false],

  [[is('x')], { a: 'x' }, true],
  [[is('x')], { a: 'X' }, false],
  [[is('')], { a: '' }, true],
  [[is('x')], {}, false],
  [[is('x')], undefined, false],
  [[is(1)], { a: 1 }, true],
  [[is(1)], { a: '1' }, false],
  [[is(0)], { a: 0 }, true],
  [[is(0.5)], { a: 0.5 }, true],
  [[is(true)], { a: true }, true],
  [[is(true)], { a: false }, false],
  [[is(false)], { a: false }, true],
  [[is(false)], {}, false],
  [[is(null)], { a: null }, true],
  [[is(null)], {}, false],
  [[is(null)], { a: '' }, false],
  [[is(null)], undefined, false],

  [[isNot('x')], { a: 'y' }, true],
  [[isNot('x')], { a: 'x' }, false],
  [[isNot('x')], {}, true],
  [[isNot('x')], undefined, true],
  [[isNot('1')], { a: 1 }, true],
  [[isNot(1)], { a: 1 }, false],
  [[isNot(true)], { a: false }, true],
  [[isNot(true)], { a: true }, false],
  [[isNot('x')], { a: null }, true],

  [[atMost(5)], { a: 4 }, true],
  [[atMost(5)], { a: 5 }, true],
  [[atMost(5)], { a: 6 }, false],
  [[atMost(-5)], { a: -6 }, true],
  [[atMost(10)], { a: 9 }, true],
  [[atMost(5)], { a: '4' }, false],
  [[atMost(5)], { a: null }, false],
  [[atMost(5)], {}, false],
  [[atMost(5)], undefined, false],

  [[missing], {}, true],
  [[missing], undefined, true],
  [[missing], { a: null }, false],
  [[missing], { a: '' }, false],

  [[present, is('x')], { a: 'x' }, true],
  [[present, isNot('x')], undefined, false],
  [[present, isNot('x')], {}, true],
  [[present, missing], {}, true],
  [[present, missing], undefined, false],
  [[absent, missing], undefined, true],
  [[absent, present], {}, false],
  [[absent, present], undefined, false],
  [[isNot('x'), isNot('y')], { a: 'z' }, true],
  [[isNot('x'), isNot('y')], { a: 'y' }, false],
  [[atMost(5), isNot(3)], { a: 3 }, false],
  [[atMost(5), { attribute: 'b', is: 'x' }], { a: 5, b: 'x' }, true],
  [[atMost(5), { attribute: 'b', is: 'x' }], { a: 5, b: 'y' }, false],
  [[{ attribute: 'name', is: 'size' }], { name: 'size' }, true],
  [[{ attribute: 'a.b', is: 1 }], { 'a.b': 1 }, true],
];

const title = ([condition, item, holds]: Row) =>
  `${JSON.stringify(condition)} ${holds ? 'holds' : 'does not hold'} of ${item ? JSON.stringify(item) : 'no item'}`;

export function conditions(place: MakePlace): void {
  it.each(ROWS.map((row) => [title(row), ...row] as const))('%s', async (_, condition, item, holds) => {
    const { table, pk, key, get } = place();
    const before = item && { ...key(), ...item };
    if (before) await table.apply({ put: before });
    const put = { ...key(), put: true };
    const other = { pk: `${pk}#OTHER`, sk: 'ITEM' };
    const check = () => table.write([{ put: other }, { check: key(), if: condition }]);
    if (holds) {
      await check();
      await table.write([{ update: key(), set: { seen: 1 }, if: condition }]);
      expect(await get()).toEqual({ ...key(), ...item, seen: 1 });
      await (before ? table.apply({ put: before }) : table.apply({ delete: key() }));
      expect(await table.apply({ put, if: condition })).toEqual(put);
      return;
    }
    const alone = { failed: [0], found: [before] };
    expect(await conflictOf(table.apply({ put, if: condition }))).toEqual(alone);
    expect(await conflictOf(table.apply({ update: key(), set: { b: 1 }, if: condition }))).toEqual(alone);
    expect(await conflictOf(table.apply({ delete: key(), if: condition }))).toEqual(alone);
    expect(await conflictOf(check())).toEqual({ failed: [1], found: [undefined, before] });
    expect(await get()).toEqual(before);
    expect(await table.get(other, { consistent: true })).toBeUndefined();
  });
}
