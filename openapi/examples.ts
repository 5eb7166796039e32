import type { RouteName } from '../lib/routes.ts';
import { VERSION } from '../lib/version.ts';
import * as account from './examples/account.ts';
import * as changes from './examples/changes.ts';
import * as checkout from './examples/checkout.ts';
import * as events from './examples/events.ts';
import * as plans from './examples/plans.ts';
import * as reports from './examples/reports.ts';
import * as subscribers from './examples/subscribers.ts';
import type { Example } from './examples/example.ts';

/** An example of every operation that answers JSON, the description itself left out. */
export const EXAMPLES: Readonly<Partial<Record<RouteName, Example>>> = {
  'plans/list': plans.plansList,
  'plans/sync': plans.plansSync,
  'checkout/initialize': checkout.initialize,
  'checkout/initialize-direct': checkout.initializeDirect,
  'checkout/update-card': checkout.updateCard,
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
  health: { answer: { status: 'success', version: VERSION } },
};
