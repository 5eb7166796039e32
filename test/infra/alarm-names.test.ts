import { describe, expect, it } from 'vitest';
import { runbookPage } from '../../infra/watch/alarm.ts';
import { DUE_KINDS } from '../../lib/table/work/due.ts';
import { alarms, template } from './alarms.ts';
import { resources } from './synthesised.ts';

/**
 * What each alarm of its own name measures, from how much of it (days, seconds, milliseconds or a number) it goes off,
 * and its page where that is not named after it.
 */
const ALARMS: Readonly<Record<string, readonly [measures: string, reaches: number, page?: string]>> = {
  BuyersCannotStart: ['failures of checkout/initialize', 1],
  DirectPaymentsUncertain: ['failures of checkout/initialize-direct', 1],
  BuyersWhoPaidAreStranded: ['failures of checkout/callback', 1],
  PlanChangesUncertain: ['failures of subscribers/change-plan', 1],
  SubscribersCannotCancel: ['failures of subscribers/cancel', 1],
  SubscribersCannotUndoCancel: ['failures of subscribers/undo-cancel', 1],
  NotificationsRefused: ['failures of notifications/receive', 1],
  DeliveriesFail: ['failures of webhooks/deliver', 1],
  SlowDeliveriesFail: ['failures of webhooks/deliver-slow', 1, 'deliveries-fail'],
  RenewalsFailToRecord: ['failures of reconciliation/run', 1],
  InvoicesFailToIssue: ['failures of invoicing/issue', 1],
  SweepsNotStarted: ['failures of sweep/start', 1],
  SweepsFail: ['failures of sweep/run', 1],
  ComparisonsNotStarted: ['failures of comparison/start', 1, 'comparisons-not-run'],
  SweepsNotRunning: ['Invocations sweepstart', 0],
  ComparisonsNotRun: ['Invocations sweepstart, Invocations comparisonstart', 0],
  CertificateExpires: ['DaysToExpiry eu-central-1', 20],
  FirewallCertificateExpires: ['DaysToExpiry us-east-1', 20, 'certificate-expires'],
  DirectCheckoutsBlocked: ['BlockedRequests ALL Billing-prod', 100],
  TenantsMissEvents: ['ApproximateNumberOfMessagesVisible deliveriesDeadLetters', 1],
  TenantsGetEventsLate: ['ApproximateAgeOfOldestMessage deliveriesQueue', 300],
  SlowTenantsMissEvents: ['ApproximateNumberOfMessagesVisible slowdeliveriesDeadLetters', 1],
  SlowTenantsGetEventsLate: ['ApproximateAgeOfOldestMessage slowdeliveriesQueue', 1_800],
  RenewalsNotRecorded: ['ApproximateNumberOfMessagesVisible reconciliationDeadLetters', 1],
  RenewalsRecordedLate: ['ApproximateAgeOfOldestMessage reconciliationQueue', 600],
  InvoicesNotIssued: ['ApproximateNumberOfMessagesVisible invoicingDeadLetters', 1],
  InvoicesIssuedLate: ['ApproximateAgeOfOldestMessage invoicingQueue', 3_600],
  DueWorkSkipped: ['ApproximateNumberOfMessagesVisible sweepsDeadLetters', 1],
  DueWorkIsLate: ['ApproximateAgeOfOldestMessage sweepsQueue', 300],
  TenantsGetErrors: ['5xx AddressHttp, Count AddressHttp', 1],
  CallersAreTurnedAway: ['RequestsThrottled', 100],
  TenantsAreSlowedDown: ['ReadThrottleEvents', 1],
  ChangesAreSlowedDown: ['WriteThrottleEvents', 1, 'tenants-are-slowed-down'],
  ChargesAmbiguous: ['AmbiguousCharge', 1],
  ChargesAfterCancellation: ['DifferencesFound charged_after_cancellation', 1],
  RecordsDisagreeWithProvider: ['DifferencesFound, DifferencesFound charged_after_cancellation', 1],
  OutcomesStayUnknown: ['OutcomesUnknown', 1],
  RecordsOfAnotherAccount: ['OtherAccountAsked', 1],
  NotificationsUnmatched: ['NotificationsGivenUp', 1],
  NotificationsNotKept: ['NotificationsNotDeferred', 1],
  EventsNotAccepted: ['EventsExhausted', 1],
  ManyEventsNotAccepted: ['EventsExhausted', 100, 'events-not-accepted'],
  ReceiversAreSlow: ['EndpointsSlow', 5],
  MessagesUnknown: ['UnknownMessage', 1],
  DueItemsUnreadable: ['SweepUnreadable', 1],
  RecordsCannotBeRead: ['RecordsUnreadable', 1],
  DueWorkOutgrowsTheSweep: ['SweepOutOfTime', 10],
  ProviderRefusesTenants: ['PayAccountMarked refused', 1],
  ProviderRefusesManyTenants: ['PayAccountMarked refused', 5, 'provider-refuses-tenants'],
  ProviderIsSilent: ['PayAccountMarked silent', 1],
  InvoicesCannotBeMade: ['DocumentsFailed', 1],
  ManyInvoicesCannotBeMade: ['DocumentsFailed', 50, 'invoices-cannot-be-made'],
  InvoicesWaitForDays: ['DocumentsLate, DocumentsLate credentials, DocumentsLate rateLimited', 1],
  InvoicesWaitForCredentials: ['DocumentsLate credentials', 1, 'invoices-wait-for-days'],
  InvoicesWaitForTheirTurn: ['DocumentsLate rateLimited', 1, 'invoices-wait-for-days'],
  ...Object.fromEntries(
    DUE_KINDS.map((kind) => [
      `Oldest${kind.charAt(0).toUpperCase()}${kind.slice(1)}Waits`,
      [`OldestDueAge ${kind}`, 600_000, 'oldest-due-item-waits'] as const,
    ]),
  ),
};

interface Measure {
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: unknown }[];
}

/** What an alarm measures, with the constructs and values that its dimensions name. */
function measuredBy(alarm: Readonly<Record<string, unknown>>): string {
  const metrics = (alarm.Metrics ?? [{ MetricStat: { Metric: alarm } }]) as {
    MetricStat?: { Metric: Measure };
  }[];
  const all = metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  const crashed = all.find(({ MetricName }) => MetricName === 'RequestsCrashed');
  if (crashed) return `failures of ${String(crashed.Dimensions?.[0]?.Value)}`;
  const throttled = all.find(({ MetricName }) => MetricName.endsWith('ThrottleEvents'));
  if (throttled) return throttled.MetricName;
  return all
    .map(({ MetricName, Dimensions = [] }) =>
      [MetricName, ...Dimensions.map(({ Value }) => named(Value))].join(' '),
    )
    .join(', ');
}

function named(value: unknown): string {
  if (typeof value === 'string') return /^arn:aws:acm:([\w-]+):/.exec(value)?.[1] ?? value;
  const [, id = ''] =
    /":\[?"(?:Queues|Functions)?(\w+?)(?:Function)?[0-9A-F]{8}/.exec(JSON.stringify(value)) ?? [];
  return id;
}

describe('each alarm', () => {
  const own = [...alarms].filter(
    ([, { AlarmDescription }]) => !String(AlarmDescription).includes('a-function-fails.md'),
  );

  it('measures what its name says, goes off from so much of it, and sends to the page about it', () => {
    const found = own.map(([id, alarm]) => {
      const [, page = ''] = /docs\/runbook\/([\w-]+)\.md$/.exec(String(alarm.AlarmDescription)) ?? [];
      const isOwn = runbookPage(id) === `docs/runbook/${page}.md`;
      return [id, [measuredBy(alarm), alarm.Threshold, ...(isOwn ? [] : [page])]];
    });
    expect(Object.fromEntries(found)).toEqual(ALARMS);
  });

  it('else is about one function, is named after it, and goes off from failures of it in a hundred calls', () => {
    const others = [...alarms].filter(([id]) => !own.some(([each]) => each === id));
    expect(others.length).toBeGreaterThan(25);
    for (const [id, alarm] of others) {
      const [, name = ''] = /^failures of (\S+)$/.exec(measuredBy(alarm)) ?? [];
      const title = name.replaceAll(/(^|[/-])(\w)/g, (_, _mark, letter: string) => letter.toUpperCase());
      expect([id, alarm.Threshold]).toEqual([`${title}Fails`, 5]);
    }
  });

  it('is on the dashboard', () => {
    const [dashboard] = resources(template, 'AWS::CloudWatch::Dashboard').map(
      ([, { Properties }]) => Properties,
    );
    const text = JSON.stringify(dashboard);
    const ids = resources(template, 'AWS::CloudWatch::Alarm').map(
      ([id, { Properties }]) => [id, String(Properties.AlarmName)] as const,
    );
    expect(ids.filter(([id, name]) => !text.includes(`"${id}"`) && !text.includes(`:alarm:${name}`))).toEqual(
      [],
    );
    const far = ids.filter(([id]) => id.startsWith('FirewallAlarms'));
    expect(far).toHaveLength(2);
  });
});
