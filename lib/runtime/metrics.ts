/**
 * The catalogue of our metrics: unit and dimension of each. Functions print them in CloudWatch's embedded format;
 * alarms and dashboards take the names from here.
 */
export const METRICS = {
  /** Requests, messages and rounds that ended with our own failure, by function. */
  RequestsCrashed: { unit: 'Count', by: 'route' },
  /** Due items handed out to a queue. */
  SweepHandedOut: { unit: 'Count', by: 'kind' },
  /** Due items beyond a tenant's share of one run, moved on to a later one. */
  SweepOverShare: { unit: 'Count', by: 'kind' },
  /** Due items that could not be read or processed, or whose message could not be built; retried with growing delays. */
  SweepUnreadable: { unit: 'Count', by: 'kind' },
  /** Messages that a queue refused; their items are due again at once. */
  SweepNotTaken: { unit: 'Count', by: 'kind' },
  /** Due items held back because the provider refuses, or does not answer, their tenant's account. */
  SweepHeldBack: { unit: 'Count', by: 'kind' },
  /** The lateness of the oldest due item when a run began. */
  OldestDueAge: { unit: 'Milliseconds', by: 'kind' },
  /** Runs that ended before everything due was handed out. */
  SweepOutOfTime: { unit: 'Count', by: 'kind' },
  /** Messages of a kind unknown to the consumer (newer code sent them); they end as dead letters. */
  UnknownMessage: { unit: 'Count', by: 'kind' },
  /** Payment accounts newly marked as refused or silent. */
  PayAccountMarked: { unit: 'Count', by: 'state' },
  /** Answers of the payment provider with something that its documentation does not lead to expect, by what it is. */
  PayAnswersOdd: { unit: 'Count', by: 'oddity' },
  /** Events whose eleven attempts all failed; they are kept, listed and can be replayed. */
  EventsExhausted: { unit: 'Count', by: 'type' },
  /** Endpoints newly in the slow lane, after three consecutive time-outs or late answers. */
  EndpointsSlow: { unit: 'Count', by: 'channel' },
  /** Requests over a tenant's limit, or over that of an open address. */
  RateLimited: { unit: 'Count', by: 'limit' },
  /** Notifications over the tenant's 600 a minute; reconciliation learns the same within hours. */
  NotificationsOverLimit: { unit: 'Count', by: 'limit' },
  /** Notifications about unknown subscriptions beyond the tenant's 1,000 waiting ones. */
  NotificationsNotDeferred: { unit: 'Count', by: 'limit' },
  /** Notifications whose subscription stayed unknown for a day. */
  NotificationsGivenUp: { unit: 'Count', by: 'limit' },
  /** Steps of documents, by result: `issued`, `failed`, or what they wait for. */
  DocumentRuns: { unit: 'Count', by: 'outcome' },
  /** Documents that failed; they are listed, and an operator can retry them. */
  DocumentsFailed: { unit: 'Count', by: 'why' },
  /** Attempts at documents whose payment is more than a day old, by what they wait for. */
  DocumentsLate: { unit: 'Count', by: 'why' },
  /** Look-ups of money calls still unknown a quarter of an hour after the call, and of forms after a day, by reason. */
  OutcomesUnknown: { unit: 'Count', by: 'why' },
  /** What a tenant's merchant account does not know, where it belongs to another account that the tenant had. */
  OtherAccountAsked: { unit: 'Count', by: 'about' },
  /** New disagreements with the payment provider, as in `GET /reports/differences`. */
  DifferencesFound: { unit: 'Count', by: 'kind' },
  /** Differences beyond the 5,000 that one comparison records. */
  DifferencesNotKept: { unit: 'Count', by: 'kind' },
  /** Unreadable records that a scan skipped. */
  RecordsUnreadable: { unit: 'Count', by: 'kind' },
  /** Comparisons of an earlier night still running when the next one was due. */
  ComparisonsUnfinished: { unit: 'Count', by: 'why' },
  /** Charges that match more than one purchase; a person has to decide. */
  AmbiguousCharge: { unit: 'Count', by: 'kind' },
} as const satisfies Record<string, { readonly unit: 'Count' | 'Milliseconds'; readonly by: string }>;

/** The name of a metric of the catalogue. */
export type MetricName = keyof typeof METRICS;

/** CloudWatch's namespace of the metrics, unless the stack names another. */
export const USUAL_NAMESPACE = 'Billing';
