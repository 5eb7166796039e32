import fc from 'fast-check';
import type { Attribute, Change, Clause, Key, Query } from '../../../lib/table/table.ts';

/** One call of the port. */
export type Operation =
  | { readonly call: 'get'; readonly key: Key }
  | { readonly call: 'getMany'; readonly keys: readonly Key[] }
  | { readonly call: 'query'; readonly query: Query }
  | { readonly call: 'apply'; readonly change: Exclude<Change, { check: Key }> }
  | { readonly call: 'write'; readonly changes: readonly Change[] }
  | { readonly call: 'due'; readonly shard: string; readonly until: number };

export const PARTITIONS = ['P', 'Q'];
/** Few keys, so that operations meet; with characters whose order by bytes is not that of JavaScript. */
const SORT_KEYS = ['A', 'A#', 'A#1', 'A#10', 'A#2', 'B', '\ue000', '\u{1f600}', 'A#\uffff'];
/** Some are reserved words of DynamoDB, one is no identifier. */
const NAMES = ['status', 'count', 'name', 'data-x.y'];
const SHARDS = ['0', '1'];

const sortKey = fc.constantFrom(...SORT_KEYS);
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer().map((n) => n / 8),
  fc.maxSafeInteger(),
  fc.constant(-0),
);
const plain = fc.oneof(number, fc.string({ unit: 'grapheme', maxLength: 4 }), fc.boolean());
const name = fc.constantFrom(...NAMES);

const { attribute } = fc.letrec<{ attribute: Attribute }>((tie) => ({
  attribute: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    plain,
    fc.constant(null),
    fc.uint8Array({ maxLength: 4 }),
    fc.array(tie('attribute'), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), tie('attribute'), { maxKeys: 3 }),
  ),
}));

const clause: fc.Arbitrary<Clause> = fc.oneof(
  fc.constantFrom<Clause>({ absent: true }, { present: true }, { present: true }),
  fc.record({
    attribute: name,
    is: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.boolean(), fc.constant(null)),
  }),
  fc.record({ attribute: name, isNot: plain }),
  fc.record({ attribute: name, atMost: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ attribute: name, missing: fc.constant(true as const) }),
);
const condition = fc.option(fc.array(clause, { maxLength: 2 }), { nil: undefined, freq: 1 });

/** The operations of one run. */
export function operations(): fc.Arbitrary<Operation[]> {
  const shard = fc.constantFrom(...SHARDS);
  const dueAt = fc.integer({ min: 0, max: 5 });
  const pk = fc.constantFrom(...PARTITIONS);
  const key = fc.record({ pk, sk: sortKey });

  const values = fc.dictionary(name, fc.option(attribute, { nil: undefined, freq: 6 }), { maxKeys: 4 });
  const dues = fc.oneof(fc.constant({}), fc.record({ dueShard: shard, dueAt }), fc.record({ dueAt }));
  const item = fc.tuple(values, dues, key).map(([content, when, at]) => ({ ...content, ...when, ...at }));

  /** Each attribute is set, removed, added to or left alone. */
  const fates = fc.uniqueArray(fc.tuple(name, fc.constantFrom('set', 'remove', 'add', 'unset')), {
    selector: ([one]) => one,
  });
  const number = fc.integer({ min: -2, max: 2 });
  const update = fc
    .tuple(key, fates, attribute, number, dues, fc.boolean(), condition)
    .map(([at, chosen, value, by, when, isDone, claimed]) => {
      const named = (fate: string) => chosen.filter(([, one]) => one === fate).map(([one]) => one);
      const set = [
        ...named('set').map((one) => [one, value]),
        ...named('unset').map((one) => [one, undefined]),
      ];
      return {
        update: at,
        set: {
          ...(Object.fromEntries(set) as Record<string, Attribute | undefined>),
          ...(isDone ? {} : when),
        },
        remove: [...named('remove'), ...(isDone ? ['dueShard', 'dueAt'] : [])],
        add: Object.fromEntries(named('add').map((one) => [one, by])),
        if: claimed,
      };
    });

  const put = fc.record({ put: item, if: condition });
  const remove = fc.record({ delete: key, if: condition });
  const check = fc.record({ check: key, if: fc.array(clause, { maxLength: 2 }) });
  const single = fc.oneof({ weight: 3, arbitrary: put }, { weight: 3, arbitrary: update }, remove);
  const query: fc.Arbitrary<Query> = fc.record(
    {
      pk,
      consistent: fc.constant(true),
      prefix: fc.constantFrom('A', 'A#', 'A#1', '\ue000', 'Z'),
      after: sortKey,
      before: sortKey,
      backwards: fc.boolean(),
      limit: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ['pk', 'consistent'] },
  );

  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ call: fc.constant('apply' as const), change: single }) },
      {
        weight: 5,
        arbitrary: fc.record({
          call: fc.constant('write' as const),
          changes: fc.array(fc.oneof({ weight: 3, arbitrary: single }, check), { maxLength: 5 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ call: fc.constant('query' as const), query }) },
      fc.record({ call: fc.constant('get' as const), key }),
      fc.record({ call: fc.constant('getMany' as const), keys: fc.array(key, { maxLength: 6 }) }),
      { weight: 2, arbitrary: fc.record({ call: fc.constant('due' as const), shard, until: dueAt }) },
    ),
    { minLength: 8, maxLength: 40 },
  );
}
