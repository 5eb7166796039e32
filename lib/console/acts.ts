import type { Act } from './act.ts';
import * as connections from './acts/connections.ts';
import { importHere } from './acts/import.ts';
import * as people from './acts/people.ts';
import * as providers from './acts/providers.ts';
import * as refunds from './acts/refunds.ts';
import * as settings from './acts/settings.ts';
import * as subscribers from './acts/subscribers.ts';
import * as tasks from './acts/tasks.ts';

/** Every act of somebody who is signed in, by the last part of the address that its form is sent to. */
export const ACTS = {
  cancel: subscribers.cancel,
  'cancel-here': subscribers.cancelHere,
  undo: subscribers.undo,
  reconcile: subscribers.reconcile,
  retry: subscribers.retry,
  'portal-link': subscribers.portalLink,
  'preview-change': subscribers.previewChange,
  'change-plan': subscribers.changePlan,
  refund: refunds.refund,
  import: importHere,
  'close-difference': subscribers.closeDifference,
  'finish-task': tasks.finishTask,
  'replay-event': connections.replayEvent,
  'replay-range': connections.replayRange,
  'set-webhook': connections.setWebhook,
  'clear-webhook': connections.clearWebhook,
  'test-webhook': connections.testWebhook,
  'rotate-secret': connections.rotateSecret,
  'finish-rotation': connections.finishRotation,
  'create-key': connections.createKey,
  'rotate-key': connections.rotateKey,
  'revoke-key': connections.revokeKey,
  'connect-pay': providers.connectPay,
  'sync-plans': providers.syncPlans,
  'set-recovery': settings.setRecovery,
  'set-portal': settings.setPortal,
  'set-brand': settings.setBrand,
  'set-messages': settings.setMessages,
  'test-message': settings.testMessage,
  'set-grace': people.setGrace,
  'set-features': people.setFeatures,
  invite: people.invite,
  'invite-again': people.inviteAgain,
  'set-roles': people.setRoles,
  'remove-person': people.removePerson,
  'remove-passkey': people.removePasskey,
  'end-session': people.endSession,
  'end-sessions': people.endSessions,
} as const satisfies Record<string, Act>;

/** The name of an act. */
export type ActName = keyof typeof ACTS;

/** The act of this name; undefined if there is none. */
export function actNamed(name: string): Act | undefined {
  return Object.hasOwn(ACTS, name) ? ACTS[name as ActName] : undefined;
}
