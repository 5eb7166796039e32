import type { MetricName } from '../../lib/metrics.ts';
import { DUE_KINDS } from '../../lib/table/due.ts';
import type { DueKind } from '../../lib/table/due.ts';
import type { Loss } from './alarm-catalogue.ts';

/** What one of our metrics means, and its alarm threshold. */
export interface Measured extends Loss {
  readonly metric: MetricName;
  /** Counts only this value of the metric's dimension; by default all. */
  readonly of?: string;
  /** In the metric's own unit, over `minutes`. */
  readonly reaches: number;
  /** Default five. A longer period makes a persistent problem page once. */
  readonly minutes?: number;
  /** Uses the maximum, for metrics that are not counts. */
  readonly largest?: true;
}

/** Problems that no retry will solve, and losses by design. */
const LOST: readonly Measured[] = [
  {
    id: 'ChargesNobodyCanPlace',
    metric: 'AmbiguousCharge',
    reaches: 1,
    loss: 'A buyer was charged and we cannot tell for which of two purchases.',
  },
  {
    id: 'ChargesAfterCancellation',
    metric: 'DifferencesFound',
    of: 'charged_after_cancellation',
    reaches: 1,
    loss: 'A customer who cancelled was charged all the same.',
  },
  {
    id: 'OutcomesStayUnknown',
    metric: 'OutcomesUnknown',
    reaches: 1,
    loss: 'For a quarter of an hour nobody can tell a buyer whether the card was charged.',
  },
  {
    id: 'RenewalsNobodyCanPlace',
    metric: 'NotificationsGivenUp',
    reaches: 1,
    loss: "The provider's news is about a subscription that stayed unknown for a day.",
  },
  {
    id: 'NotificationsTurnedAway',
    metric: 'NotificationsNotDeferred',
    reaches: 1,
    minutes: 60,
    loss: "The provider's news of a tenant is not kept: a thousand about unknown subscriptions wait already.",
  },
  {
    id: 'EventsNobodyReceived',
    metric: 'EventsExhausted',
    reaches: 1,
    minutes: 60,
    loss: 'A tenant was sent an event eleven times and did not take it; it waits to be replayed.',
  },
  {
    id: 'ReceiversTurnSlow',
    metric: 'EndpointsSlow',
    reaches: 5,
    loss: 'Several tenants hear of events late at once: their receivers time out, or the way there is slow.',
  },
  {
    id: 'MessagesNobodyUnderstands',
    metric: 'UnknownMessage',
    reaches: 1,
    loss: 'Work is left undone whose messages the running code does not know.',
  },
  {
    id: 'DueThingsNobodyCanRead',
    metric: 'SweepUnreadable',
    reaches: 1,
    loss: 'Something that is due cannot be read or worked on: it is tried again ever later, up to hours.',
  },
  {
    id: 'RecordsNobodyCanRead',
    metric: 'RecordsUnreadable',
    reaches: 1,
    minutes: 60,
    loss: 'A record cannot be read, and nobody compares it with the provider.',
  },
  {
    id: 'DueThingsOutgrowTheSweep',
    metric: 'SweepOutOfTime',
    reaches: 10,
    loss: 'There is more due than the sweep can hand out in its time: charges, ends and webhooks fall behind.',
  },
  {
    id: 'ProviderRefusesTenants',
    metric: 'PayAccountMarked',
    of: 'refused',
    reaches: 1,
    loss: "A tenant's payment provider refuses its account: nobody can buy, and renewals are not seen.",
  },
  {
    id: 'ProviderIsSilent',
    metric: 'PayAccountMarked',
    of: 'silent',
    reaches: 1,
    minutes: 60,
    loss: 'The payment provider does not answer for a tenant: while that lasts nobody can buy from it.',
  },
  {
    id: 'InvoicesNobodyCanMake',
    metric: 'DocumentsFailed',
    reaches: 1,
    loss: 'A customer who paid gets no invoice document until somebody removes the cause.',
  },
  {
    id: 'InvoicesWaitForDays',
    metric: 'DocumentsLate',
    reaches: 1,
    loss: 'A customer who paid more than a day ago has no invoice document yet.',
  },
];

/** What waits when a kind of due items is not processed. */
const WAITING: Readonly<Record<DueKind, string>> = {
  intent: 'Buyers who were perhaps charged wait to be told.',
  checkout: 'Purchases whose buyers never came back are not recorded.',
  ending: 'Subscribers who cancelled keep their access, or are charged once more.',
  event: 'Tenants wait for events that were not delivered at once.',
  reconciliation: 'Renewals and failed charges that nobody notified us of are not seen.',
  document: 'Customers who paid wait for their invoice document.',
  notification: "The provider's news of unknown subscriptions is not looked at again.",
  job: 'Replays and other long jobs of tenants stand still.',
};

/** The oldest permitted due item of a kind, ms. */
const OLDEST_MAX = 10 * 60_000;

/** One alarm per kind, so that one that is late for days hides no other. */
const WAITS: readonly Measured[] = DUE_KINDS.map((kind) => ({
  id: `Oldest${kind.charAt(0).toUpperCase()}${kind.slice(1)}Waits`,
  page: 'oldest-due-thing-waits',
  metric: 'OldestDueAge',
  of: kind,
  reaches: OLDEST_MAX,
  largest: true,
  loss: WAITING[kind],
}));

/** Every alarm on our own metrics. */
export const MEASURED_LOSSES: readonly Measured[] = [...LOST, ...WAITS];

/** Metrics without an alarm, and why. All of them are on the dashboard. */
export const WAKING_NOBODY: Readonly<Partial<Record<MetricName, string>>> = {
  RequestsCrashed: "counted by the alarm of each function, and by the API's",
  SweepHandedOut: 'work done',
  SweepOverShare:
    'how a tenant with much due is kept from making others wait; the oldest due thing tells if it waits too long',
  SweepNotTaken: 'due again at once; the oldest due thing tells where that goes on',
  SweepHeldBack: 'waits on purpose while a provider refuses an account, of which an alarm has told',
  RateLimited: "a tenant over its limit is the tenant's matter, and its answers say so",
  NotificationsOverLimit: 'learned by reconciliation hours later',
  DocumentRuns: 'work done',
  ComparisonsUnfinished: 'one of many subscriptions takes more than a night, and goes on',
  DifferencesNotKept: 'a tenant has 5,000 listed already, and needs a person before it needs more',
};
