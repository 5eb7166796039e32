import type { RouteName } from '../lib/routes.ts';
import type { Operation } from './operation.ts';
import * as account from './operations/account.ts';
import * as changes from './operations/changes.ts';
import * as checkout from './operations/checkout.ts';
import * as events from './operations/events.ts';
import * as plans from './operations/plans.ts';
import * as reports from './operations/reports.ts';
import * as service from './operations/service.ts';
import * as subscribers from './operations/subscribers.ts';

/** Routes that are nobody's to call: what the gateway leads elsewhere, and what only the payment provider sends. */
export const UNDESCRIBED: ReadonlySet<string> = new Set(['not-found', 'notifications/receive']);

/** What the description says of each route. */
export const OPERATIONS: Readonly<Partial<Record<RouteName, Operation>>> = {
  'plans/list': plans.plansList,
  'plans/sync': plans.plansSync,
  'checkout/initialize': checkout.initialize,
  'checkout/initialize-direct': checkout.initializeDirect,
  'checkout/update-card': checkout.updateCard,
  'checkout/callback': checkout.callback,
  'checkout/page': checkout.page,
  'subscribers/check': subscribers.check,
  'subscribers/get': subscribers.get,
  'subscribers/invoices': subscribers.invoices,
  'subscribers/change-plan': changes.changePlan,
  'subscribers/cancel': changes.cancel,
  'subscribers/undo-cancel': changes.undoCancel,
  'subscribers/list': subscribers.listSubscribers,
  'subscribers/timeline': subscribers.timeline,
  'account/get': account.getAccount,
  'account/set-webhook': account.setWebhook,
  'account/clear-webhook': account.clearWebhook,
  'account/rotate-webhook-secret': account.rotateWebhookSecret,
  'account/finish-rotation': account.finishRotation,
  'account/test-webhook': account.testWebhook,
  'account/set-chat': account.setChat,
  'account/clear-chat': account.clearChat,
  'events/list': events.listEvents,
  'events/get': events.getEvent,
  'events/feed': events.feed,
  'events/replay': events.replay,
  'events/replay-progress': events.replayProgress,
  'account/list-keys': account.listKeys,
  'account/create-key': account.createKey,
  'account/rotate-key': account.rotateKey,
  'account/revoke-key': account.revokeKey,
  'reports/differences': reports.differences,
  health: service.health,
  openapi: service.openapi,
  docs: service.docs,
  'docs/page': service.docsPage,
};
