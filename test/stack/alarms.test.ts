import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED_LOSSES } from '../../infra/watch/measured-losses.ts';
import { WAKING_NOBODY } from '../../infra/watch/waking-nobody.ts';
import { METRICS } from '../../lib/runtime/metrics.ts';
import { alarms, template } from './alarms.ts';
import { TABLE_OPERATIONS, metricsOf } from './checks/metrics.ts';
import { resources } from './synthesised.ts';

/** What each alarm measures, by the metric and whose it is, and when it goes off. */
const ALARMS: Readonly<Record<string, readonly [measures: string, goesOff: string]>> = {
  CallersAreTurnedAway: ['RequestsThrottled', 'Sum ≥ 100 in 5 min'],
  CardsAreTried: ['CardFormsExhausted', 'Sum ≥ 10 in 60 min'],
  CertificateExpires: ['DaysToExpiry eu-central-1', 'Minimum ≤ 20 in 1440 min or missing: breaching'],
  ChargesAfterCancellation: ['ChargesAfterCancellation', 'Sum ≥ 1 in 5 min'],
  ChargesAmbiguous: ['AmbiguousCharge', 'Sum ≥ 1 in 5 min'],
  ComparisonsNotRun: [
    'Invocations sweepstart; Invocations comparisonstart; IF(FILL(minutes, 0) >= 350, FILL(nights, 0), 1)',
    'Sum ≤ 0 in 360 min 5 times or missing: breaching',
  ],
  DirectCheckoutsBlocked: ['BlockedRequests ALL Billing-prod', 'Sum ≥ 100 in 5 min'],
  DocumentsWait: ['OldestDocumentDueAge', 'Maximum ≥ 600000 in 5 min'],
  DueWorkIsLate: ['ApproximateAgeOfOldestMessage sweepsQueue', 'Maximum ≥ 300 in 5 min'],
  DueWorkOutgrowsTheSweep: ['SweepOutOfTime', 'Sum ≥ 10 in 5 min'],
  DueWorkSkipped: ['ApproximateNumberOfMessagesVisible sweepsDeadLetters', 'Maximum ≥ 1 in 5 min'],
  EventsNotAccepted: ['EventsExhausted', 'Sum ≥ 1 in 60 min'],
  EventsWait: ['OldestEventDueAge', 'Maximum ≥ 600000 in 5 min'],
  FirewallCertificateExpires: ['DaysToExpiry us-east-1', 'Minimum ≤ 20 in 1440 min or missing: breaching'],
  FunctionsFail: [
    'RequestsFailed; Errors sweepstart; Errors comparisonstart; Errors webhooksdeliver; Errors webhooksdeliverslow; Errors reconciliationrun; Errors invoicingissue; Errors sweeprun; Errors messagessend; Errors messagesevents; FILL(requests, 0) + FILL(schedule, 0) + FILL(nightly, 0) + FILL(deliveries, 0) + FILL(slowdeliveries, 0) + FILL(reconciliation, 0) + FILL(invoicing, 0) + FILL(sweeps, 0) + FILL(messages, 0) + FILL(messageevents, 0)',
    'Sum ≥ 1 in 5 min',
  ],
  InvoicesCannotBeMade: ['DocumentsFailed', 'Sum ≥ 1 in 5 min'],
  InvoicesIssuedLate: ['ApproximateAgeOfOldestMessage invoicingQueue', 'Maximum ≥ 3600 in 5 min'],
  InvoicesNotIssued: ['ApproximateNumberOfMessagesVisible invoicingDeadLetters', 'Maximum ≥ 1 in 5 min'],
  InvoicesWaitForDays: ['DocumentsLate', 'Sum ≥ 1 in 5 min'],
  InvoicesWaitForTheirTenant: ['DocumentsLateByTenant', 'Sum ≥ 1 in 5 min'],
  ManyEventsNotAccepted: ['EventsExhausted', 'Sum ≥ 100 in 60 min'],
  ManyInvoicesCannotBeMade: ['DocumentsFailed', 'Sum ≥ 50 in 60 min'],
  MoneyWaits: ['OldestMoneyDueAge', 'Maximum ≥ 600000 in 5 min'],
  NotificationsUnmatched: ['NotificationsDropped', 'Sum ≥ 1 in 60 min'],
  OutcomesStayUnknown: ['OutcomesUnknown', 'Sum ≥ 1 in 5 min'],
  ProviderIsSilent: ['PayAccountSilent', 'Sum ≥ 1 in 60 min'],
  ProviderRefusesManyTenants: ['PayAccountRefused', 'Sum ≥ 5 in 5 min'],
  ProviderRefusesTenants: ['PayAccountRefused', 'Sum ≥ 1 in 5 min'],
  RecordsDisagreeWithProvider: ['DifferencesFound', 'Sum ≥ 1 in 60 min'],
  RecordsOfAnotherAccount: ['OtherAccountAsked', 'Sum ≥ 1 in 60 min'],
  RenewalsNotRecorded: [
    'ApproximateNumberOfMessagesVisible reconciliationDeadLetters',
    'Maximum ≥ 1 in 5 min',
  ],
  RenewalsRecordedLate: ['ApproximateAgeOfOldestMessage reconciliationQueue', 'Maximum ≥ 600 in 5 min'],
  SweepsNotRunning: ['Invocations sweepstart; FILL(minutes, 0)', 'Sum ≤ 0 in 5 min or missing: breaching'],
  TenantsAreSlowedDown: [
    'ThrottledRequests GetItem Table; ThrottledRequests BatchGetItem Table; ThrottledRequests Query Table; ThrottledRequests PutItem Table; ThrottledRequests UpdateItem Table; ThrottledRequests DeleteItem Table; ThrottledRequests TransactWriteItems Table; FILL(ofGetItem, 0) + FILL(ofBatchGetItem, 0) + FILL(ofQuery, 0) + FILL(ofPutItem, 0) + FILL(ofUpdateItem, 0) + FILL(ofDeleteItem, 0) + FILL(ofTransactWriteItems, 0)',
    'Sum ≥ 1 in 5 min',
  ],
  TenantsGetErrors: [
    '5xx AddressHttp; Count AddressHttp; IF(FILL(failed, 0) >= 5, 100 * FILL(failed, 0) / FILL(asked, 1), 0)',
    'Sum ≥ 1 in 5 min',
  ],
  TenantsGetEventsLate: [
    'ApproximateAgeOfOldestMessage deliveriesQueue; ApproximateAgeOfOldestMessage slowdeliveriesQueue; ApproximateAgeOfOldestMessage messagesQueue; MAX([FILL(deliveries, 0), FILL(slowdeliveries, 0) * 5 / 30, FILL(messages, 0) * 5 / 60])',
    'Maximum ≥ 300 in 5 min',
  ],
  TenantsMissEvents: [
    'ApproximateNumberOfMessagesVisible deliveriesDeadLetters; ApproximateNumberOfMessagesVisible slowdeliveriesDeadLetters; ApproximateNumberOfMessagesVisible messagesDeadLetters; FILL(deliveries, 0) + FILL(slowdeliveries, 0) + FILL(messages, 0)',
    'Maximum ≥ 1 in 5 min',
  ],
  WorkCannotBeRead: ['Unreadable', 'Sum ≥ 1 in 60 min'],
  WorkCrashes: ['RequestsCrashed', 'Sum ≥ 1 in 5 min'],
};

interface Part {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: Measure; readonly Period: number; readonly Stat: string };
  readonly ReturnData?: boolean;
}
interface Measure {
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: unknown }[];
}
type Alarm = Readonly<Record<string, unknown>>;

/** The metrics of an alarm, each with the constructs and values that its dimensions name, and what it computes with them. */
function measuredBy(alarm: Alarm): string {
  const parts = (alarm.Metrics ?? []) as Part[];
  const names = (metricsOf(alarm) as Measure[]).map(({ MetricName, Dimensions = [] }) =>
    [MetricName, ...Dimensions.map(({ Value }) => named(Value))].join(' '),
  );
  const computed = parts.filter(({ ReturnData }) => ReturnData !== false);
  return [...new Set(names), ...computed.map(({ Expression }) => String(Expression))].join('; ');
}

function named(value: unknown): string {
  if (typeof value === 'string') return /^arn:aws:acm:([\w-]+):/.exec(value)?.[1] ?? value;
  const [, id = ''] =
    /":\[?"(?:Queues|Functions)?(\w+?)(?:Function)?[0-9A-F]{8}/.exec(JSON.stringify(value)) ?? [];
  return id;
}

/** From how much of it in which time it goes off, and whatever it does otherwise than most. */
function goesOff(alarm: Alarm): string {
  const stats = (alarm.Metrics as Part[] | undefined)?.flatMap(({ MetricStat }) => MetricStat ?? []) ?? [
    { Stat: alarm.Statistic, Period: alarm.Period },
  ];
  const seconds = [...new Set(stats.map(({ Period }) => Number(Period)))];
  const sign = { GreaterThanOrEqualToThreshold: '≥', LessThanOrEqualToThreshold: '≤' };
  return [
    [...new Set(stats.map(({ Stat }) => String(Stat)))].join(),
    sign[alarm.ComparisonOperator as keyof typeof sign],
    alarm.Threshold,
    `in ${seconds.map((each) => each / 60).join()} min`,
    ...(alarm.EvaluationPeriods === 1 ? [] : [`${String(alarm.EvaluationPeriods)} times`]),
    ...(alarm.DatapointsToAlarm === undefined ? [] : ['of some']),
    ...(alarm.TreatMissingData === 'notBreaching' ? [] : [`or missing: ${String(alarm.TreatMissingData)}`]),
  ].join(' ');
}

describe('each alarm', () => {
  it('measures what its name says, and goes off from so much of it', () => {
    const found = [...alarms].map(([id, alarm]) => [id, [measuredBy(alarm), goesOff(alarm)]] as const);
    expect(Object.fromEntries(found)).toEqual(ALARMS);
  });

  it('is on the dashboard, of which AWS gives away fifty metrics', () => {
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
    for (const metric of Object.keys(METRICS)) expect(text).toContain(`\\"${metric}\\"`);
  });

  it('on the table counts every operation that the code asks of it', () => {
    const asked = (metricsOf(alarms.get('TenantsAreSlowedDown')!) as Measure[]).map(
      ({ Dimensions }) => Dimensions?.find(({ Value }) => typeof Value === 'string')?.Value,
    );
    expect(TABLE_OPERATIONS.length).toBeGreaterThan(5);
    expect(asked.toSorted()).toEqual(TABLE_OPERATIONS.toSorted());
  });

  it('that computes does so with ten metrics at most, as CloudWatch allows', () => {
    for (const [id, alarm] of alarms) expect(metricsOf(alarm).length, id).toBeLessThanOrEqual(10);
  });

  it('exists for every metric that the code measures, or there is a reason why it has no alarm', () => {
    const waking = ['RequestsCrashed', ...MEASURED_LOSSES.map(({ metric }) => metric)];
    expect([...new Set(waking), ...Object.keys(WAKING_NOBODY)].toSorted()).toEqual(
      Object.keys(METRICS).toSorted(),
    );
    const written = ['lib', 'functions']
      .flatMap((room) => sourcesIn(join(import.meta.dirname, '../..', room)))
      .join('\n');
    for (const metric of Object.keys(METRICS)) expect(written, metric).toContain(`'${metric}'`);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('metrics.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}
