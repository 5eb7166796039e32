import {
  CHECKOUT_LAST_POLL_MS,
  CHECKOUT_POLL_DELAYS_MS,
  CHECKOUT_RETENTION_MS,
  CLOCK_DIFFERENCE_MS,
  HOUR_MS,
} from '../limits.ts';
import { flag, number, oneOf, optional, orElse, orNull, part, record, text, type TypeOf } from '../record.ts';
import { PURCHASE_OUTCOME, type WithCustomer } from './begun-purchase.ts';
import { BUYER } from './buyer.ts';
import type { CardCharge } from './card-charge.ts';
import { isErased } from './customer.ts';
import { PLAN_TERMS, type PlanTerms } from './plan.ts';
import type { Subscription } from './subscription.ts';

const BASE = part({
  token: text,
  tenant: text,
  /** The merchant account that its form is of. */
  merchantId: text,
  /** PENDING until the provider's result is known; the other three are final. */
  status: oneOf(['PENDING', 'SUCCESS', 'FAILED', 'EXPIRED']),
  clientReferenceId: text,
  callbackUrl: text,
  startedAt: number,
  expiresAt: number,
  /** How often it was polled before the customer's browser came back. */
  polls: orElse(number, 0),
  outcome: orNull(PURCHASE_OUTCOME),
  errorCode: orNull(text),
  errorMessage: orNull(text),
});
/** The fields that both kinds of checkout share. Times are epoch ms. */
export type CheckoutBase = TypeOf<typeof BASE>;

/** A purchase in a hosted form. */
export const SUBSCRIBE_CHECKOUT = record('checkout', {
  ...BASE.members,
  kind: oneOf(['subscribe']),
  plan: PLAN_TERMS,
  /** Who buys; null once no personal data is kept of it. */
  customer: orNull(BUYER),
  /** The customer's `endedAt` when it began. */
  endedBefore: orNull(number),
  /** When a returning browser last triggered a read of the provider, epoch ms; 0 before the first, stored to compare with. */
  askedAt: number,
  /** When the provider last said that nobody has paid, epoch ms; 0 before the first time. */
  unpaidAt: orElse(number, 0),
  /** The provider has refused to say whether the form was paid. */
  isUnclear: optional(flag),
});
/** Such a purchase. */
export type SubscribeCheckout = TypeOf<typeof SUBSCRIBE_CHECKOUT>;

/** A hosted session in which a subscriber enters a new card. */
export const CARD_CHECKOUT = record('checkout', {
  ...BASE.members,
  kind: oneOf(['card']),
  subscriberId: text,
  /** When the customer's browser last came back from the form, epoch ms. */
  returnedAt: orNull(number),
});
/** Such a session. */
export type CardCheckout = TypeOf<typeof CARD_CHECKOUT>;

/** A hosted session at the payment provider: a purchase, or a card update of a subscription. */
export type Checkout = SubscribeCheckout | CardCheckout;

/** What is stored for the hosted page, with the form. */
export interface StoredPage {
  /** HTML as the provider gives it; null once it is no longer kept. */
  readonly form: string | null;
  /** Where the browser may load the form's script from, as Content-Security-Policy sources; null once the form is no longer kept. */
  readonly formSources: string | null;
  /** The tenant's name. */
  readonly shop: string;
  /** The plan that is bought, or whose subscription gets a new card; null once a card form is no longer kept. */
  readonly plan: PlanTerms | null;
}

/** Everything that the hosted page shows. */
export interface HostedPage extends StoredPage {
  /** What a new card is charged. */
  readonly charge: CardCharge;
  /** The e-mail of who pays or enters a card; null where it is no longer kept. */
  readonly payer: string | null;
}

/**
 * Whether a subscription on record may be what was bought in a form. One of another customer, or older than the form, never
 * is, whatever the provider says; an imported one has the time of the provider's clock.
 */
export function mayHaveBought(
  { customer, startedAt }: WithCustomer,
  recorded: Pick<Subscription, 'customer' | 'createdAt'>,
): boolean {
  const isSame = recorded.customer.id === customer.id || recorded.customer.email === customer.email;
  const isTheirs = isSame || isErased(recorded.customer);
  return isTheirs && recorded.createdAt >= startedAt - CLOCK_DIFFERENCE_MS;
}

const CAUSE = 'checkout:';

/** The cause of the first event of what a hosted checkout brought about. */
export const checkoutCause = (token: string): string => `${CAUSE}${token}`;

/** The token of the hosted checkout that caused an event; undefined for any other cause. */
export const tokenInCause = (cause: string): string | undefined =>
  cause.startsWith(CAUSE) ? cause.slice(CAUSE.length) : undefined;

/** Whether a checkout's day of regular polls is over at `now` (epoch ms). */
export const isPastItsDay = ({ startedAt }: Pick<Checkout, 'startedAt'>, now: number): boolean =>
  now >= startedAt + CHECKOUT_LAST_POLL_MS;

/** By how much older than at one poll a checkout is at the next, after its first day. */
const AGE_PER_POLL = 1.25;

/** Each half hour of a form that is open for longer: what was paid in it is claimed within the hour. */
const whileOpen = ({ startedAt, expiresAt }: Pick<Checkout, 'startedAt' | 'expiresAt'>): number[] => {
  const halves = Math.floor(Math.min(expiresAt - startedAt, CHECKOUT_LAST_POLL_MS) / (HOUR_MS / 2));
  return Array.from({ length: Math.max(0, halves) }, (_, nth) => startedAt + ((nth + 1) * HOUR_MS) / 2);
};

/**
 * When an unfinished checkout is next polled at the provider (epoch ms); undefined after the last poll. That is after a
 * day, or, where the provider will not say whether it was paid, ever more seldom as long as the checkout is kept.
 */
export function nextPollAt(
  checkout: Pick<Checkout, 'startedAt' | 'expiresAt'>,
  after: number,
  isUnclear = false,
): number | undefined {
  const { startedAt, expiresAt } = checkout;
  const polls = [
    ...CHECKOUT_POLL_DELAYS_MS.map((delay) => startedAt + delay),
    ...whileOpen(checkout),
    expiresAt,
    expiresAt + CLOCK_DIFFERENCE_MS, // it may be finished in its last moment
    startedAt + CHECKOUT_LAST_POLL_MS,
  ];
  const next = polls.sort((a, b) => a - b).find((poll) => poll > after);
  if (next !== undefined || !isUnclear) return next;
  const ageMs = Math.round((after - startedAt) * AGE_PER_POLL);
  return ageMs < CHECKOUT_RETENTION_MS ? startedAt + ageMs : undefined;
}
