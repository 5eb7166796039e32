import type { Right } from './billing/rights.ts';
import { NOTHING, type Footprint } from './footprint.ts';

/** The HTTP methods that routes have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a route of a browser's session takes: pages are opened, forms are sent from pages of ours. */
export type FromBrowsers = 'pages' | 'forms';

/** One HTTP endpoint: its address, its callers, and what its function may use. */
export interface Route extends Footprint {
  /** Also the path of the handler below `functions/` and the construct's id. */
  readonly name: string;
  /** Empty for `$default`, which serves every method. */
  readonly methods: readonly Method[];
  /** `$default` serves every path and method without a row. */
  readonly path: string;
  /** A second path: that of the first page, where `path` names the others. */
  readonly entry?: string;
  /** A tenant with its key pair, or anyone (the credential is then a token in the request). */
  readonly caller: 'tenant' | 'anyone';
  /** The right that a tenant's key needs; null where anyone calls. */
  readonly right: Right | null;
  /** The longest run in seconds: the provider's deadlines plus the table's share. */
  readonly timeoutSeconds: number;
  /** The tenant's rate limit that a call counts against. */
  readonly limit: 'reads' | 'writes' | 'hostedCheckouts' | 'directCheckouts';
  /** Of a browser's session: what of browsers it takes. Null where no cookie of a session is read. */
  readonly browsers: FromBrowsers | null;
  /** The largest body in bytes, where it is not that of every route. */
  readonly bodyBytesMax?: number;
  /** The door that people come by with it: what each session and address asks there is limited. */
  readonly door?: 'portal' | 'console';
  /** Whether it is about credentials or addresses: the caller's key pair is then read afresh, and one that expires is refused. */
  readonly freshKey: boolean;
}

/** What is put together from a part and what is said beside it, which wins. */
type Part<Base, Own> = {
  readonly [Member in keyof Base | keyof Own]: Member extends keyof Own
    ? Own[Member]
    : Member extends keyof Base
      ? Base[Member]
      : never;
};

/**
 * What an endpoint shares with others, and its own, which wins. Marked for the bundler, so that a function ships what it
 * uses and no more.
 * @__NO_SIDE_EFFECTS__
 */
export function part<const Base extends object, const Own extends object>(
  base: Base,
  own: Own,
): Part<Base, Own> {
  return { ...base, ...own } as Part<Base, Own>;
}

type PathOf<At> = At extends `${string} ${infer Path}` ? Path : At;
type MethodsOf<At> = At extends `${infer Methods} ${string}` ? Several<Methods> : readonly [];
type Several<Methods> = Methods extends `${infer One extends Method}|${infer Others}`
  ? readonly [One, ...Several<Others>]
  : readonly [Methods];

/** What an act needs and spends, whichever door it is done by. */
export interface Ruling {
  readonly needs: Exclude<Right, 'read'>;
  readonly spends: Route['limit'];
}

/** What an endpoint says of its route beside its name and its address. */
export type Uses = Omit<Route, 'name' | 'path' | 'methods' | 'right'> & { readonly right?: Right | null };

/** Where an endpoint is reached, and what it uses. */
export interface Placed<Name extends string, At extends string, Own extends Uses> {
  /** The path of its file below `functions/`. */
  readonly name: Name;
  /** `POST /plans/sync`; several methods as `GET|POST /…`. */
  readonly at: At;
  /** What its function may use, by whom it is called and how often. */
  readonly uses: Own;
  /** The act that it is by key: what that needs and spends at every door holds here too. */
  readonly verb?: Ruling;
}

/**
 * What else a tenant's endpoint has to say, else it does not compile: only a GET makes do with the right to read, whatever
 * else is the act of a verb, or says itself which right it needs.
 */
export type Permitted<At extends string, Own extends Uses> = At extends `GET ${string}`
  ? { readonly uses: { readonly right: 'read' }; readonly verb?: undefined }
  : Own extends { readonly right: Exclude<Right, 'read'> }
    ? { readonly verb?: undefined }
    : Own extends { readonly right: Right }
      ? never
      : { readonly verb: Ruling };

/** The row of an endpoint, with its literal types. */
export type RouteOf<Name extends string, At extends string, Own extends Uses> = Own & {
  readonly name: Name;
  readonly path: PathOf<At>;
  readonly methods: readonly Method[] & MethodsOf<At>;
  readonly right: Right | null;
};

/** The row of an endpoint. */
export function routeOf<const Name extends string, const At extends string, const Own extends Uses>({
  name,
  at,
  uses,
  verb,
}: Placed<Name, At, Own>): RouteOf<Name, At, Own> {
  const [path, methods] = at.split(' ').toReversed();
  return {
    ...uses,
    name,
    path: path as PathOf<At>,
    methods: (methods?.split('|') ?? []) as Method[] & MethodsOf<At>,
    right: verb?.needs ?? uses.right ?? null,
    limit: verb?.spends ?? uses.limit,
  };
}

/** Reads for a tenant. */
export const read = part(NOTHING, {
  caller: 'tenant',
  right: 'read',
  table: 'read',
  timeoutSeconds: 10,
  limit: 'reads',
  freshKey: false,
  browsers: null,
});
/** Changes what a tenant has, and has it told: what right that needs says the endpoint, or its verb. */
export const write = part(NOTHING, {
  caller: 'tenant',
  table: 'write',
  sends: ['deliveries', 'reconciliation', 'invoicing'],
  decrypts: ['pay'],
  timeoutSeconds: 29,
  limit: 'writes',
  freshKey: false,
  browsers: null,
});
/** Shows subscribers with links to invoice documents, and requests missing documents. */
export const show = part(read, { sends: ['invoicing'], documents: 'read' });
/** Opens a form at the provider; nothing further happens until the customer returns. */
export const form = part(write, { sends: [], publicUrl: true });
/** Called by browsers and by the provider, whose credential is a token. */
export const anyone = { caller: 'anyone', right: null } as const;
/** Pages of a browser's session, whose credential is a cookie. */
export const opened = part(anyone, { browsers: 'pages' });
/** What the forms of such pages send. */
export const sent = part(anyone, { browsers: 'forms' });
/** A page of a browser's session that shows subscribers. */
export const shown = part(show, opened);
/** What a browser or the provider comes back to. */
export const returned = part(write, anyone);
/** Needs no credentials and touches nothing. */
export const open = part(part(read, anyone), { table: 'none' });
/** A tenant's settings: the table only. */
export const setting = part(write, { sends: [], decrypts: [], timeoutSeconds: 10 });
/** A tenant's credentials and addresses. */
export const guarded = part(setting, { freshKey: true });
/** A tenant's key pairs. */
export const keys = part(guarded, { keyPairs: 'write' });

/** Whether a route's function may look up key pairs: only then is a pair that somebody sends checked. */
export function readsKeys({ table }: Pick<Route, 'table'>): boolean {
  return table === 'read' || table === 'write';
}

/** The methods that a route is reached by: what can be read by GET can be asked for by HEAD. */
export function reachedBy({ methods }: Pick<Route, 'methods'>): (Method | 'HEAD')[] {
  return methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
}

/** The paths that a route serves. */
export const pathsOf = ({ path, entry }: Pick<Route, 'path' | 'entry'>): string[] =>
  entry === undefined ? [path] : [entry, path];

/** A route's keys at the gateway, such as `GET /plans/list`. */
export function routeKeysOf(route: Pick<Route, 'methods' | 'path' | 'entry'>): string[] {
  if (route.methods.length === 0) return [route.path];
  return pathsOf(route).flatMap((one) => reachedBy(route).map((method) => `${method} ${one}`));
}
