import { cardBody, customerBody, planBody } from './bodies.ts';
import { caller, type IyzicoOutside, type Query } from './call.ts';
import { PRODUCTS_A_PAGE, SEARCH_SLACK_MS, SUBSCRIPTIONS_A_PAGE } from './limits.ts';
import {
  dataOf,
  readDetails,
  readHostedForm,
  readPerson,
  readPlan,
  readProduct,
  readSubscription,
} from './read.ts';
import type { Fields } from './fields.ts';
import type { Pay, PayAccount } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';

const BASE = '/v2/subscription';

/** One account's line to iyzico's Subscription API, version 2. */
export function iyzico(account: PayAccount, outside: IyzicoOutside): Pay {
  const call = caller(account, outside);
  const nothing = () => undefined;
  const hostedForm = (envelope: Fields) => readHostedForm(envelope, account.baseUrl);

  return {
    openForm: ({ planReference, customer, callbackUrl, initialStatus, correlationId }) =>
      call.post(
        `${BASE}/checkoutform/initialize`,
        {
          conversationId: correlationId,
          callbackUrl,
          pricingPlanReferenceCode: planReference,
          subscriptionInitialStatus: initialStatus,
          customer: customerBody(customer),
        },
        hostedForm,
      ),

    readForm: (token) =>
      call.get(`${BASE}/checkoutform/${encodeURIComponent(token)}`, {}, (envelope) =>
        readSubscription(dataOf(envelope)),
      ),

    startDirect: ({ planReference, customer, card, initialStatus, correlationId }) =>
      call.postMoney(
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

    activate: (reference) => call.postMoney(`${subscriptionPath(reference)}/activate`, {}, nothing),

    upgrade: ({ reference, newPlanReference, period, useTrial, resetRecurrenceCount }) =>
      call.postMoney(
        `${subscriptionPath(reference)}/upgrade`,
        {
          newPricingPlanReferenceCode: newPlanReference,
          upgradePeriod: period,
          useTrial,
          resetRecurrenceCount,
        },
        (envelope) => readSubscription(dataOf(envelope)),
      ),

    cancel: (reference) => call.postMoney(`${subscriptionPath(reference)}/cancel`, {}, nothing),

    retryOrder: (orderReference) =>
      call.postMoney(`${BASE}/operation/retry`, { referenceCode: orderReference }, nothing),

    readSubscription: (reference) =>
      call.get(subscriptionPath(reference), {}, (envelope) => readDetails(dataOf(envelope))),

    search: async (filter) => {
      const path = `${BASE}/subscriptions`;
      const answer = await call.getAll(path, searchQuery(filter), SUBSCRIPTIONS_A_PAGE, readDetails);
      return answer.ok ? { ok: true, value: fitting(answer.value, filter) } : answer;
    },

    openCardForm: ({ customerReference, reference, callbackUrl }) =>
      call.post(
        `${BASE}/card-update/checkoutform/initialize`,
        { callbackUrl, customerReferenceCode: customerReference, subscriptionReferenceCode: reference },
        hostedForm,
      ),

    listSubscriptions: (page) =>
      call.getPage(`${BASE}/subscriptions`, {}, { page, size: SUBSCRIPTIONS_A_PAGE }, readDetails),

    readCustomer: (reference) =>
      call.get(`${BASE}/customers/${encodeURIComponent(reference)}`, {}, (envelope) =>
        readPerson(dataOf(envelope)),
      ),

    createProduct: (name) =>
      call.post(`${BASE}/products`, { name }, (envelope) => readProduct(dataOf(envelope))),

    createPlan: ({ productReference, ...plan }) =>
      call.post(
        `${BASE}/products/${encodeURIComponent(productReference)}/pricing-plans`,
        planBody(plan),
        (envelope) => readPlan(dataOf(envelope), productReference),
      ),

    deletePlan: (reference) => call.delete(`${BASE}/pricing-plans/${encodeURIComponent(reference)}`, nothing),

    listProducts: () => call.getAll(`${BASE}/products`, {}, PRODUCTS_A_PAGE, readProduct),
  };
}

type Filter = Parameters<Pay['search']>[0];

function subscriptionPath(reference: string): string {
  return `${BASE}/subscriptions/${encodeURIComponent(reference)}`;
}

/**
 * What the provider is asked. Dates only narrow a search that would otherwise go through a whole
 * plan or account: their zone, and which of a subscription's dates they mean, is not documented.
 */
function searchQuery(filter: Filter): Query {
  const narrow = filter.customerReference !== undefined || filter.parentReference !== undefined;
  const date = (time: number | undefined) => (narrow || time === undefined ? undefined : searchDate(time));
  const { createdFrom, createdTo } = filter;
  return {
    customerReferenceCode: filter.customerReference,
    pricingPlanReferenceCode: filter.planReference,
    parentReferenceCode: filter.parentReference,
    startDate: date(createdFrom === undefined ? undefined : createdFrom - SEARCH_SLACK_MS),
    endDate: date(createdTo === undefined ? undefined : createdTo + SEARCH_SLACK_MS),
  };
}

/** `yyyy-MM-dd HH:mm:ss` */
function searchDate(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** The provider ignores filters it does not know, so all of them are applied here again. */
function fitting(
  found: readonly PaySubscriptionDetails[],
  filter: Filter,
): readonly PaySubscriptionDetails[] {
  const { customerReference, planReference, parentReference, createdFrom, createdTo } = filter;
  const byReference = new Map(found.map((each) => [each.reference, each])); // one may show on two pages
  return [...byReference.values()]
    .filter(
      (each) =>
        (customerReference === undefined || each.customerReference === customerReference) &&
        (planReference === undefined || each.planReference === planReference) &&
        (parentReference === undefined || each.parentReference === parentReference) &&
        each.createdAt >= (createdFrom ?? -Infinity) &&
        each.createdAt <= (createdTo ?? Infinity),
    )
    .sort((one, other) => other.createdAt - one.createdAt);
}
