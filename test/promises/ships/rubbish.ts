import { OPERATION_KEYS, described, resolved } from '../../support/contract/described.ts';
import type { Form } from './crawl.ts';

/** Longer than any id, cursor or key can be. */
export const LONG = 'x'.repeat(3_000);

/** What no member of any request is. */
const RUBBISH = ['', "\u0000#../'<ş😀\ud800"];

/** Names and values of a query, a form or a body. */
export type Members = Readonly<Record<string, unknown>>;

/** A request that is made of the description of an operation. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: Members;
  readonly body?: Members;
}

/** The operations of the description, as `GET /plans/list`, with their members and an example of each. */
export const OPERATIONS = OPERATION_KEYS.map((key) => {
  const [method = '', path = ''] = key.split(' ');
  const { parameters = [], requestBody } = described(key);
  const { schema, example } = requestBody?.content?.['application/json'] ?? {};
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return {
    ...{ key, method, path, inPath, inQuery },
    example: (example ?? {}) as Members,
    inBody: schema ? Object.keys(resolved(schema).properties ?? {}) : [],
    hasBody: schema !== undefined,
  };
});

type Operation = (typeof OPERATIONS)[number];

const each = (names: readonly string[], value: unknown): Members =>
  Object.fromEntries(names.map((name) => [name, value]));

/** An operation asked with nothing, with rubbish for all members, and with a long text for each, beside good ones. */
export function* rubbishFor(of: Operation, good: Members): Generator<Asked> {
  const { method, inPath, inQuery, inBody, hasBody, example } = of;
  const named = (value: string) =>
    inPath.reduce((path, name) => path.replace(`{${name}}`, encodeURIComponent(value)), of.path);
  const path = named('enter');
  for (const part of inPath)
    if (part !== '') for (const value of [LONG, '%', '__proto__']) yield { method, path: named(value) };
  yield { method, path };
  if (hasBody) yield { method, path, body: {} };
  const query = Object.fromEntries(inQuery.filter((name) => name in good).map((name) => [name, good[name]]));
  for (const value of RUBBISH) {
    if (inQuery.length > 0) yield { method, path, query: each(inQuery, value) };
    if (inBody.length > 0) yield { method, path, body: each(inBody, value) };
  }
  for (const name of inQuery) yield { method, path, query: { [name]: LONG } };
  for (const name of inQuery) yield { method, path, query: { ...query, [name]: LONG } };
  for (const name of inBody) {
    yield { method, path, body: { ...example, [name]: LONG } };
  }
}

/** Members of a form that its sender cannot leave out: without them it is nobody's. */
const KEPT = ['csrf'];

/** A form sent with nothing, with rubbish for all its fields, and with a long text for each, beside the others. */
export function* rubbishOf(
  { fields }: Form,
  others: readonly string[] = [],
): Generator<Readonly<Record<string, string>>> {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => KEPT.includes(name)));
  const names = [...new Set([...Object.keys(fields), ...others])].filter((name) => !KEPT.includes(name));
  yield own;
  for (const value of RUBBISH) yield { ...own, ...(each(names, value) as Record<string, string>) };
  for (const name of names) yield { ...fields, [name]: LONG };
}

/** An address asked with rubbish for all members of its query, and with a long text for each, alone and beside the others. */
export function* rubbishIn(address: URL, more: readonly string[]): Generator<URL> {
  const names = [...new Set([...address.searchParams.keys(), ...more])];
  const asked = (
    query: readonly (readonly [string, string])[],
    from = new URL(address.pathname, address),
  ) => {
    for (const [name, value] of query) from.searchParams.set(name, value);
    return from;
  };
  for (const value of RUBBISH) yield asked(names.map((name) => [name, value]));
  for (const name of names) yield asked([[name, LONG]], new URL(address));
}
