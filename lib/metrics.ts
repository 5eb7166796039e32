/**
 * Every metric of our own, once: what it counts, in what unit, and its dimension. Functions print them with
 * their logs in CloudWatch's embedded format; alarms and dashboard name them from here.
 */
export const METRICS = {
  /** A request, a message or a round that ended with a failure of our own; told apart by the function. */
  RequestsCrashed: { unit: 'Count', by: 'route' },
  /** Due things handed out to a queue. */
  SweepHandedOut: { unit: 'Count', by: 'kind' },
  /** Due things of a tenant over its share of one run, moved on to a later one. */
  SweepOverShare: { unit: 'Count', by: 'kind' },
  /** Due things that could not be read or worked on, or whose message could not be made; they are tried ever later. */
  SweepUnreadable: { unit: 'Count', by: 'kind' },
  /** Messages that a queue did not take; their things are due again at once. */
  SweepNotTaken: { unit: 'Count', by: 'kind' },
  /** Due things held back because the provider refuses their tenant's account, or does not answer it. */
  SweepHeldBack: { unit: 'Count', by: 'kind' },
  /** How late the oldest thing due was when a run began. */
  OldestDueAge: { unit: 'Milliseconds', by: 'kind' },
  /** A run whose time was over before everything due was handed out. */
  SweepOutOfTime: { unit: 'Count', by: 'kind' },
  /** A message of a kind unknown to its queue's consumer: newer code sent it. It ends among the dead letters. */
  UnknownMessage: { unit: 'Count', by: 'kind' },
  /** A payment provider that began to refuse a tenant's account, or to leave it without an answer. */
  PayAccountMarked: { unit: 'Count', by: 'state' },
  /** An event whose eleven attempts all failed: it is kept, listed and can be replayed. */
  EventsExhausted: { unit: 'Count', by: 'type' },
  /** An address that timed out three times in a row, and whose deliveries go through the slow lane. */
  EndpointsSlow: { unit: 'Count', by: 'channel' },
  /** A request over a tenant's limit, or over that of an open address. */
  RateLimited: { unit: 'Count', by: 'limit' },
  /** A notification over its tenant's 600 a minute; reconciliation learns the same hours later. */
  NotificationsOverLimit: { unit: 'Count', by: 'limit' },
  /** A notification about an unknown subscription, over its tenant's 1,000 waiting ones. */
  NotificationsNotDeferred: { unit: 'Count', by: 'limit' },
  /** A notification whose subscription stayed unknown for a day. */
  NotificationsGivenUp: { unit: 'Count', by: 'limit' },
  /** A document whose making took a step, by what became of it: `issued`, `failed`, or why it waits. */
  DocumentRuns: { unit: 'Count', by: 'outcome' },
  /** A document that cannot be made; it is listed, and an operator can have it tried again. */
  DocumentsFailed: { unit: 'Count', by: 'why' },
  /** A try of a document whose payment is more than a day old, by what it waits for. */
  DocumentsLate: { unit: 'Count', by: 'why' },
  /** A money call whose outcome is still unknown a quarter of an hour after it was made, at each look-up, by why. */
  OutcomesUnknown: { unit: 'Count', by: 'why' },
  /** Something that we and the payment provider turned out not to agree on, as `GET /reports/differences` lists it. */
  DifferencesFound: { unit: 'Count', by: 'kind' },
  /** Differences over the 5,000 that one comparison writes down. */
  DifferencesNotKept: { unit: 'Count', by: 'kind' },
  /** Records that could not be read where many are gone through, and were passed over. */
  RecordsUnreadable: { unit: 'Count', by: 'kind' },
  /** A comparison of an earlier night that was not over when the next one was to begin. */
  ComparisonsUnfinished: { unit: 'Count', by: 'why' },
  /** A charge that fits more than one purchase; only a person can tell. */
  AmbiguousCharge: { unit: 'Count', by: 'kind' },
} as const satisfies Record<string, { readonly unit: 'Count' | 'Milliseconds'; readonly by: string }>;

/** The name of a metric of the catalogue. */
export type MetricName = keyof typeof METRICS;

/** CloudWatch's name space of all of them, where the stack names no other. */
export const USUAL_NAMESPACE = 'Billing';
