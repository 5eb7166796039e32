import { CHECKOUT_LAST_POLL_MS, CHECKOUT_POLL_DELAYS_MS } from '../limits.ts';
import type { PlanTerms } from './plan.ts';
import type { Subscription } from './subscription.ts';

/** PENDING until the provider's result is known; the other three are final. */
export type CheckoutStatus = 'PENDING' | 'SUCCESS' | 'FAILED' | 'EXPIRED';

/** What a finished checkout tells the customer's browser and any later caller. */
export interface CheckoutOutcome {
  readonly subscriberId: string;
  readonly subscriptionReference: string;
  readonly customerReference: string;
  readonly planReference: string;
  readonly customerId: string;
}

/** What checkouts of both kinds have in common. Times are epoch ms. */
export interface CheckoutBase {
  readonly token: string;
  readonly tenant: string;
  readonly status: CheckoutStatus;
  readonly clientReferenceId: string;
  readonly callbackUrl: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** How often it was polled without the customer's browser having come back. */
  readonly polls: number;
  readonly outcome: CheckoutOutcome | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** A hosted checkout of a new subscription, with all that is needed to finish it. */
export interface SubscribeCheckout extends CheckoutBase {
  readonly kind: 'subscribe';
  readonly plan: PlanTerms;
  /** Who is to subscribe; null once the checkout is over, because nothing personal is kept of it. */
  readonly customer: Subscription['customer'] | null;
  /** The customer's `endedAt` as it was known when the checkout began. */
  readonly endedBefore: number | null;
  /** When a browser's return last had the provider asked, epoch ms; 0 before the first. */
  readonly askedAt: number;
}

/** A checkout whose customer is known, as it takes to record what was bought. */
export type CheckoutOf = SubscribeCheckout & { readonly customer: Subscription['customer'] };

/** A hosted session in which a subscriber enters a new card. */
export interface CardCheckout extends CheckoutBase {
  readonly kind: 'card';
  readonly subscriberId: string;
  /** When the customer's browser last came back from the form, epoch ms. */
  readonly returnedAt: number | null;
}

/** A hosted session at the payment provider: a purchase, or a new card for a subscription. */
export type Checkout = SubscribeCheckout | CardCheckout;

/** What the hosted page shows beside the provider's form; kept with the form, so that the page reads nothing else. */
export interface PageFacts {
  /** The tenant's name. */
  readonly shop: string;
  /** What is bought, or whose card is replaced. */
  readonly plan: PlanTerms;
  /** A payment has failed that is tried again with the new card. */
  readonly owed: boolean;
}

/** Everything that the hosted page shows. */
export interface HostedPage extends Omit<PageFacts, 'plan'> {
  /** HTML as the provider gives it; null once it is no longer kept. */
  readonly form: string | null;
  /** Where a browser gets the form's script from, as Content-Security-Policy sources; null where nobody noted it. */
  readonly formSources: string | null;
  /** Null where a form for a new card no longer says so. */
  readonly plan: PlanTerms | null;
}

/** When an unfinished checkout is next read at the provider (epoch ms); undefined once the last poll is over. */
export function nextPollAt(
  checkout: Pick<Checkout, 'createdAt' | 'expiresAt'>,
  after: number,
): number | undefined {
  const { createdAt, expiresAt } = checkout;
  const polls = [
    ...CHECKOUT_POLL_DELAYS_MS.map((delay) => createdAt + delay),
    expiresAt,
    createdAt + CHECKOUT_LAST_POLL_MS,
  ];
  return polls.sort((a, b) => a - b).find((poll) => poll > after);
}
