import { describe, expect, it } from 'vitest';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import {
  described,
  OPERATION_KEYS,
  resolved,
  withValue,
  type Path,
  type Schema,
} from '../../support/contract/described.ts';
import type { Ask } from '../../support/world/ask.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';
import { recipeOf } from '../security/good-requests.ts';

const { world, shop } = await openShop();

/** Texts that are of a list which the description does not spell out. */
const OF_A_LIST = ['timeZone'];

/** A value of a member, and whether it is beyond what the description allows. */
type Row = readonly [path: Path, value: string | number | null | undefined, isBeyond: boolean];

/** The values at the bounds of a member and of all within it, and just beyond them. */
function rowsOf(given: Schema, path: Path, inQuery: boolean): Row[] {
  const one = resolved(given);
  const { anyOf, properties, maxLength, minimum, maximum } = one;
  if (properties)
    return Object.entries(properties).flatMap(([name, each]) => [
      ...givenRows([...path, name], one.required?.includes(name) ?? false),
      ...rowsOf(each, [...path, name], inQuery),
    ]);
  const parts = anyOf?.map(resolved).filter(({ type }) => type !== 'null');
  if (parts?.length === 1) return rowsOf(parts[0]!, path, inQuery);
  const beyond: (string | number)[] = [];
  const within: (string | number)[] = [];
  if (one.enum) beyond.push('NOT_ONE_OF_THEM');
  if (one.type === 'string' && !inQuery) beyond.push(5);
  if (maxLength !== undefined) beyond.push('x'.repeat(maxLength + 1));
  const isFree = one.pattern === undefined && one.format === undefined && !one.enum;
  if (maxLength !== undefined && isFree && !OF_A_LIST.includes(path.at(-1)!))
    within.push('x'.repeat(maxLength));
  if (one.type === 'boolean' && !inQuery) beyond.push('no', 1);
  if (one.type === 'integer') beyond.push(1.5, 'all');
  if (minimum !== undefined) [beyond, within].forEach((rows, nth) => rows.push(minimum - 1 + nth));
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    [beyond, within].forEach((rows, nth) => rows.push(maximum + 1 - nth));
  return [
    ...beyond.map((value): Row => [path, value, true]),
    ...within.map((value): Row => [path, value, false]),
  ];
}

/** A member that is left out where it is required; one that is not, and says nothing, is as if it were left out. */
const givenRows = (path: Path, isRequired: boolean): Row[] =>
  [...(isRequired ? [undefined] : []), null, '', ' '].map((value) => [path, value, isRequired]);

/** Here null and nothing mean something: what is set or taken away, who is meant, how much is given back. */
const SAYS_BY_NOTHING = /^account\/|(?:correct-customer|check|refund|finish-task)$/;

const keyOf = (name: RouteName): string => {
  const { methods, path } = ROUTES.find((route) => route.name === name)!;
  return `${methods[0]} ${path}`;
};
const ASKED = ROUTES.map(({ name }) => name).filter((name) => {
  const key = keyOf(name);
  return OPERATION_KEYS.includes(key) && !key.includes('{');
});

/** The requests with a value at a bound, of all members that an operation describes. */
function requestsTo(name: RouteName): [Row, Ask][] {
  const { parameters = [], requestBody } = described(keyOf(name));
  const { query: asked, body: told } = recipeOf(name);
  const query = (asked?.good ?? {}) as Record<string, string>;
  const inQuery = parameters
    .filter((one) => one.in === 'query')
    .flatMap(({ name: member, required, schema }) => [
      ...(required ? [] : givenRows([member], false).slice(1)),
      ...rowsOf(schema as Schema, [member], true),
    ]);
  const schema = requestBody?.content?.['application/json']?.schema;
  const inBody = schema ? rowsOf(schema, [], false) : [];
  const body = told?.good;
  return [
    ...inQuery.map((row): [Row, Ask] => [row, { query: { ...query, [row[0][0]!]: String(row[1]) } }]),
    ...inBody.map((row): [Row, Ask] => [row, { body: withValue(body ?? {}, row[0], row[1]) }]),
  ];
}

describe('a member that is beyond what `openapi.json` allows', () => {
  it('is looked for in every operation', () => {
    expect(ASKED.length).toBeGreaterThan(60);
    expect(ASKED.flatMap(requestsTo).length).toBeGreaterThan(500);
  });

  it.each(ASKED)('is named by the refusal of %s, and one at its bound is not', async (name) => {
    const wrong: unknown[] = [];
    for (const [[path, value, isBeyond], ask] of requestsTo(name)) {
      const saysNothing = value === null || String(value).trim() === '';
      if (saysNothing && !isBeyond && SAYS_BY_NOTHING.test(name)) continue;
      const { status, body } = await shop.call(name, ask);
      const details = (body.details ?? []) as { field: string }[];
      const isNamed =
        body.error === 'invalid_request' && details.some(({ field }) => field === path.join('.'));
      if (isNamed !== isBeyond)
        wrong.push([path.join('.'), String(value).slice(0, 20), status, body.error, details]);
      await world.clock.advanceTo(world.clock.now() + 1_000);
    }
    expect(wrong).toEqual([]);
  });
});

describe('our choice: cursors', () => {
  const lists = ASKED.filter((name) =>
    described(keyOf(name)).parameters?.some((one) => one.name === 'starting_after'),
  );

  it.each([...lists, 'events/feed'] as const)('of %s are one at a time, and of its list', async (name) => {
    const { svcId, id } = await subscribe(world, shop);
    const ask = async (cursors: Record<string, string>) => {
      const of: Record<string, string> =
        name === 'subscribers/invoices' || name === 'subscribers/timeline' ? { 'svc-id': svcId } : {};
      const { status, body } = await shop.call(name, { query: { ...of, ...cursors } });
      return [status, body.error];
    };
    const [after, before] = name === 'events/feed' ? ['after', 'after'] : ['starting_after', 'ending_before'];
    for (const nothing of [
      'x',
      '01900000-0000-7000-8000-000000000009',
      name === 'subscribers/list' ? 'y' : id,
    ])
      for (const cursor of [after, before])
        expect([nothing, ...(await ask({ [cursor]: nothing }))]).toEqual([nothing, 400, 'invalid_cursor']);
    if (after !== before)
      expect(await ask({ [after]: 'x', [before]: 'x' })).toEqual([400, 'mutually_exclusive_parameters']);
  });
});
