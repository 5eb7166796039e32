import { bySchedule } from '../billing/timeline.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { markAccount, probePayAccount } from '../pay/health.ts';
import { resolveIntent } from '../checkout/resolve-intent.ts';
import { resolveRefund } from '../refunds/resolve-refund.ts';
import { Unreadable } from '../record.ts';
import { errorFields } from '../runtime/log.ts';
import { messageOf, type ReconciliationMessage } from '../queue/messages.ts';
import { continueComparison } from '../comparison/continue-comparison.ts';
import { countFigures } from '../account/count-figures.ts';
import { reconcileSubscriber } from './reconcile.ts';
import { repairDifference } from '../comparison/repair-difference.ts';
import { Refusal, isTransient } from '../refusal.ts';
import { DUE_ATTRIBUTES, ownerIn, type DueKind, type DueWork } from '../table/work/due.ts';
import { updateLists } from '../table/subscribers/subscriber-lists.ts';
import { deferNotification } from '../table/work/deferred-notifications.ts';
import { postponeOrThrow, type UnprocessableItem } from '../table/work/silences.ts';
import { CannotOpen } from '../table/tenants/opening.ts';
import {
  checkoutWork,
  comparisonWork,
  figuresWork,
  intentWork,
  notificationWork,
  probeWork,
  refundWork,
  subscriberWork,
} from '../table/work/works.ts';
import { applyNotification } from './apply-notification.ts';
import { pollCheckout } from '../checkout/poll-checkout.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** The delay before a message that cannot be processed now is redelivered. */
const REQUEUE_SECONDS = 60;

/** Processes a reconciliation message. Idempotent: for an item that is no longer due, the provider is not called. */
export async function dispatch(app: SubscriptionApp, message: ReconciliationMessage): Promise<void> {
  if (message.due !== undefined && !(await isStillDue(app, workOf(message), message.due))) return;
  try {
    await processMessage(app, message);
  } catch (error) {
    if (message.due === undefined && REQUEUED_KINDS.has(message.kind) && isTransient(error))
      return requeue(app, message, error);
    if (error instanceof Refusal && error.code === 'provider_not_configured')
      return markAccount(forTenant(app, message.tenantId), 'refused'); // so that its work waits for one
    if (message.due === undefined && message.kind === 'notification' && error instanceof CannotOpen)
      return void (await deferNotification(forTenant(app, message.tenantId), message.reference, 'silent'));
    if (message.due === undefined && HINTS.has(message.kind) && isOfBadRecord(error))
      return leave(app, message, error);
    await postponeOrThrow(app, dueItemOf(message), { error, isDue: message.due !== undefined });
  }
}

async function processMessage(app: SubscriptionApp, message: ReconciliationMessage): Promise<void> {
  const own = forTenant(app, message.tenantId);
  switch (message.kind) {
    case 'subscriber':
      return void (await reconcileSubscriber(own, message.subscriberId, bySchedule));
    case 'listing':
      return updateLists(own, message.subscriberId);
    case 'notification':
      return applyNotification(own, message.reference);
    case 'checkout':
      return pollCheckout(app, message.token);
    case 'intent':
      return resolveIntent(own, message.reference);
    case 'refund':
      return resolveRefund(own, message);
    case 'probe':
      return probePayAccount(own);
    case 'comparison':
      return continueComparison(own, message);
    case 'repair':
      return repairDifference(own, message);
    case 'figures':
      return countFigures(own);
  }
}

/** The due kind of each kind of message. */
const DUE_KIND = {
  subscriber: 'reconciliation',
  listing: 'reconciliation',
  notification: 'notification',
  intent: 'intent',
  refund: 'intent',
  checkout: 'checkout',
  probe: 'job',
  comparison: 'job',
  repair: 'reconciliation',
  figures: 'job',
} as const satisfies Record<ReconciliationMessage['kind'], DueKind>;

const dueItemOf = (message: ReconciliationMessage): UnprocessableItem => ({
  kind: DUE_KIND[message.kind],
  work: workOf(message),
  by: 'reconciliation/run',
});

async function isStillDue(app: SubscriptionApp, { key }: DueWork, due: number): Promise<boolean> {
  const item = await app.table.get(key, { consistent: true });
  return item?.[DUE_ATTRIBUTES.at] === due;
}

function workOf(message: ReconciliationMessage): DueWork {
  const { tenantId } = message;
  switch (message.kind) {
    case 'subscriber':
    case 'listing':
    case 'repair':
      return subscriberWork(tenantId, message.subscriberId);
    case 'notification':
      return notificationWork(tenantId, message.reference);
    case 'checkout':
      return checkoutWork(tenantId, message.token);
    case 'intent':
      return intentWork(tenantId, message.reference);
    case 'refund':
      return refundWork('reconciliation', tenantId, { ...message, id: message.refundId });
    case 'probe':
      return probeWork(tenantId);
    case 'comparison':
      return comparisonWork(tenantId);
    case 'figures':
      return figuresWork(tenantId);
  }
}

/** Kinds whose messages may have no due item behind them. */
const REQUEUED_KINDS: ReadonlySet<ReconciliationMessage['kind']> = new Set([
  'notification',
  'subscriber',
  'listing',
  'repair',
]);

/** Kinds that only hint at a subscriber, who is read when due all the same. */
const HINTS: ReadonlySet<ReconciliationMessage['kind']> = new Set(['notification', 'listing', 'repair']);

const isOfBadRecord = (error: unknown): boolean => error instanceof Unreadable || error instanceof CannotOpen;

/** Leaves a hint about what cannot be read to the subscriber's own due time, and counts it, so that an alarm reports it. */
function leave(app: SubscriptionApp, message: ReconciliationMessage, error: unknown): void {
  const { kind } = message;
  app.log.error('record unreadable', {
    ...ownerIn(message),
    reference: kind,
    ...errorFields(error instanceof CannotOpen ? error.cause : error),
  });
  app.log.measure('Unreadable', 1, DUE_KIND[kind]);
}

/** While our own services are down, requeues a message without a due item, so that it never becomes a dead letter. */
async function requeue(app: SubscriptionApp, message: ReconciliationMessage, error: unknown): Promise<void> {
  app.log.warn('message requeued', {
    tenant: message.tenantId,
    reference: message.kind,
    ...errorFields(error),
  });
  await app.queues.reconciliation.send([messageOf(message, REQUEUE_SECONDS)]);
}
