import { inTenant, key, differenceList } from './schema.ts';
import type { Key } from './table.ts';

/** What a query over several items needs: the partition and the beginning of the sort key. */
export const range = {
  tenants: () => ({ pk: 'TENANTS', prefix: 'T#' }),
  apiKeys: (tenant: string) => ({ pk: inTenant(tenant), prefix: 'APIKEY#' }),
  /** A list of subscribers of a status, and of a plan where one is named. */
  subscribers: (tenant: string, status: string, planId: string | undefined) => ({
    pk: (planId === undefined
      ? key.listedByStatus(tenant, status, '')
      : key.listedByPlan(tenant, planId, status, '')
    ).pk,
  }),
  differences: (tenant: string, state: 'open' | 'closed', kind: string | undefined) => ({
    pk: differenceList(tenant, state, kind),
  }),
  plans: (tenant: string) => ({ pk: `${inTenant(tenant)}#PLANS`, prefix: 'PLAN#' }),
  customerWithSubscribers: (tenant: string, email: string) => ({ pk: key.customer(tenant, email).pk }),
  customerOfSubscriber: (tenant: string, id: string) => ({ pk: key.subscriber(tenant, id).pk }),
  documentsListed: (tenant: string) => ({ pk: `${inTenant(tenant)}#DOCS`, prefix: 'DOC#' }),
  invoices: (tenant: string, subscriberId: string) => ({
    pk: `${inTenant(tenant)}#I#${subscriberId}`,
    prefix: 'INV#',
  }),
  history: (tenant: string, subscriberId: string) => ({
    pk: key.event(tenant, subscriberId).pk,
    prefix: 'E#',
  }),
  feed: (tenant: string, type: string) => ({ pk: key.feed(tenant, type, 0, '').pk }),
  listedEvents: (tenant: string, state: string, type: string) => ({
    pk: key.listedEvent(tenant, state, type, 0, '').pk,
  }),
  attempts: (tenant: string, eventId: string) => ({
    pk: key.attempt(tenant, eventId, 0).pk,
    prefix: 'ATTEMPT#',
  }),
};

/** Whether an item of a customer's partition is a subscriber, and not the customer or a newest invoice. */
export function isSubscriber({ sk }: Key): boolean {
  return sk.startsWith('SUB#') && !sk.endsWith('#LATEST');
}
