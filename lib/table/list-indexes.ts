/* Lists of a tenant's events, subscribers and open purchases: sparse, eventually consistent indexes, so every listed item is read again by key. */

/** The indexes by name: the attribute that names a list, and the attribute that sorts it. */
export const LIST_INDEXES = {
  /** Events of a type, in commit order. */
  feed: { list: 'feed', sort: 'position' },
  /** Events of a type that ended undelivered or have waited long; checkouts and charges that are open. */
  eventsByState: { list: 'inState', sort: 'position' },
  /** Subscribers of a status, oldest first. */
  subscribersByStatus: { list: 'byStatus', sort: 'sk' },
  /** Subscribers of a plan and a status, oldest first. */
  subscribersByPlan: { list: 'byPlan', sort: 'sk' },
  /** Subscribers of a tenant by their customer's e-mail address, and by name: for those that begin with something. */
  subscribersByEmail: { list: 'inSearch', sort: 'searchEmail' },
  subscribersByName: { list: 'inSearch', sort: 'searchName' },
  /** The same by their name from its second, third or fourth part on, the surname first of all. */
  subscribersByPart2: { list: 'inSearch', sort: 'searchPart2' },
  subscribersByPart3: { list: 'inSearch', sort: 'searchPart3' },
  subscribersByPart4: { list: 'inSearch', sort: 'searchPart4' },
  /** Subscribers by their phone number, and invoices by their number. */
  byNumber: { list: 'inSearch', sort: 'searchNumber' },
} as const;
/** The name of a list index. */
export type ListIndex = keyof typeof LIST_INDEXES;

/** The indexes of searches, in the order in which they are gone through. */
export const SEARCH_INDEXES = [
  'subscribersByEmail',
  'subscribersByName',
  'subscribersByPart2',
  'subscribersByPart3',
  'subscribersByPart4',
  'byNumber',
] as const satisfies readonly ListIndex[];
/** The name of an index of searches. */
export type SearchIndex = (typeof SEARCH_INDEXES)[number];

/** The indexes that a function may use, by its `lists`. */
export const LISTS_OF = {
  feed: ['feed'],
  events: ['feed', 'eventsByState'],
  open: ['eventsByState'],
  account: ['subscribersByStatus', 'feed'],
  subscribers: ['subscribersByStatus', 'subscribersByPlan', ...SEARCH_INDEXES],
  console: ['feed', 'eventsByState', 'subscribersByStatus', 'subscribersByPlan', ...SEARCH_INDEXES],
} as const satisfies Record<string, readonly ListIndex[]>;

/** One list: its index, and the value of the entries' list attribute. */
export interface List {
  readonly index: ListIndex;
  readonly name: string;
}
