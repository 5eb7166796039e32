import fc from 'fast-check';
import type { HttpEvent } from '../../../lib/http/call.ts';
import { routeNamed, type RouteName } from '../../../functions/routes.ts';
import { KNOWN } from './bad-input-stage.ts';
import { OTHER_METHODS, recipeOf, type Fields, type Part, type Recipe } from './good-requests.ts';

// prettier-ignore
const NASTY = [
  '', ' ', '0', '-1', '1e9', 'NaN', 'null', 'true', '[object Object]', '\0', '\ud800', 'a\udc00@b.c', '\u202e', 'İ',
  '__proto__', 'constructor', 'toString', '#', 'T#x', 'SUB#', '../..', "' OR 1=1 --", '<script>', '%00', '%', '{{7*7}}',
  'javascript:alert(1)', 'https://a\ud800.example', 'https://[::1', 'http://169.254.169.254', `sub_${'f'.repeat(32)}`,
  'a,b', 'x'.repeat(255), '😀'.repeat(127), 'ş'.repeat(300), 'x'.repeat(5_000),
];

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], [null], {
    length: -1,
  }),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toJSON', 'a', ''), text, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The good fields with some of them, or some within them, missing, replaced or added, and some that nobody asked for. */
function spoilt({ good, more }: Part, bad: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> {
  const names = [...new Set([...Object.keys(good), ...Object.keys(more)])];
  const nested = names.filter((name) => isObject(good[name] ?? more[name]));
  const extra = fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'extra', ''), bad, { maxKeys: 1 });
  if (names.length === 0) return extra;
  const one = fc.constantFrom(...names).chain((name) => {
    const described = more[name] === undefined ? bad : fc.oneof(bad, fc.constant(more[name]));
    return fc.tuple(fc.constant(name), fc.option(described, { nil: undefined }));
  });
  const some = fc.array(one, { maxLength: 3 }).map((fields) => Object.fromEntries(fields));
  const replaced = fc.tuple(some, extra).map(([fields, others]) => ({ ...good, ...fields, ...others }));
  if (nested.length === 0) return replaced;
  const within = fc.constantFrom(...nested).chain((name) => {
    const inner = { good: (good[name] ?? more[name]) as Fields, more: (more[name] ?? {}) as Fields };
    return spoilt(inner, bad).map((fields) => ({ ...good, [name]: fields }));
  });
  return fc.oneof(replaced, within);
}

const raw = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1',
    '{"a":1}}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
  ),
  fc.constantFrom(
    '['.repeat(30_000),
    `{"a":"${'x'.repeat(70_000)}"}`,
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"name":"\\ud800"}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

function bodyOf({ body, form }: Recipe): fc.Arbitrary<string | undefined> {
  if (form) {
    const fields = spoilt(form, text).map((some) =>
      new URLSearchParams(some as Record<string, string>).toString(),
    );
    return fc.oneof(fields, raw);
  }
  if (!body) return fc.constantFrom(undefined, '', '{}');
  const spoiltText = spoilt(body, junk).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 6, arbitrary: spoiltText }, raw, fc.constant(undefined));
}

const textsOf = (fields: Part | undefined): fc.Arbitrary<Record<string, string> | undefined> =>
  fields === undefined
    ? fc.option(fc.dictionary(text, text, { maxKeys: 2 }), { nil: undefined })
    : spoilt(fields, text).map((some) =>
        Object.fromEntries(
          Object.entries(some).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
        ),
      );

const mostly = (usual: Record<string, string>, ...others: Record<string, string>[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));

const unusualHeaders = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  text.map((key) => ({ 'idempotency-key': key })),
  text.map((signature) => ({ 'x-iyz-signature-v3': signature })),
);

const OTHER_TYPES: Record<string, string>[] = [
  ...['application/json; charset=utf-16', 'text/plain', '\0', ''].map((type) => ({ 'content-type': type })),
  {},
];

/** One request to a route, well-formed only as far as the gateway sees to that. */
export function requestTo(name: RouteName): fc.Arbitrary<HttpEvent> {
  const route = routeNamed(name);
  const recipe = recipeOf(name);
  const credentials = mostly(
    route.caller === 'tenant' ? KNOWN.headers : {},
    { ...KNOWN.headers, 'x-api-secret': 'wrong' },
    { 'x-api-key': 'x'.repeat(7_000), 'x-api-secret': '\ud800' },
    { 'x-api-key': '', 'x-api-secret': '' },
    {},
  );
  const types = mostly({ 'content-type': 'application/json' }, ...OTHER_TYPES);
  return fc
    .record({
      requestId: fc.uuid(),
      method: fc.constantFrom(...(route.methods.length > 0 ? route.methods : OTHER_METHODS)),
      credentials,
      types,
      more: unusualHeaders,
      query: textsOf(recipe.query),
      path: textsOf(recipe.path),
      body: bodyOf(recipe),
      base64: fc.constantFrom('no', 'no', 'no', 'yes', 'wrongly'),
    })
    .map(({ requestId, method, credentials, types, more, query, path, body, base64 }) => ({
      version: '2.0',
      routeKey: `${method} ${route.path}`,
      rawPath: route.path,
      rawQueryString: '',
      headers: { ...types, ...credentials, ...more },
      ...(query && { queryStringParameters: query }),
      ...(path && { pathParameters: path }),
      ...(body !== undefined && { body: base64 === 'yes' ? Buffer.from(body).toString('base64') : body }),
      isBase64Encoded: base64 !== 'no',
      requestContext: { requestId, http: { method, path: route.path, sourceIp: '192.0.2.1' } },
    })) as unknown as fc.Arbitrary<HttpEvent>;
}
