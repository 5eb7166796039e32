import { DUE_KINDS, type DueKind } from '../../lib/table/work/due.ts';

/** What waits when a kind of due items is not processed. */
const WAITING: Readonly<Record<DueKind, string>> = {
  intent: 'Charges of unknown outcome are not looked up.',
  checkout: 'Purchases without a returned browser are not recorded.',
  ending: 'Cancelled subscriptions keep access, or are charged again.',
  event: 'Events that need a retry are not delivered.',
  reconciliation: 'Renewals and failed charges without a notification are not recorded.',
  document: 'Paid invoices wait for their documents.',
  notification: 'Deferred notifications are not retried.',
  job: 'Replays, comparisons and probes do not continue.',
};

/** The oldest permitted due item of a kind, ms. */
const OLDEST_MAX = 10 * 60_000;

/** One alarm per kind, so that one that is late for days hides no other. */
export const DUE_WORK_WAITS = DUE_KINDS.map((kind) => ({
  id: `Oldest${kind.charAt(0).toUpperCase()}${kind.slice(1)}Waits`,
  page: 'oldest-due-item-waits',
  metric: 'OldestDueAge' as const,
  of: kind,
  reaches: OLDEST_MAX,
  largest: true as const,
  loss: WAITING[kind],
}));
