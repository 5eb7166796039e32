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

/** A row or a part of one, put together from a part and what is said beside it, which wins. */
type Row<Part, Own> = {
  readonly [Member in keyof Part | keyof Own]: Member extends keyof Own
    ? Own[Member]
    : Member extends keyof Part
      ? Part[Member]
      : never;
};

/** Marked for the bundler, so that a function ships its own row and no other. */
/* @__NO_SIDE_EFFECTS__ */
function part<const Part extends object, const Own extends object>(base: Part, own: Own): Row<Part, Own> {
  return { ...base, ...own } as Row<Part, Own>;
}

type PathOf<At> = At extends `${string} ${infer Path}` ? Path : At;
type MethodsOf<At> = At extends `${infer Methods} ${string}` ? Several<Methods> : readonly [];
type Several<Methods> = Methods extends `${infer One extends Method}|${infer Others}`
  ? readonly [One, ...Several<Others>]
  : readonly [Methods];

interface Where<Name, At> {
  readonly name: Name;
  readonly path: PathOf<At>;
  readonly methods: MethodsOf<At>;
}

/** A whole row: where a function is reached, upon what it shares with others. */
/* @__NO_SIDE_EFFECTS__ */
function row<
  const Part extends object,
  const Name extends string,
  const At extends string,
  const Own extends object = object,
>(base: Part, name: Name, at: At, own = {} as Own) {
  const [path, methods] = at.split(' ').toReversed();
  const all = (methods?.split('|') ?? []) as string[] & MethodsOf<At>;
  const where: Where<Name, At> = { name, path: path as PathOf<At>, methods: all };
  return part(part(base, where), own);
}

const read = part(NOTHING, {
  caller: 'tenant',
  right: 'read',
  table: 'read',
  timeoutSeconds: 10,
  limit: 'reads',
  freshKey: false,
  browsers: null,
});
const write = part(NOTHING, {
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
const show = part(read, { sends: ['invoicing'], documents: 'read' });
/** Changes a subscription or its customer. */
const subscribing = part(write, { right: 'subscribers' });
/** Opens a form at the provider; nothing further happens until the customer returns. */
const form = part(subscribing, { sends: [], publicUrl: true, limit: 'hostedCheckouts' });
/** Called by browsers and by the provider, whose credential is a token. */
const anyone = { caller: 'anyone', right: null } as const;
/** Pages of a browser's session, whose credential is a cookie, and what their forms send. */
const opened = part(anyone, { browsers: 'pages' });
const sent = part(anyone, { browsers: 'forms' });
const shown = part(show, opened);
/** What a browser or the provider comes back to. */
const returned = part(write, anyone);
/** Needs no credentials and touches nothing. */
const open = part(part(read, anyone), { table: 'none' });
/** A tenant's settings: the table only. */
const setting = part(write, { sends: [], decrypts: [], timeoutSeconds: 10 });

/** A tenant's credentials and addresses. */
const guarded = part(setting, { right: 'connections', freshKey: true });
/** A tenant's key pairs. */
const keys = part(guarded, { keyPairs: 'write' });
/** How a tenant's account behaves and looks. */
const owned = part(setting, { right: 'account' });

export const notFound = row(open, 'not-found', '$default');
export const health = row(open, 'health', 'GET /health');
export const openapi = row(open, 'openapi', 'GET /openapi.json');
export const home = row(open, 'home', 'GET /');
export const docs = row(open, 'docs', 'GET /docs', { publicUrl: true });
export const docsPage = row(open, 'docs/page', 'GET /docs/{page}', { publicUrl: true });
export const docsForMachines = row(open, 'docs/for-machines', 'GET /llms.txt', { publicUrl: true });
export const docsSitemap = row(open, 'docs/sitemap', 'GET /sitemap.xml', { publicUrl: true });
export const plansList = row(read, 'plans/list', 'GET /plans/list');
export const checkoutInitialize = row(form, 'checkout/initialize', 'POST /checkout/initialize');
export const checkoutInitializeDirect = row(
  subscribing,
  'checkout/initialize-direct',
  'POST /checkout/initialize-direct',
  { limit: 'directCheckouts' },
);
export const checkoutUpdateCard = row(form, 'checkout/update-card', 'POST /checkout/update-card');
export const checkoutCallback = row(returned, 'checkout/callback', 'GET|POST /checkout/callback');
export const checkoutPage = row(returned, 'checkout/page', 'GET /checkout/page', { publicUrl: true });
export const access = row(read, 'access', 'GET /access');
export const subscribersCheck = row(read, 'subscribers/check', 'GET /subscribers/check');
export const subscribersGet = row(show, 'subscribers/get', 'GET /subscribers');
export const subscribersInvoices = row(show, 'subscribers/invoices', 'GET /subscribers/invoices');
export const subscribersList = row(show, 'subscribers/list', 'GET /subscribers/list', {
  lists: 'subscribers',
});
export const subscribersTimeline = row(read, 'subscribers/timeline', 'GET /subscribers/timeline');
export const subscribersChangePlan = row(subscribing, 'subscribers/change-plan', 'PUT /subscribers');
export const subscribersPreviewChange = row(
  subscribing,
  'subscribers/preview-change',
  'POST /subscribers/preview-change',
  { limit: 'reads' },
);
export const subscribersGetCustomer = row(read, 'subscribers/get-customer', 'GET /subscribers/customer');
export const subscribersCorrectCustomer = row(
  subscribing,
  'subscribers/correct-customer',
  'PUT /subscribers/customer',
);
export const subscribersCancel = row(subscribing, 'subscribers/cancel', 'DELETE /subscribers');
export const subscribersUndoCancel = row(
  subscribing,
  'subscribers/undo-cancel',
  'POST /subscribers/undo-cancel',
);
export const subscribersRetryPayment = row(
  subscribing,
  'subscribers/retry-payment',
  'POST /subscribers/retry-payment',
);
export const subscribersErase = row(write, 'subscribers/erase', 'POST /subscribers/erase', {
  right: 'account',
  sends: [],
  lists: 'open',
  restoreNotes: true,
});
export const invoicesGet = row(show, 'invoices/get', 'GET /invoices');
export const invoicesRefunds = row(read, 'invoices/refunds', 'GET /invoices/refunds');
export const invoicesRefund = row(write, 'invoices/refund', 'POST /invoices/refund', {
  right: 'money',
  sends: ['reconciliation', 'invoicing'],
  refunds: true,
});
export const reportsTasks = row(read, 'reports/tasks', 'GET /reports/tasks');
export const reportsFinishTask = row(setting, 'reports/finish-task', 'POST /reports/tasks/done', {
  right: 'money',
});
export const reportsDifferences = row(read, 'reports/differences', 'GET /reports/differences');
export const accountGet = row(read, 'account/get', 'GET /account', { publicUrl: true });
export const plansSync = row(setting, 'plans/sync', 'POST /plans/sync', {
  right: 'connections',
  decrypts: ['pay'],
  timeoutSeconds: 29,
});
export const accountListKeys = row(read, 'account/list-keys', 'GET /account/keys', {
  freshKey: true,
  keyPairs: 'read',
});
export const accountCreateKey = row(keys, 'account/create-key', 'POST /account/keys');
export const accountRotateKey = row(keys, 'account/rotate-key', 'POST /account/keys/rotate', {
  restoreNotes: true,
});
export const accountRevokeKey = row(keys, 'account/revoke-key', 'DELETE /account/keys', {
  restoreNotes: true,
});
export const notificationsReceive = row(
  part(read, anyone),
  'notifications/receive',
  'POST /notifications/pay/{token}',
  { table: 'write', sends: ['reconciliation'], decrypts: ['pay'] },
);
export const eventsList = row(read, 'events/list', 'GET /events/list', { lists: 'events' });
export const eventsGet = row(read, 'events/get', 'GET /events');
export const eventsFeed = row(read, 'events/feed', 'GET /events/feed', { lists: 'feed' });
export const eventsReplay = row(setting, 'events/replay', 'POST /events/replay', {
  right: 'connections',
  sends: ['slow-deliveries'],
});
export const eventsReplayProgress = row(read, 'events/replay-progress', 'GET /events/replay');
export const accountSetWebhook = row(guarded, 'account/set-webhook', 'PUT /account/webhook', {
  encrypts: ['webhook'],
});
export const accountClearWebhook = row(guarded, 'account/clear-webhook', 'DELETE /account/webhook');
export const accountRotateWebhookSecret = row(
  guarded,
  'account/rotate-webhook-secret',
  'POST /account/webhook/rotate',
  { encrypts: ['webhook'] },
);
export const accountFinishRotation = row(
  guarded,
  'account/finish-rotation',
  'POST /account/webhook/finish-rotation',
);
export const accountTestWebhook = row(setting, 'account/test-webhook', 'POST /account/webhook/test', {
  right: 'connections',
  decrypts: ['webhook'],
  timeoutSeconds: 15,
});
export const accountGetBrand = row(read, 'account/get-brand', 'GET /account/brand', { publicUrl: true });
export const accountSetBrand = row(owned, 'account/set-brand', 'PUT /account/brand', {
  documents: 'writeLogos',
  publicUrl: true,
  bodyBytesMax: 96 * 1024,
});
export const brandLogo = row(open, 'brand/logo', 'GET /brand/{logo}', { documents: 'readLogos' });
export const portalCreateSession = row(setting, 'portal/create-session', 'POST /portal/sessions', {
  right: 'subscribers',
  publicUrl: true,
});
export const portalShow = row(shown, 'portal/show', 'GET /portal/{page}', {
  door: 'portal',
  people: 'read',
});
export const portalAct = row(part(write, sent), 'portal/act', 'POST /portal/{page}', {
  door: 'portal',
  people: 'read',
  audit: 'write',
  publicUrl: true,
});
export const accountGetPortal = row(read, 'account/get-portal', 'GET /account/portal');
export const accountSetPortal = row(owned, 'account/set-portal', 'PUT /account/portal');
export const accountSetPayment = row(guarded, 'account/set-payment', 'PUT /account/payment', {
  encrypts: ['pay'],
  lists: 'open',
  publicUrl: true,
  timeoutSeconds: 29,
});
export const accountSetInvoicing = row(guarded, 'account/set-invoicing', 'PUT /account/invoicing', {
  decrypts: ['acct'],
  encrypts: ['acct'],
  timeoutSeconds: 29,
});
export const accountListPlans = row(read, 'account/list-plans', 'GET /account/plans');
export const accountSetPlan = row(owned, 'account/set-plan', 'PUT /account/plans');
export const accountGetRecovery = row(read, 'account/get-recovery', 'GET /account/recovery');
export const accountSetRecovery = row(owned, 'account/set-recovery', 'PUT /account/recovery');
export const accountGetMessages = row(read, 'account/get-messages', 'GET /account/messages');
export const accountSetMessages = row(owned, 'account/set-messages', 'PUT /account/messages');
export const accountTestMessage = row(owned, 'account/test-message', 'POST /account/messages/test', {
  mails: true,
  publicUrl: true,
  timeoutSeconds: 29,
});
export const messagesList = row(read, 'messages/list', 'GET /messages/list', { lists: 'feed' });
export const accountSetChat = row(guarded, 'account/set-chat', 'PUT /account/chat');
export const accountClearChat = row(guarded, 'account/clear-chat', 'DELETE /account/chat');
export const consoleShow = row(shown, 'console/show', 'GET /console/{screen}', {
  entry: '/console',
  door: 'console',
  lists: 'console',
  people: 'read',
  audit: 'read',
  challenges: true,
  keyPairs: 'read',
  publicUrl: true,
  timeoutSeconds: 29,
});
export const consoleAct = row(part(write, sent), 'console/act', 'POST /console/{screen}', {
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
  mails: true,
  publicUrl: true,
});
export const consoleEnter = row(part(setting, sent), 'console/enter', 'POST /console/enter/{step}', {
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
});

/** Whether a route's function may look up key pairs: only then is a pair that somebody sends checked. */
export function readsKeys({ table }: Pick<Route, 'table'>): boolean {
  return table === 'read' || table === 'write';
}
