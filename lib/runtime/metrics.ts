/**
 * The catalogue of our metrics: the unit of each, and the field of its log line that says which one it was. Functions
 * print them in CloudWatch's embedded format, without dimensions: each would be another metric to pay for. Alarms and
 * the dashboard take the names from here.
 */
export const METRICS = {
  /** Requests, messages and rounds that ended with our own failure, by route. */
  RequestsCrashed: { unit: 'Count', by: 'route' },
  /** Due items handed out to a queue. */
  SweepHandedOut: { unit: 'Count', by: 'kind' },
  /** Due items beyond a tenant's share of one run, moved on to a later one. */
  SweepOverShare: { unit: 'Count', by: 'kind' },
  /** Messages that a queue refused; their items are due again at once. */
  SweepNotTaken: { unit: 'Count', by: 'kind' },
  /** Due items held back because the provider refuses, or does not answer, their tenant's account. */
  SweepHeldBack: { unit: 'Count', by: 'kind' },
  /** The lateness of the oldest due item when a run began: of what moves money, of events, and of documents. */
  OldestMoneyDueAge: { unit: 'Milliseconds', by: 'kind' },
  OldestEventDueAge: { unit: 'Milliseconds', by: 'kind' },
  OldestDocumentDueAge: { unit: 'Milliseconds', by: 'kind' },
  /** Runs that ended before everything due was handed out. */
  SweepOutOfTime: { unit: 'Count', by: 'kind' },
  /** What is kept or queued in a form that this code does not know: due items, records, messages (newer code made them). */
  Unreadable: { unit: 'Count', by: 'kind' },
  /** Payment accounts newly marked because their provider refuses them. */
  PayAccountRefused: { unit: 'Count', by: 'state' },
  /** Payment accounts newly marked because their provider does not answer for them. */
  PayAccountSilent: { unit: 'Count', by: 'state' },
  /** Answers of the payment provider with something that its documentation does not lead to expect, by what it is. */
  PayAnswersOdd: { unit: 'Count', by: 'oddity' },
  /** Events whose eleven attempts all failed; they are kept, listed and can be replayed. */
  EventsExhausted: { unit: 'Count', by: 'type' },
  /** Endpoints newly in the slow lane, after three consecutive time-outs or late answers. */
  EndpointsSlow: { unit: 'Count', by: 'channel' },
  /** Requests over a tenant's limit, or over that of an open address. */
  RateLimited: { unit: 'Count', by: 'limit' },
  /** Card forms that were refused, because a subscription had too many of them or of refused cards: somebody may try cards. */
  CardFormsExhausted: { unit: 'Count', by: 'of' },
  /** Notifications over the tenant's 600 a minute; reconciliation learns the same within hours. */
  NotificationsOverLimit: { unit: 'Count', by: 'limit' },
  /** Notifications whose subscription stayed unknown for a day, or beyond the tenant's 1,000 waiting ones. */
  NotificationsDropped: { unit: 'Count', by: 'why' },
  /** Steps of documents, by result: `issued`, `failed`, or what they wait for. */
  DocumentRuns: { unit: 'Count', by: 'outcome' },
  /** Messages that were true and could not be sent for three days: they are dropped, and listed as `too_late`. */
  MessagesLost: { unit: 'Count', by: 'kind' },
  /** Documents that failed; they are listed, and an operator can retry them. */
  DocumentsFailed: { unit: 'Count', by: 'why' },
  /** Attempts at documents whose payment is more than a day old, by what they wait for that is not the tenant's. */
  DocumentsLate: { unit: 'Count', by: 'why' },
  /** The same where the tenant's own account at the invoicing provider is the cause. */
  DocumentsLateByTenant: { unit: 'Count', by: 'why' },
  /** Look-ups of money calls still unknown a quarter of an hour after the call, and of forms after a day, by reason. */
  OutcomesUnknown: { unit: 'Count', by: 'why' },
  /** What a tenant's merchant account does not know, where it belongs to another account that the tenant had. */
  OtherAccountAsked: { unit: 'Count', by: 'about' },
  /** New disagreements with the payment provider, as in `GET /reports/differences`, but for the next. */
  DifferencesFound: { unit: 'Count', by: 'kind' },
  /** Customers newly found to be charged after they cancelled. */
  ChargesAfterCancellation: { unit: 'Count', by: 'kind' },
  /** Differences beyond the 5,000 that one comparison records. */
  DifferencesNotKept: { unit: 'Count', by: 'kind' },
  /** Comparisons of an earlier night still running when the next one was due. */
  ComparisonsUnfinished: { unit: 'Count', by: 'why' },
  /** Charges that match more than one purchase; a person has to decide. */
  AmbiguousCharge: { unit: 'Count', by: 'kind' },
} as const satisfies Record<string, { readonly unit: 'Count' | 'Milliseconds'; readonly by: string }>;

/** The name of a metric of the catalogue. */
export type MetricName = keyof typeof METRICS;

/** CloudWatch's namespace of the metrics, unless the stack names another. */
export const USUAL_NAMESPACE = 'Billing';
