import type { CoreApp } from '../../runtime/app.ts';
import { isPastItsDay, type Checkout, type SubscribeCheckout } from '../../billing/checkout.ts';
import { isSettled, type PaymentIntent } from '../../billing/payment-intent.ts';
import { paymentKnowledge } from '../../billing/payment-knowledge.ts';
import { CHECKOUT_RETENTION_MS, INTENT_RETENTION_MS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';
import { checkoutFrom } from './checkouts.ts';
import { intentFrom } from './payment-intents.ts';

/** A purchase that somebody began at `at` (epoch ms): a charge, by its reference, or a hosted form, by its token. */
export interface BegunPurchase {
  readonly kind: 'charge' | 'form';
  readonly reference: string;
  readonly at: number;
}

const RETENTION_MS = { charge: INTENT_RETENTION_MS, form: CHECKOUT_RETENTION_MS } as const;

/** Lists a purchase with its customer, for as long as its own record is kept. */
export function begunPurchasePut(tenant: string, customerId: string, purchase: BegunPurchase): Put {
  const { kind, reference, at } = purchase;
  const ttl = Math.ceil((at + RETENTION_MS[kind]) / 1000);
  return { put: { ...key.begunPurchase(tenant, customerId, purchase), kind, reference, ttl } };
}

type Purchase = PaymentIntent | SubscribeCheckout;

/** How many of a customer's purchases are read: one request's worth of keys. */
const READ_MAX = 100;

interface Whose {
  readonly id: string;
  readonly email: string;
}

/** Of a customer's newest purchases those that may have been paid without that being on record. Two round trips. */
export async function unsettledPurchases(
  app: CoreApp,
  tenant: string,
  whose: Whose,
  now: number,
): Promise<Purchase[]> {
  const newest = await newestPurchases(app, tenant, whose);
  return newest.filter((one) => isUnsettled(one, now));
}

/** Of a customer's newest purchases the hosted forms without an outcome, also those that nobody has come back from. Two round trips. */
export async function formsWithoutOutcome(
  app: CoreApp,
  tenant: string,
  whose: Whose,
): Promise<SubscribeCheckout[]> {
  const newest = await newestPurchases(app, tenant, whose);
  return newest.filter((one) => 'kind' in one).filter(({ outcome }) => !outcome);
}

async function newestPurchases(app: CoreApp, tenant: string, { id, email }: Whose): Promise<Purchase[]> {
  const newest = { ...range.begunPurchases(tenant, id), backwards: true, limit: READ_MAX, consistent: true };
  const keys = (await app.table.query(newest)).map((item) => {
    const of = fieldsOf(item);
    const reference = of.text('reference');
    return of.oneOf('kind', ['charge', 'form']) === 'charge'
      ? key.intent(tenant, reference)
      : key.checkout(reference);
  });
  const items = await app.table.getMany(keys, { consistent: true });
  const found = items
    .filter((item) => item !== undefined)
    .map((item) => (item.sk === CHECKOUT ? checkoutFrom(item) : intentFrom(item)));
  const isTheirs = ({ customer }: Purchase) => customer?.id === id || customer?.email === email;
  return found.flatMap((one) => (isPurchase(one) && isTheirs(one) ? [one] : []));
}

const { sk: CHECKOUT } = key.checkout('');
const isPurchase = (one: PaymentIntent | Checkout): one is Purchase =>
  !('kind' in one) || one.kind === 'subscribe';

/** Not one that may be abandoned, nor one that is left to a person. */
function isUnsettled(purchase: Purchase, now: number): boolean {
  if (!('kind' in purchase)) return !isSettled(purchase);
  const isLeft = purchase.isUnclear === true && isPastItsDay(purchase, now);
  return !isLeft && paymentKnowledge(purchase, now) === 'unknown';
}
