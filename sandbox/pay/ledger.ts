import { refusalOf, type Occasion } from './cards.ts';
import type { LedgerEntry, Order, Subscription } from './records.ts';
import type { World } from './world.ts';

const FIRST_PAYMENT_ID = 37_000_001;

/** Who pays and with which card. */
export interface Payer {
  readonly merchantId: string;
  readonly cardNumber: string;
  readonly email: string;
}

/** What a control call decides in place of the card. */
export interface Verdict {
  /** Why the charge is refused; undefined if it succeeds. */
  readonly errorCode: string | undefined;
}

/** Charges an order, or is refused; the ledger records it either way. */
export function chargeOrder(
  world: World,
  payer: Payer,
  subscription: Subscription,
  order: Order,
  occasion: Occasion,
  verdict?: Verdict,
): LedgerEntry {
  const decided = verdict ?? { errorCode: refusalOf(payer.cardNumber, order.currencyCode, occasion) };
  const { errorCode } = decided;
  return enter(world, {
    kind: 'order',
    merchantId: payer.merchantId,
    subscriptionReferenceCode: subscription.referenceCode,
    orderReferenceCode: order.referenceCode,
    amount: order.price.toFixed(2),
    currency: order.currencyCode,
    status: errorCode === undefined ? 'SUCCESS' : 'FAILED',
    errorCode: errorCode ?? null,
    customerEmail: payer.email,
    refundedAt: null,
  });
}

/** Checks a card by charging 1 TRY and giving it back. */
export function verifyCard(world: World, payer: Payer, subscription: Subscription | undefined): LedgerEntry {
  const errorCode = refusalOf(payer.cardNumber, 'TRY', 'present');
  return enter(world, {
    kind: 'verification',
    merchantId: payer.merchantId,
    subscriptionReferenceCode: subscription?.referenceCode ?? null,
    orderReferenceCode: null,
    amount: '1.00',
    currency: 'TRY',
    status: errorCode === undefined ? 'SUCCESS' : 'FAILED',
    errorCode: errorCode ?? null,
    customerEmail: payer.email,
    refundedAt: errorCode === undefined ? world.clock.now() : null,
  });
}

/** Removes the references of a subscription that was given up because its first charge was refused. */
export function withoutReferences(world: World, entry: LedgerEntry): void {
  world.store.ledger.put(String(entry.paymentId), {
    ...entry,
    subscriptionReferenceCode: null,
    orderReferenceCode: null,
  });
}

/** Removes the order of a subscription that stays pending because its activation was refused. */
export function withoutOrder(world: World, entry: LedgerEntry): void {
  world.store.ledger.put(String(entry.paymentId), { ...entry, orderReferenceCode: null });
}

function enter(world: World, entry: Omit<LedgerEntry, 'paymentId' | 'time'>): LedgerEntry {
  const paymentId = FIRST_PAYMENT_ID + world.store.ledger.size;
  return world.store.ledger.put(String(paymentId), { paymentId, ...entry, time: world.clock.now() });
}
