import { createHmac, randomUUID } from 'node:crypto';
import type { Behaviour } from './behaviour.ts';
import type { Delivery, Notification } from './notification-records.ts';
import type { LedgerEntry, Merchant, Order, Subscription } from './records.ts';
import type { World } from './world.ts';

const FIRST_DELIVERY_MS = 10_000;
const RETRY_EVERY_MS = 15 * 60_000;
/** After the first delivery; then the provider gives up. */
const RETRIES = 3;
/** Between a notification and its deliberate duplicate. */
const DUPLICATE_AFTER_MS = 1_000;
/** How long at most a reordered notification is held beyond its usual time. */
const LONGEST_HOLD_MS = 30 * 60_000;
/** Real time for one receiver to answer. */
const ANSWER_WITHIN_MS = 10_000;

/** Schedules a notification to the merchant about an attempt to charge an order. */
export function notify(world: World, subscription: Subscription, order: Order, succeeded: boolean): void {
  const merchant = world.store.merchants.get(subscription.merchantId);
  if (merchant?.notificationUrl === undefined) return;
  const behaviour = world.behaviour.of(merchant.merchantId);
  const iyziReferenceCode = randomUUID();
  for (let copy = 0; copy < (behaviour.duplicateNotifications ? 2 : 1); copy++) {
    const notification: Notification = {
      id: randomUUID(),
      merchantId: merchant.merchantId,
      iyziReferenceCode,
      iyziEventType: succeeded ? 'subscription.order.success' : 'subscription.order.failure',
      iyziEventTime: world.clock.now(),
      subscriptionReferenceCode: subscription.referenceCode,
      orderReferenceCode: order.referenceCode,
      customerReferenceCode: subscription.customerReferenceCode,
      dropped: behaviour.dropNotifications,
      attempts: [],
    };
    const held = behaviour.reorderNotifications ? holdOf(world.store.notifications.size) : 0;
    world.store.notifications.put(notification.id, notification);
    const at = world.clock.now() + FIRST_DELIVERY_MS + copy * DUPLICATE_AFTER_MS + held;
    if (!notification.dropped) world.later({ at, kind: 'notify', subject: notification.id });
  }
}

/** Schedules a notification about a refund that was put off, in the format of payments. */
export function notifyOfRefund(world: World, entry: LedgerEntry, isMade: boolean): void {
  const merchant = world.store.merchants.get(entry.merchantId);
  if (merchant?.notificationUrl === undefined) return;
  const notification: Notification = {
    id: randomUUID(),
    merchantId: merchant.merchantId,
    iyziReferenceCode: randomUUID(),
    iyziEventType: isMade ? 'REFUND_RETRY_SUCCESS' : 'REFUND_RETRY_FAILURE',
    iyziEventTime: world.clock.now(),
    subscriptionReferenceCode: entry.subscriptionReferenceCode ?? '',
    orderReferenceCode: entry.orderReferenceCode ?? '',
    customerReferenceCode: '',
    paymentId: entry.paymentId,
    dropped: world.behaviour.of(merchant.merchantId).dropNotifications,
    attempts: [],
  };
  world.store.notifications.put(notification.id, notification);
  const at = world.clock.now() + FIRST_DELIVERY_MS;
  if (!notification.dropped) world.later({ at, kind: 'notify', subject: notification.id });
}

/** Makes one delivery and returns what to record, including the next one after a failure. */
export async function deliver(world: World, id: string, signal: AbortSignal): Promise<() => void> {
  const notification = world.store.notifications.get(id);
  const merchant = world.store.merchants.get(notification?.merchantId ?? '');
  if (!notification || merchant?.notificationUrl === undefined) return () => undefined;
  const delivery = await attempt(world, notification, merchant, merchant.notificationUrl, signal);
  return () => {
    notification.attempts.push(delivery);
    world.store.notifications.put(id, notification);
    const accepted = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
    if (!accepted && notification.attempts.length <= RETRIES)
      world.later({ at: delivery.at + RETRY_EVERY_MS, kind: 'notify', subject: id });
  };
}

async function attempt(
  world: World,
  notification: Notification,
  merchant: Merchant,
  url: string,
  signal: AbortSignal,
): Promise<Delivery> {
  const at = world.clock.now();
  const behaviour = world.behaviour.of(merchant.merchantId);
  const signature = signatureOf(notification, merchant, behaviour);
  try {
    const answer = await world.fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(signature === null ? {} : { 'X-IYZ-SIGNATURE-V3': signature }),
      },
      body: bodyOf(notification, behaviour),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.text();
    return { at, url, signature, status: answer.status, error: null };
  } catch (error) {
    return {
      at,
      url,
      signature,
      status: null,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}

function bodyOf(notification: Notification, behaviour: Behaviour): string {
  const { orderReferenceCode, customerReferenceCode, subscriptionReferenceCode } = notification;
  const { iyziReferenceCode, iyziEventType, iyziEventTime, paymentId } = notification;
  if (paymentId !== undefined)
    return JSON.stringify({
      merchantId: notification.merchantId,
      paymentId,
      iyziPaymentId: paymentId,
      status: iyziEventType === 'REFUND_RETRY_SUCCESS' ? 'SUCCESS' : 'FAILURE',
      ...{ iyziReferenceCode, iyziEventType, iyziEventTime },
    });
  if (behaviour.reducedNotifications)
    return JSON.stringify({
      orderReferenceCode,
      subscriptionReferenceCode,
      iyziReferenceCode,
      iyziEventType,
    });
  return JSON.stringify({
    orderReferenceCode,
    customerReferenceCode,
    subscriptionReferenceCode,
    iyziReferenceCode,
    iyziEventType,
    iyziEventTime,
  });
}

/** The signature header, in the order of the documentation's samples or of its prose, which differ. */
function signatureOf(notification: Notification, merchant: Merchant, behaviour: Behaviour): string | null {
  if (!merchant.signed || behaviour.signatureOrder === 'none' || notification.paymentId !== undefined)
    return null;
  const { merchantId, secretKey } = merchant;
  const head = behaviour.signatureOrder === 'samples' ? merchantId + secretKey : secretKey + merchantId;
  const { iyziEventType, subscriptionReferenceCode, orderReferenceCode, customerReferenceCode } =
    notification;
  const customer = behaviour.reducedNotifications ? '' : customerReferenceCode;
  return createHmac('sha256', secretKey)
    .update(head + iyziEventType + subscriptionReferenceCode + orderReferenceCode + customer)
    .digest('hex');
}

/** A delay that looks random but is deterministic: notification 0 waits longer than 1, 2 than 3, and so on. */
function holdOf(sequence: number): number {
  const drawn = Math.imul(Math.floor(sequence / 2) + 1, 2_654_435_761) >>> 0;
  const part = (drawn % 500) / 1_000;
  return Math.floor(LONGEST_HOLD_MS * (sequence % 2 === 0 ? 0.5 + part : part / 2));
}
