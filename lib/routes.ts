import type { Right } from './billing/rights.ts';
import {
  notFound,
  health,
  openapi,
  home,
  docs,
  docsPage,
  docsForMachines,
  docsSitemap,
  plansList,
  checkoutInitialize,
  checkoutInitializeDirect,
  checkoutUpdateCard,
  checkoutCallback,
  checkoutPage,
  access,
  subscribersCheck,
  subscribersGet,
  subscribersInvoices,
  subscribersList,
  subscribersTimeline,
  subscribersChangePlan,
  subscribersPreviewChange,
  subscribersGetCustomer,
  subscribersCorrectCustomer,
  subscribersCancel,
  subscribersUndoCancel,
  subscribersRetryPayment,
  subscribersErase,
  invoicesGet,
  invoicesRefunds,
  invoicesRefund,
  reportsTasks,
  reportsFinishTask,
  reportsDifferences,
  accountGet,
  plansSync,
  accountListKeys,
  accountCreateKey,
  accountRotateKey,
  accountRevokeKey,
  notificationsReceive,
  eventsList,
  eventsGet,
  eventsFeed,
  eventsReplay,
  eventsReplayProgress,
  accountSetWebhook,
  accountClearWebhook,
  accountRotateWebhookSecret,
  accountFinishRotation,
  accountTestWebhook,
  accountGetBrand,
  accountSetBrand,
  brandLogo,
  portalCreateSession,
  portalShow,
  portalAct,
  accountGetPortal,
  accountSetPortal,
  accountSetPayment,
  accountSetInvoicing,
  accountListPlans,
  accountSetPlan,
  accountGetRecovery,
  accountSetRecovery,
  accountGetMessages,
  accountSetMessages,
  accountTestMessage,
  messagesList,
  accountSetChat,
  accountClearChat,
  consoleShow,
  consoleAct,
  consoleEnter,
  type Method,
  type Route,
} from './rows.ts';

/** Every row of a tenant's route says which right it needs, and only a GET makes do with reading; else it does not compile. */
type Permitted =
  | { readonly caller: 'tenant'; readonly right: 'read'; readonly methods: readonly ['GET'] }
  | { readonly caller: 'tenant'; readonly right: Exclude<Right, 'read'> }
  | { readonly caller: 'anyone'; readonly right: null };

/** Every HTTP route of the service. The stack, the local gateway and the tests iterate over this list; no function may. */
export const ROUTES = [
  notFound,
  health,
  openapi,
  home,
  docs,
  docsPage,
  docsForMachines,
  docsSitemap,
  plansList,
  checkoutInitialize,
  checkoutInitializeDirect,
  checkoutUpdateCard,
  checkoutCallback,
  checkoutPage,
  access,
  subscribersCheck,
  subscribersGet,
  subscribersInvoices,
  subscribersList,
  subscribersTimeline,
  subscribersChangePlan,
  subscribersPreviewChange,
  subscribersGetCustomer,
  subscribersCorrectCustomer,
  subscribersCancel,
  subscribersUndoCancel,
  subscribersRetryPayment,
  subscribersErase,
  invoicesGet,
  invoicesRefunds,
  invoicesRefund,
  reportsTasks,
  reportsFinishTask,
  reportsDifferences,
  accountGet,
  plansSync,
  accountListKeys,
  accountCreateKey,
  accountRotateKey,
  accountRevokeKey,
  notificationsReceive,
  eventsList,
  eventsGet,
  eventsFeed,
  eventsReplay,
  eventsReplayProgress,
  accountSetWebhook,
  accountClearWebhook,
  accountRotateWebhookSecret,
  accountFinishRotation,
  accountTestWebhook,
  accountGetBrand,
  accountSetBrand,
  brandLogo,
  portalCreateSession,
  portalShow,
  portalAct,
  accountGetPortal,
  accountSetPortal,
  accountSetPayment,
  accountSetInvoicing,
  accountListPlans,
  accountSetPlan,
  accountGetRecovery,
  accountSetRecovery,
  accountGetMessages,
  accountSetMessages,
  accountTestMessage,
  messagesList,
  accountSetChat,
  accountClearChat,
  consoleShow,
  consoleAct,
  consoleEnter,
] as const satisfies readonly (Route & Permitted)[];

/** The name of a route. */
export type RouteName = (typeof ROUTES)[number]['name'];

/** The row of a route, with its literal types. */
export type RouteRow<Name extends RouteName> = Extract<(typeof ROUTES)[number], { readonly name: Name }>;

/** The row of a route, found among all of them: for what looks at the service from outside. */
export function routeNamed(name: RouteName): Route {
  const route = ROUTES.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`no route is called ${name}`);
  return route;
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
