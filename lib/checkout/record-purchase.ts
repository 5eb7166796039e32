import { merchantOf } from '../pay/another-account.ts';
import { statusOf } from '../pay/client.ts';
import type { CoreApp, SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import { outcomeOf, type PurchaseOutcome, type WithCustomer } from '../billing/begun-purchase.ts';
import { viewAt } from '../billing/current-state.ts';
import type { Customer } from '../billing/customer.ts';
import { subscribe, type Purchase } from '../billing/purchase.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import { commitNew } from '../commit.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';
import {
  customerBought,
  customerElsewhere,
  customerFrom,
  subscriptionsIfReadable,
} from '../table/subscribers/customers.ts';
import { claimExternalId } from '../table/subscribers/external-ids.ts';
import { customerHashIn, timeOfId, withCustomerHash } from '../table/ids.ts';
import { onConflict, type Change, type Conflict } from '../table/table.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { identityOf, recordCustomer } from './plan-and-customer.ts';

/** The record that a purchase began with, and how to complete it. */
export interface PurchaseOrigin<Outcome, Late = Outcome> {
  readonly begun: WithCustomer;
  /** The cause of the SUBSCRIBED event: one origin creates one subscription only. */
  readonly cause: string;
  readonly outcomeFrom: (outcome: PurchaseOutcome) => Outcome;
  /** The change written with subscriber and customer; its condition fails if the purchase is already recorded. */
  readonly originChange: (outcome: Outcome) => Change;
  /** The outcome after a concurrent writer was faster. */
  readonly outcomeAfterConflict: (conflict: Conflict) => Late | Promise<Late>;
}

/**
 * Records a purchase in one transaction with its origin and its customer. Returns the outcome on record. If only the
 * customer has changed since the purchase began, it is recorded with the customer as they are now.
 */
export async function recordPurchase<Outcome, Late = Outcome>(
  app: SubscriptionApp & WithTenant,
  purchase: Purchase,
  origin: PurchaseOrigin<Outcome, Late>,
): Promise<Outcome | Late> {
  const { plan, clientReferenceId, endedBefore } = origin.begun;
  const customer = await withOwnExternalId(app, origin.begun.customer);
  const id = withCustomerHash(app.newId(), customerHashIn(customer.id));
  const decision = subscribe({
    id,
    cause: origin.cause,
    plan,
    customer,
    clientReferenceId,
    endedBefore,
    purchase,
    now: timeOfId(id), // lists find it by its id from the instant at which it says it was created
    announcePending: false,
  });
  const outcome = origin.outcomeFrom(outcomeOf(purchase, { subscriberId: id, customerId: customer.id }));
  const thenReconcile = { kind: 'subscriber', tenantId: app.tenantId, subscriberId: id } as const;
  const creation = { causedBy: causeOf(app), thenReconcile };
  const bought = customerBought(app.tenantId, origin.begun, purchase.customerReference);
  return onConflict<Outcome | Late>(
    async () => {
      await commitNew(app, creation, decision, [origin.originChange(outcome), bought]);
      return outcome;
    },
    async (conflict) => {
      const begun = await withChangedBuyer(app, origin.begun, conflict);
      return begun
        ? recordPurchase(app, purchase, { ...origin, begun })
        : origin.outcomeAfterConflict(conflict);
    },
  );
}

/** The buyer, whose purchase succeeds, with the tenant's own id; without it where another customer has got it meanwhile. */
async function withOwnExternalId(
  app: SubscriptionApp & OfTenant,
  customer: Subscription['customer'],
): Promise<Subscription['customer']> {
  const { externalId, ...others } = customer;
  if (externalId === undefined || (await claimExternalId(app, externalId, customer.id))) return customer;
  app.log.warn('externalId of a purchase is taken', { tenant: app.tenantId });
  return others;
}

/**
 * With its customer as they are now: under the address that was corrected meanwhile, or whoever has the entered one, recorded
 * anew if they were erased. Undefined if not only they caused the conflict.
 */
async function withChangedBuyer(
  app: SubscriptionApp & OfTenant,
  begun: WithCustomer,
  { failed, found: [, item] }: Conflict,
): Promise<WithCustomer | undefined> {
  if (!failed.includes(1) || failed.includes(0)) return undefined; // in the order of the changes
  const own = item?.id === begun.customer.id ? undefined : await customerElsewhere(app, begun.customer);
  if (own) {
    const { typedEmail: _entered, ...entered } = begun.customer;
    return { ...begun, customer: { ...entered, email: own.email }, endedBefore: own.endedAt };
  }
  const { id, endedAt } = item ? customerFrom(item) : await recreateCustomer(app, begun);
  const isUnchanged = id === begun.customer.id && endedAt === begun.endedBefore;
  if (item && isUnchanged) return undefined;
  return { ...begun, customer: { ...begun.customer, id }, endedBefore: endedAt };
}

/** Recreates a customer who was erased while the purchase was open, and who has paid. */
async function recreateCustomer(
  app: SubscriptionApp & OfTenant,
  { customer }: WithCustomer,
): Promise<Customer> {
  const recreated = { ...identityOf(customer), payReference: null, endedAt: null, createdAt: app.clock() };
  return recordCustomer(app, recreated, undefined);
}

/** Who buys, and since when (epoch ms): one with a younger id is new. */
export interface BuyerSince extends Pick<WithCustomer, 'customer' | 'endedBefore'> {
  readonly since: number;
}

/** The purchase with its first period, which only the details have; if they cannot be read, without it. */
export async function fetchPurchase(
  app: CoreApp & WithTenant,
  pay: Pay,
  buyer: BuyerSince,
  made: PaySubscription,
): Promise<Purchase> {
  const [details, earlier] = await Promise.all([
    pay.readSubscription(made.reference),
    earlierSubscriptions(app, buyer),
  ]);
  const read = details.ok ? details.value : { ...made, orders: [] };
  return purchaseOf(made, read, earlier, merchantOf(app.tenant));
}

/** The buyer's subscriptions, read only if one may be over without that being on record; none if unreadable. */
async function earlierSubscriptions(
  app: CoreApp & OfTenant,
  { customer, endedBefore, since }: BuyerSince,
): Promise<readonly Subscription[]> {
  const isFirstPurchase = timeOfId(customer.id) >= since;
  if (isFirstPurchase || endedBefore !== null) return [];
  return subscriptionsIfReadable(app, customer);
}

/** The purchase at a merchant account, from the provider's details and the buyer's subscriptions before. */
export function purchaseOf(
  { reference, customerReference, planReference, status, createdAt }: PaySubscription,
  details: Pick<PaySubscriptionDetails, 'startAt' | 'trialEnd' | 'orders'>,
  earlier: readonly Subscription[],
  merchantId: string,
): Purchase {
  const [first] = details.orders;
  return {
    reference,
    customerReference,
    merchantId,
    planReference,
    status: statusOf(status),
    createdAt,
    startAt: details.startAt,
    trialEnd: details.trialEnd ?? null,
    isReturn: earlier.some((one) => hasEnded(viewAt(one, createdAt))),
    firstOrder: first ? { reference: first.reference, start: first.periodStart, end: first.periodEnd } : null,
  };
}
