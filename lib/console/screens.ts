import { acctAccount } from './screens/acct-account.ts';
import * as actions from './screens/actions.ts';
import { brand } from './screens/brand.ts';
import { difference, differences } from './screens/differences.ts';
import { event, events, replay } from './screens/events.ts';
import { exportList } from './screens/export.ts';
import { importOne } from './screens/import.ts';
import { invoice, refund } from './screens/invoice.ts';
import { invoices, refunds } from './screens/invoices.ts';
import { messages, sentMessages } from './screens/messages.ts';
import { overview } from './screens/overview.ts';
import { people, person } from './screens/people.ts';
import { plan, plans } from './screens/plans.ts';
import { portal } from './screens/portal.ts';
import { payAccount, providers } from './screens/providers.ts';
import { recovery } from './screens/recovery.ts';
import { settings } from './screens/settings.ts';
import { subscriber } from './screens/subscriber.ts';
import { subscribers } from './screens/subscribers.ts';
import { task, tasks } from './screens/tasks.ts';
import { revokeKey, rotateKey, rotateSecret, webhooks } from './screens/webhooks.ts';
import type { Screen } from './visit.ts';

/** Every screen of somebody who is signed in, by the last part of its address. */
export const SCREENS = {
  overview,
  subscribers,
  subscriber,
  cancel: actions.cancel,
  'cancel-here': actions.cancelHere,
  undo: actions.undo,
  reconcile: actions.reconcile,
  retry: actions.retry,
  'portal-link': actions.portalLink,
  'change-plan': actions.changePlan,
  invoice,
  invoices,
  refunds,
  refund,
  differences,
  difference,
  import: importOne,
  tasks,
  task,
  events,
  event,
  replay,
  webhooks,
  'rotate-secret': rotateSecret,
  'rotate-key': rotateKey,
  'revoke-key': revokeKey,
  providers,
  'pay-account': payAccount,
  'acct-account': acctAccount,
  settings,
  recovery,
  portal,
  brand,
  messages,
  'sent-messages': sentMessages,
  plans,
  plan,
  people,
  person,
  export: exportList,
} as const satisfies Record<string, Screen>;

/** The name of a screen. */
export type ScreenName = keyof typeof SCREENS;

/** The screen of this name; undefined if there is none. */
export function screenNamed(name: string): Screen | undefined {
  return Object.hasOwn(SCREENS, name) ? SCREENS[name as ScreenName] : undefined;
}
