import { part, text, type TypeOf } from '../record.ts';
import type { PlanTerms } from './plan.ts';
import type { Subscription } from './subscription.ts';

/** What came of a purchase that was paid. */
export const PURCHASE_OUTCOME = part({
  subscriberId: text,
  customerId: text,
  /** The provider's references. */
  reference: text,
  planReference: text,
  customerReference: text,
});
/** Such an outcome. */
export type PurchaseOutcome = TypeOf<typeof PURCHASE_OUTCOME>;

/** The outcome of what was made at the provider, as recorded here. */
export const outcomeOf = (
  { reference, planReference, customerReference }: Omit<PurchaseOutcome, 'subscriberId' | 'customerId'>,
  { subscriberId, customerId }: Pick<PurchaseOutcome, 'subscriberId' | 'customerId'>,
): PurchaseOutcome => ({ subscriberId, customerId, reference, planReference, customerReference });

/**
 * The record of a purchase from its beginning until it is over: who buys what, and what came of it. `subscribe` is paid in
 * a hosted form, `charge` with a card that the tenant has taken.
 */
export interface BegunPurchase {
  readonly kind: 'subscribe' | 'charge';
  readonly clientReferenceId: string;
  /** The merchant account that it is made at. */
  readonly merchantId: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly plan: PlanTerms;
  /** Who buys; null once no personal data is kept of it. */
  readonly customer: Subscription['customer'] | null;
  /** The customer's `endedAt` when it began. */
  readonly endedBefore: number | null;
  readonly outcome: PurchaseOutcome | null;
}

/** A purchase whose customer is still known, as recording it requires. */
export type WithCustomer<P extends BegunPurchase = BegunPurchase> = P & {
  readonly customer: Subscription['customer'];
};
