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

/** Every row of a tenant's route says which right it needs, and only a GET makes do with reading; else it does not compile. */
type Permitted =
  | { readonly caller: 'tenant'; readonly right: 'read'; readonly methods: readonly ['GET'] }
  | { readonly caller: 'tenant'; readonly right: Exclude<Right, 'read'> }
  | { readonly caller: 'anyone'; readonly right: null };

const read = {
  ...NOTHING,
  caller: 'tenant',
  right: 'read',
  table: 'read',
  timeoutSeconds: 10,
  limit: 'reads',
  freshKey: false,
  browsers: null,
} as const;
const write = {
  ...NOTHING,
  caller: 'tenant',
  table: 'write',
  sends: ['deliveries', 'reconciliation', 'invoicing'],
  decrypts: ['pay'],
  timeoutSeconds: 29,
  limit: 'writes',
  freshKey: false,
  browsers: null,
} as const;
/** Shows subscribers with links to invoice documents, and requests missing documents. */
const show = { ...read, sends: ['invoicing'], documents: 'read' } as const;
/** Changes a subscription or its customer. */
const subscribing = { ...write, right: 'subscribers' } as const;
/** Opens a form at the provider; nothing further happens until the customer returns. */
const form = { ...subscribing, sends: [], publicUrl: true, limit: 'hostedCheckouts' } as const;
/** Called by browsers and by the provider, whose credential is a token. */
const anyone = { caller: 'anyone', right: null } as const;
/** Pages of a browser's session, whose credential is a cookie, and what their forms send. */
const opened = { ...anyone, browsers: 'pages' } as const;
const sent = { ...anyone, browsers: 'forms' } as const;
/** Needs no credentials and touches nothing. */
const open = { ...read, ...anyone, table: 'none' } as const;
/** A tenant's settings: the table only. */
const setting = { ...write, sends: [], decrypts: [], timeoutSeconds: 10 } as const;

/** A tenant's credentials and addresses. */
const access = { ...setting, right: 'connections', freshKey: true } as const;
/** A tenant's key pairs. */
const keys = { ...access, keyPairs: 'write' } as const;
/** How a tenant's account behaves and looks. */
const owned = { ...setting, right: 'account' } as const;

/** Every HTTP route of the service. The stack, the local gateway and the tests iterate over this list. */
export const ROUTES = [
  { ...open, name: 'not-found', methods: [], path: '$default' },
  { ...open, name: 'health', methods: ['GET'], path: '/health' },
  { ...open, name: 'openapi', methods: ['GET'], path: '/openapi.json' },
  { ...open, name: 'home', methods: ['GET'], path: '/' },
  { ...open, name: 'docs', methods: ['GET'], path: '/docs', publicUrl: true },
  { ...open, name: 'docs/page', methods: ['GET'], path: '/docs/{page}', publicUrl: true },
  { ...open, name: 'docs/for-machines', methods: ['GET'], path: '/llms.txt', publicUrl: true },
  { ...open, name: 'docs/sitemap', methods: ['GET'], path: '/sitemap.xml', publicUrl: true },
  { ...read, name: 'plans/list', methods: ['GET'], path: '/plans/list' },
  { ...form, name: 'checkout/initialize', methods: ['POST'], path: '/checkout/initialize' },
  {
    ...subscribing,
    name: 'checkout/initialize-direct',
    methods: ['POST'],
    path: '/checkout/initialize-direct',
    limit: 'directCheckouts',
  },
  { ...form, name: 'checkout/update-card', methods: ['POST'], path: '/checkout/update-card' },
  { ...write, name: 'checkout/callback', methods: ['GET', 'POST'], path: '/checkout/callback', ...anyone },
  { ...write, name: 'checkout/page', methods: ['GET'], path: '/checkout/page', ...anyone, publicUrl: true },
  { ...read, name: 'access', methods: ['GET'], path: '/access' },
  { ...read, name: 'subscribers/check', methods: ['GET'], path: '/subscribers/check' },
  { ...show, name: 'subscribers/get', methods: ['GET'], path: '/subscribers' },
  { ...show, name: 'subscribers/invoices', methods: ['GET'], path: '/subscribers/invoices' },
  { ...show, name: 'subscribers/list', methods: ['GET'], path: '/subscribers/list', lists: 'subscribers' },
  { ...read, name: 'subscribers/timeline', methods: ['GET'], path: '/subscribers/timeline' },
  { ...subscribing, name: 'subscribers/change-plan', methods: ['PUT'], path: '/subscribers' },
  {
    ...subscribing,
    name: 'subscribers/preview-change',
    methods: ['POST'],
    path: '/subscribers/preview-change',
    limit: 'reads',
  },
  { ...read, name: 'subscribers/get-customer', methods: ['GET'], path: '/subscribers/customer' },
  { ...subscribing, name: 'subscribers/correct-customer', methods: ['PUT'], path: '/subscribers/customer' },
  { ...subscribing, name: 'subscribers/cancel', methods: ['DELETE'], path: '/subscribers' },
  { ...subscribing, name: 'subscribers/undo-cancel', methods: ['POST'], path: '/subscribers/undo-cancel' },
  {
    ...subscribing,
    name: 'subscribers/retry-payment',
    methods: ['POST'],
    path: '/subscribers/retry-payment',
  },
  {
    ...write,
    name: 'subscribers/erase',
    right: 'account',
    methods: ['POST'],
    path: '/subscribers/erase',
    sends: [],
    lists: 'open',
    restoreNotes: true,
  },
  { ...show, name: 'invoices/get', methods: ['GET'], path: '/invoices' },
  { ...read, name: 'invoices/refunds', methods: ['GET'], path: '/invoices/refunds' },
  {
    ...write,
    name: 'invoices/refund',
    right: 'money',
    methods: ['POST'],
    path: '/invoices/refund',
    sends: ['reconciliation', 'invoicing'],
    refunds: true,
  },
  { ...read, name: 'reports/tasks', methods: ['GET'], path: '/reports/tasks' },
  { ...setting, name: 'reports/finish-task', right: 'money', methods: ['POST'], path: '/reports/tasks/done' },
  { ...read, name: 'reports/differences', methods: ['GET'], path: '/reports/differences' },
  { ...read, name: 'account/get', methods: ['GET'], path: '/account', publicUrl: true },
  {
    ...setting,
    name: 'plans/sync',
    right: 'connections',
    methods: ['POST'],
    path: '/plans/sync',
    decrypts: ['pay'],
    timeoutSeconds: 29,
  },
  {
    ...read,
    freshKey: true,
    keyPairs: 'read',
    name: 'account/list-keys',
    methods: ['GET'],
    path: '/account/keys',
  },
  { ...keys, name: 'account/create-key', methods: ['POST'], path: '/account/keys' },
  {
    ...keys,
    name: 'account/rotate-key',
    methods: ['POST'],
    path: '/account/keys/rotate',
    restoreNotes: true,
  },
  { ...keys, name: 'account/revoke-key', methods: ['DELETE'], path: '/account/keys', restoreNotes: true },
  {
    ...read,
    table: 'write',
    name: 'notifications/receive',
    methods: ['POST'],
    path: '/notifications/pay/{token}',
    ...anyone,
    sends: ['reconciliation'],
    decrypts: ['pay'],
  },
  { ...read, name: 'events/list', methods: ['GET'], path: '/events/list', lists: 'events' },
  { ...read, name: 'events/get', methods: ['GET'], path: '/events' },
  { ...read, name: 'events/feed', methods: ['GET'], path: '/events/feed', lists: 'feed' },
  {
    ...setting,
    name: 'events/replay',
    right: 'connections',
    methods: ['POST'],
    path: '/events/replay',
    sends: ['slow-deliveries'],
  },
  { ...read, name: 'events/replay-progress', methods: ['GET'], path: '/events/replay' },
  {
    ...access,
    name: 'account/set-webhook',
    methods: ['PUT'],
    path: '/account/webhook',
    encrypts: ['webhook'],
  },
  { ...access, name: 'account/clear-webhook', methods: ['DELETE'], path: '/account/webhook' },
  {
    ...access,
    name: 'account/rotate-webhook-secret',
    methods: ['POST'],
    path: '/account/webhook/rotate',
    encrypts: ['webhook'],
  },
  { ...access, name: 'account/finish-rotation', methods: ['POST'], path: '/account/webhook/finish-rotation' },
  {
    ...setting,
    name: 'account/test-webhook',
    right: 'connections',
    methods: ['POST'],
    path: '/account/webhook/test',
    decrypts: ['webhook'],
    timeoutSeconds: 15,
  },
  { ...read, name: 'account/get-brand', methods: ['GET'], path: '/account/brand', publicUrl: true },
  {
    ...owned,
    name: 'account/set-brand',
    methods: ['PUT'],
    path: '/account/brand',
    documents: 'writeLogos',
    publicUrl: true,
    bodyBytesMax: 96 * 1024,
  },
  { ...open, name: 'brand/logo', methods: ['GET'], path: '/brand/{logo}', documents: 'readLogos' },
  {
    ...setting,
    name: 'portal/create-session',
    right: 'subscribers',
    methods: ['POST'],
    path: '/portal/sessions',
    publicUrl: true,
  },
  {
    ...show,
    name: 'portal/show',
    methods: ['GET'],
    path: '/portal/{page}',
    ...opened,
    door: 'portal',
    people: 'read',
  },
  {
    ...write,
    name: 'portal/act',
    methods: ['POST'],
    path: '/portal/{page}',
    ...sent,
    door: 'portal',
    people: 'read',
    audit: 'write',
    publicUrl: true,
  },
  { ...read, name: 'account/get-portal', methods: ['GET'], path: '/account/portal' },
  { ...owned, name: 'account/set-portal', methods: ['PUT'], path: '/account/portal' },
  {
    ...access,
    name: 'account/set-payment',
    methods: ['PUT'],
    path: '/account/payment',
    encrypts: ['pay'],
    lists: 'open',
    publicUrl: true,
    timeoutSeconds: 29,
  },
  {
    ...access,
    name: 'account/set-invoicing',
    methods: ['PUT'],
    path: '/account/invoicing',
    decrypts: ['acct'],
    encrypts: ['acct'],
    timeoutSeconds: 29,
  },
  { ...read, name: 'account/list-plans', methods: ['GET'], path: '/account/plans' },
  { ...owned, name: 'account/set-plan', methods: ['PUT'], path: '/account/plans' },
  { ...read, name: 'account/get-recovery', methods: ['GET'], path: '/account/recovery' },
  { ...owned, name: 'account/set-recovery', methods: ['PUT'], path: '/account/recovery' },
  { ...read, name: 'account/get-messages', methods: ['GET'], path: '/account/messages' },
  { ...owned, name: 'account/set-messages', methods: ['PUT'], path: '/account/messages' },
  {
    ...owned,
    name: 'account/test-message',
    methods: ['POST'],
    path: '/account/messages/test',
    mails: true,
    publicUrl: true,
    timeoutSeconds: 29,
  },
  { ...read, name: 'messages/list', methods: ['GET'], path: '/messages/list', lists: 'feed' },
  { ...access, name: 'account/set-chat', methods: ['PUT'], path: '/account/chat' },
  { ...access, name: 'account/clear-chat', methods: ['DELETE'], path: '/account/chat' },
  {
    ...show,
    name: 'console/show',
    methods: ['GET'],
    path: '/console/{screen}',
    entry: '/console',
    ...opened,
    door: 'console',
    lists: 'console',
    people: 'read',
    audit: 'read',
    challenges: true,
    keyPairs: 'read',
    publicUrl: true,
    timeoutSeconds: 29,
  },
  {
    ...write,
    name: 'console/act',
    methods: ['POST'],
    path: '/console/{screen}',
    ...sent,
    door: 'console',
    sends: ['deliveries', 'slow-deliveries', 'reconciliation', 'invoicing'],
    decrypts: ['pay', 'webhook'],
    encrypts: ['pay', 'webhook'],
    people: 'write',
    audit: 'write',
    challenges: true,
    keyPairs: 'write',
    refunds: true,
    restoreNotes: true,
    lists: 'open',
    publicUrl: true,
  },
  {
    ...setting,
    name: 'console/enter',
    methods: ['POST'],
    path: '/console/enter/{step}',
    ...sent,
    door: 'console',
    decrypts: ['acct'],
    encrypts: ['acct'],
    people: 'write',
    audit: 'write',
    challenges: true,
    documents: 'writeLogos',
    bodyBytesMax: 96 * 1024,
    publicUrl: true,
    timeoutSeconds: 29,
  },
] as const satisfies readonly (Route & Permitted)[];

/** The name of a route. */
export type RouteName = (typeof ROUTES)[number]['name'];

/** The row of a route, with its literal types. */
export type RouteRow<Name extends RouteName> = Extract<(typeof ROUTES)[number], { readonly name: Name }>;

/** The row of a route. */
export function routeNamed(name: RouteName): Route {
  const route = ROUTES.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`no route is called ${name}`);
  return route;
}

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

/** The methods that a requested path supports; empty if no route has the path. */
export function methodsOf(path: string): (Method | 'HEAD')[] {
  const segments = path.split('/');
  const isServed = (own: readonly string[]) =>
    own.length === segments.length &&
    own.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''));
  const serving = ROUTES.filter((route) => pathsOf(route).some((one) => isServed(one.split('/'))));
  return [...new Set(serving.flatMap(reachedBy))];
}
