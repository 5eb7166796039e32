import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { WithCustomer } from '../../billing/begun-purchase.ts';
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

/** The record of a purchase, as it is stored: a form's by its token, a charge's by its reference. */
type Purchase = PaymentIntent | SubscribeCheckout;

const LISTED_AS = {
  subscribe: { kind: 'form', keptMs: CHECKOUT_RETENTION_MS },
  charge: { kind: 'charge', keptMs: INTENT_RETENTION_MS },
} as const;

/** Lists a purchase with its customer, for as long as its own record is kept. */
export function begunPurchasePut(tenant: string, purchase: WithCustomer<Purchase>): Put {
  const { startedAt: at, customer } = purchase;
  const { kind, keptMs } = LISTED_AS[purchase.kind];
  const reference = purchase.kind === 'subscribe' ? purchase.token : purchase.clientReferenceId;
  const ttl = Math.ceil((at + keptMs) / 1000);
  return { put: { ...key.begunPurchase(tenant, customer.id, { reference, at }), kind, reference, ttl } };
}

/** How many of a customer's purchases are read: one request's worth of keys. */
const READ_MAX = 100;

interface Whose {
  readonly id: string;
  readonly email: string;
}

/** Of a customer's newest purchases those that may have been paid without that being on record. Two round trips. */
export async function unsettledPurchases(
  app: CoreApp & OfTenant,
  whose: Whose,
  now: number,
): Promise<Purchase[]> {
  const newest = await newestPurchases(app, whose);
  return newest.filter((one) => isUnsettled(one, now));
}

async function newestPurchases(app: CoreApp & OfTenant, { id, email }: Whose): Promise<Purchase[]> {
  const newest = {
    ...range.begunPurchases(app.tenantId, id),
    backwards: true,
    limit: READ_MAX,
    consistent: true,
  };
  const keys = (await app.table.query(newest)).map((item) => {
    const of = fieldsOf(item);
    const reference = of.text('reference');
    return of.oneOf('kind', ['charge', 'form']) === 'charge'
      ? key.intent(app.tenantId, reference)
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
const isPurchase = (one: PaymentIntent | Checkout): one is Purchase => one.kind !== 'card';

/** Not one that may be abandoned, nor one that is left to a person. */
function isUnsettled(purchase: Purchase, now: number): boolean {
  if (purchase.kind === 'charge') return !isSettled(purchase);
  const isLeft = purchase.isUnclear === true && isPastItsDay(purchase, now);
  return !isLeft && paymentKnowledge(purchase, now) === 'unknown';
}
