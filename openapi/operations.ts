import type { Operations } from './operation.ts';
import { access } from './operations/access.ts';
import { account } from './operations/account.ts';
import { changes } from './operations/changes.ts';
import { checkout } from './operations/checkout.ts';
import { events } from './operations/events.ts';
import { messages } from './operations/messages.ts';
import { pages } from './operations/pages.ts';
import { plans } from './operations/plans.ts';
import { refunds } from './operations/refunds.ts';
import { reports } from './operations/reports.ts';
import { service } from './operations/service.ts';
import { subscribers } from './operations/subscribers.ts';

/**
 * Routes that are no program's to call: what the gateway leads elsewhere, what only the payment provider sends, and pages
 * for people.
 */
export const UNDESCRIBED: ReadonlySet<string> = new Set([
  'not-found',
  'notifications/receive',
  'console/show',
  'console/act',
  'console/enter',
]);

/** What the description says of each route; a test holds that every route but the undescribed ones is here. */
export const OPERATIONS: Operations = {
  ...plans,
  ...checkout,
  ...subscribers,
  ...access,
  ...changes,
  ...refunds,
  ...account,
  ...pages,
  ...events,
  ...messages,
  ...reports,
  ...service,
};
