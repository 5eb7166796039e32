import { cardBody, customerBody } from './bodies.ts';
import { BASE, type Caller } from './call.ts';
import { catalogue } from './catalogue.ts';
import { mayMeanPlanGone } from './codes.ts';
import { UnreadableAnswer } from './fields.ts';
import { ancestors, lineage } from './lineage.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { dataOf, readDetails, readPerson, readSubscription } from './read.ts';
import { search } from './search.ts';
import { searchPurchases } from './search-purchases.ts';
import type { Pay, PayAnswer } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';

const nothing = () => undefined;

/** Calls that change subscriptions. They may move money, so each has a fresh connection and a longer deadline. */
export function subscriptionChanges(
  call: Caller,
): Pick<Pay, 'startDirect' | 'activate' | 'upgrade' | 'cancel' | 'retryOrder'> {
  return {
    startDirect: async ({ planReference, customer, card, initialStatus, correlationId }) =>
      orPlanGone(
        call,
        planReference,
        await call.postMoney(
          `${BASE}/initialize`,
          {
            conversationId: correlationId,
            pricingPlanReferenceCode: planReference,
            subscriptionInitialStatus: initialStatus,
            customer: customerBody(customer),
            paymentCard: cardBody(card.reveal()),
          },
          (envelope) => readSubscription(dataOf(envelope)),
        ),
      ),

    activate: (reference) => call.postMoney(`${pathOf(reference)}/activate`, {}, nothing),

    upgrade: async ({ reference, newPlanReference, period, useTrial, resetRecurrenceCount }) =>
      orPlanGone(
        call,
        newPlanReference,
        await call.postMoney(
          `${pathOf(reference)}/upgrade`,
          {
            newPricingPlanReferenceCode: newPlanReference,
            upgradePeriod: period,
            useTrial,
            resetRecurrenceCount,
          },
          (envelope) => readSubscription(dataOf(envelope)),
        ),
      ),

    cancel: (reference) => call.postMoney(`${pathOf(reference)}/cancel`, {}, nothing),

    retryOrder: (orderReference) =>
      call.postMoney(`${BASE}/operation/retry`, { referenceCode: orderReference }, nothing),
  };
}

/** Calls that read subscriptions and their customers. */
export function subscriptionReads(
  call: Caller,
): Pick<
  Pay,
  | 'readSubscription'
  | 'lineage'
  | 'ancestors'
  | 'search'
  | 'searchPurchases'
  | 'listSubscriptions'
  | 'readCustomer'
> {
  const readSubscription: Pay['readSubscription'] = (reference) => readOrConfirm(call, reference);
  return {
    readSubscription,

    lineage: (reference) => lineage(call, readSubscription, reference),

    ancestors: (one) => ancestors(call, one),

    search: (filter) => search(call, filter),

    // Referenced lazily, so that bundles without it drop its code.
    listSubscriptions: (from) => listSubscriptions(call)(from),

    searchPurchases: (filter, from) => searchPurchases(call, filter, from),

    readCustomer: (reference) =>
      call.get(`${BASE}/customers/${encodeURIComponent(reference)}`, {}, (envelope) =>
        readPerson(dataOf(envelope)),
      ),
  };
}

/**
 * An answer about a plan, which is believed gone only where the account's products, read whole, do not have it either.
 */
async function orPlanGone<T>(
  call: Caller,
  planReference: string,
  answer: PayAnswer<T>,
): Promise<PayAnswer<T>> {
  if (answer.ok || answer.is !== 'unclear' || !mayMeanPlanGone(answer.providerCode)) return answer;
  const products = await catalogue(call).listProducts();
  if (!products.ok) return answer;
  const isThere = products.value.some(({ plans }) =>
    plans.some(({ reference }) => reference === planReference),
  );
  return isThere ? answer : { ...answer, is: 'planNotFound' };
}

/** Reads a subscription, believed gone only where a second reading gets no better answer and the list has none. */
async function readOrConfirm(call: Caller, reference: string): Promise<PayAnswer<PaySubscriptionDetails>> {
  const first = await readOnce(call, reference);
  if (!isPerhapsGone(first)) return first;
  const second = await readOnce(call, reference);
  if (!isPerhapsGone(second)) return second;
  const listed = await search(call, { reference });
  if (listed.ok && listed.value.length === 0) return { ...second, is: 'notFound' };
  return listed.ok || listed.is === 'invalidResponse' ? { ...second, is: 'unclear' } : listed;
}

type PerhapsGone = Extract<PayAnswer<never>, { readonly is: 'notFound' | 'unclear' }>;

const isPerhapsGone = (answer: PayAnswer<unknown>): answer is PerhapsGone =>
  !answer.ok && (answer.is === 'notFound' || answer.is === 'unclear');

function readOnce(call: Caller, reference: string): Promise<PayAnswer<PaySubscriptionDetails>> {
  return call.get(pathOf(reference), {}, (envelope) => {
    const details = readDetails(dataOf(envelope), call.observe);
    // Another customer's charges must never be recorded as this one's. A code of another form may stand for it.
    if (details.reference !== reference && details.reference.length === reference.length)
      throw new UnreadableAnswer('referenceCode');
    return details;
  });
}

function pathOf(reference: string): string {
  return `${BASE}/subscriptions/${encodeURIComponent(reference)}`;
}
