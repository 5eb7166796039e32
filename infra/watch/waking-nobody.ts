import type { MetricName } from '../../lib/runtime/metrics.ts';

/** Metrics without an alarm, and why. All of them are on the dashboard. */
export const WAKING_NOBODY: Readonly<Partial<Record<MetricName, string>>> = {
  EndpointsSlow: 'What is lost by it is events that come late or not at all, which have alarms of their own.',
  SweepHandedOut: 'work done',
  SweepOverShare:
    'how a tenant with much due is kept from making others wait; the alarm on the oldest due item shows if it waits too long',
  SweepNotTaken: 'due again at once; the alarm on the oldest due item shows if that continues',
  SweepHeldBack: 'waits on purpose while a provider refuses an account, which has an alarm of its own',
  RateLimited: "a tenant over its limit is the tenant's matter, and its answers say so",
  NotificationsOverLimit: 'learned by reconciliation hours later',
  DocumentRuns: 'work done',
  PayAnswersOdd:
    'read as well as it can be; what it tells about the provider is in `docs/providers-unknown.md`',
  ComparisonsUnfinished: 'one of many subscriptions takes more than a night, and goes on',
  MessagesLost: 'nothing of a subscription is lost by it, and the tenant sees each in its list, with why',
  DifferencesNotKept: 'a tenant has 5,000 listed already, and needs a person before it needs more',
};
