import type { ListedState } from '../billing/delivery.ts';
import type { EventType } from '../billing/events.ts';
import type { SubscriptionStatus } from '../billing/subscription.ts';
import { LIST_INDEXES, type List, type SearchIndex } from './list-indexes.ts';
import { inTenant } from './schema.ts';

/** Every list, by what it contains. */
export const list = {
  feed: (tenant: string, type: EventType): List => ({
    index: 'feed',
    name: `${inTenant(tenant)}#${type}`,
  }),
  messages: (tenant: string): List => ({ index: 'feed', name: `${inTenant(tenant)}#MESSAGES` }),
  eventsInState: (tenant: string, state: ListedState, type: EventType): List => ({
    index: 'eventsByState',
    name: `${inTenant(tenant)}#${state}#${type}`,
  }),
  open: (tenant: string, kind: 'checkout' | 'intent'): List => ({
    index: 'eventsByState',
    name: `${inTenant(tenant)}#OPEN#${kind}`,
  }),
  subscribersOfStatus: (tenant: string, status: SubscriptionStatus): List => ({
    index: 'subscribersByStatus',
    name: `${inTenant(tenant)}#${status}`,
  }),
  searched: (tenant: string, index: SearchIndex): List => ({ index, name: inTenant(tenant) }),
  subscribersOfPlan: (tenant: string, planId: string, status: SubscriptionStatus): List => ({
    index: 'subscribersByPlan',
    name: `${inTenant(tenant)}#${planId}#${status}`,
  }),
};

/** The list attributes of an item that belongs to these lists, at most one per index. */
export function listAttributes(...lists: readonly List[]): Record<string, string> {
  return Object.fromEntries(lists.map(({ index, name }) => [LIST_INDEXES[index].list, name]));
}
