/* Lists of events and subscribers: sparse, eventually consistent indexes, so every listed item is read again by key. */

/** The indexes by name: the attribute that names a list, and the attribute that sorts it. */
export const LIST_INDEXES = {
  /** Events of a type, in commit order. */
  feed: { list: 'feed', sort: 'position' },
  /** Events of a type that ended undelivered or have waited long. */
  eventsByState: { list: 'inState', sort: 'position' },
  /** Subscribers of a status, oldest first. */
  subscribersByStatus: { list: 'byStatus', sort: 'sk' },
  /** Subscribers of a plan and a status, oldest first. */
  subscribersByPlan: { list: 'byPlan', sort: 'sk' },
  /** Subscribers of a tenant by their customer's e-mail address, and by name: for those that begin with something. */
  subscribersByEmail: { list: 'inSearch', sort: 'searchEmail' },
  subscribersByName: { list: 'inSearch', sort: 'searchName' },
} as const;
/** The name of a list index. */
export type ListIndex = keyof typeof LIST_INDEXES;

/** The indexes that a row of `lib/routes.ts` may use, by its `lists`. */
export const LISTS_OF = {
  feed: ['feed'],
  events: ['feed', 'eventsByState'],
  account: ['subscribersByStatus', 'feed'],
  subscribers: ['subscribersByStatus', 'subscribersByPlan', 'subscribersByEmail', 'subscribersByName'],
  console: [
    'feed',
    'eventsByState',
    'subscribersByStatus',
    'subscribersByPlan',
    'subscribersByEmail',
    'subscribersByName',
  ],
} as const satisfies Record<string, readonly ListIndex[]>;

/** One list: its index, and the value of the entries' list attribute. */
export interface List {
  readonly index: ListIndex;
  readonly name: string;
}
