import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Footprint } from '../../lib/footprint.ts';
import { CREDENTIALS, ITEMS, TOKEN } from '../../lib/runtime/priming-world.ts';

/** How a function is reached: a route by its path, a background function by its queue or schedule. */
export interface Reached {
  readonly table: Footprint['table'];
  readonly path?: string;
  readonly methods?: readonly string[];
  readonly caller?: 'tenant' | 'anyone';
  readonly browsers?: 'pages' | 'forms' | null;
  readonly door?: 'portal' | 'console';
  readonly triggeredBy?: string;
}

/** A function's own file, and how it is reached. */
interface Source {
  readonly source: string;
  readonly row: Reached;
}

/**
 * Has a function with a table prime itself as it is loaded: one that people or programs ask goes the way of the request
 * that the description shows as its example, any other connects.
 */
export const primed = (sources: readonly Source[], root: string): Plugin => ({
  name: 'primed',
  setup(build) {
    const named = (source: string) => `./${relative(root, source)}`;
    const rows = new Map(sources.map(({ source, row }) => [named(source), row]));
    const description = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Description;
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      const row = kind === 'entry-point' ? rows.get(named(path)) : undefined;
      return row && isPrimed(row) ? { path: named(path), namespace: 'primed' } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'primed' }, ({ path }) => ({
      contents: entryOf(path, rows.get(path), description),
      loader: 'js',
      resolveDir: root,
    }));
  },
});

const isPrimed = ({ table, path, triggeredBy }: Reached) =>
  table !== 'none' && (path !== undefined || triggeredBy !== undefined);

/** Names files from the root alone, so that a source map is the same wherever it is made. */
function entryOf(path: string, row: Reached | undefined, description: Description): string {
  const own = JSON.stringify(path);
  if (row?.path === undefined)
    return `import { connect } from './lib/runtime/live.ts';
      export { handler } from ${own};
      await connect();`;
  return `import { prime } from './lib/runtime/priming.ts';
    import { create, handler } from ${own};
    export { handler };
    await prime(create, ${JSON.stringify(primingOf(row, description))});`;
}

/** What a route is primed by: its example, and what that finds. */
export const primingOf = (row: Reached, description: Description) => ({
  asked: exampleOf(row, description),
  items: ITEMS[row.door ?? row.caller ?? 'anyone'],
});

/** As much of the description as examples are read from. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>> | undefined>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Reference {
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content | undefined>> };
}

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown } & Reference>>;
}

/** The page that people see first, by the door they come by. */
const FIRST_PAGE = { portal: 'home', console: 'overview' };

/**
 * The example of a route, as the gateway would hand it over with its caller's credentials: a tenant's key pair, or the
 * cookies of a session. What the description does not show is asked with nothing.
 */
function exampleOf(
  { path = '', methods = [], caller, browsers, door }: Reached,
  description: Description,
): object {
  const method = methods[0] ?? 'GET';
  const { parameters = [], requestBody } = description.paths[path]?.[method.toLowerCase()] ?? {};
  const all = parameters.map((one) => resolved(one, description) as Parameter);
  const named = (where: string) =>
    Object.fromEntries(
      all
        .filter((one) => one.in === where && one.example !== undefined)
        .map((one) => [one.name, String(one.example)]),
    );
  const inPath = Object.fromEntries(
    Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, FIRST_PAGE[door ?? 'portal']]),
  );
  const pathParameters = { ...inPath, ...named('path') };
  const isByToken = all.some(({ name, in: where }) => name === 'token' && where === 'query');
  const query = { ...(isByToken && { token: TOKEN }), ...named('query') };
  const { headers, ...body } = bodyOf(
    method,
    browsers,
    requestBody?.content?.['application/json'],
    description,
  );
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? '');
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: address,
    rawQueryString: new URLSearchParams(query).toString(),
    queryStringParameters: query,
    pathParameters,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'priming',
      domainName: '',
      http: { method, path: address, sourceIp: '192.0.2.1' },
    },
    headers: { ...headers, ...(caller === 'tenant' && CREDENTIALS.headers) },
    ...(door && { cookies: CREDENTIALS.cookies }),
    ...body,
  };
}

function bodyOf(
  method: string,
  browsers: Reached['browsers'],
  content: Content | undefined,
  description: Description,
): { readonly headers: object; readonly body?: string } {
  if (method === 'GET') return { headers: {} };
  if (browsers)
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=value' };
  const [first] = Object.values(content?.examples ?? {});
  const shown = content?.example ?? (first && (resolved(first, description) as { value?: unknown }).value);
  if (shown === undefined) return { headers: {} };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(shown) };
}

/** A part of the description, or what it refers to. */
function resolved(part: Reference | object, { components }: Description): unknown {
  const [, kind = '', name = ''] =
    /^#\/components\/(\w+)\/(.+)$/.exec(('$ref' in part && part.$ref) || '') ?? [];
  return kind === '' ? part : components[kind]?.[name];
}
