/*
 * Lists of a tenant's events and subscribers: sparse indexes, written with the item that they name or, for a subscriber
 * that is new or has changed its plan, a moment later. An index is read
 * without a guarantee of the last second's writes, so whatever a list names is read again by its key.
 */

/** The indexes by their names: the attribute that names a list, and the one that its entries are sorted by. */
export const LIST_INDEXES = {
  /** Events of a type, in the order of their commits. */
  feed: { list: 'feed', sort: 'position' },
  /** Events of a type that ended undelivered, or that wait for longer. */
  eventsByState: { list: 'inState', sort: 'position' },
  /** Subscribers of a status, oldest first. */
  subscribersByStatus: { list: 'byStatus', sort: 'sk' },
  /** Subscribers of a plan and a status, oldest first. */
  subscribersByPlan: { list: 'byPlan', sort: 'sk' },
} as const;
/** The name of a list index. */
export type ListIndex = keyof typeof LIST_INDEXES;

/** The indexes of what a row of `lib/routes.ts` may list. */
export const LISTS_OF = {
  feed: ['feed'],
  events: ['feed', 'eventsByState'],
  statuses: ['subscribersByStatus'],
  subscribers: ['subscribersByStatus', 'subscribersByPlan'],
} as const satisfies Record<string, readonly ListIndex[]>;

/** One list: its index, and what the entries' attribute says. */
export interface List {
  readonly index: ListIndex;
  readonly name: string;
}

/** The states that have lists of their own: events that ended undelivered, or wait for more than their first attempt. */
export type ListedState = 'PENDING' | 'EXHAUSTED' | 'SKIPPED';
