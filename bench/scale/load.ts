import { turnLengthMs } from '../../lib/invoicing/pace.ts';
import { DUE_SHARDS } from '../../lib/limits.ts';
import { DUE_KINDS } from '../../lib/table/work/due.ts';
import type { Units } from './measure.ts';

/** 1,000 tenants, 10 million subscribers, a million renewals a day: a fifth in one hour, half of those of one tenant. */
export const LOAD = { renewalsPerDay: 1_000_000, peakHourShare: 0.2, giantShare: 0.5 } as const;
/** Renewals a second in the busiest hour. */
export const PEAK_PER_SECOND = (LOAD.renewalsPerDay * LOAD.peakHourShare) / 3_600;

/** How long somebody outside takes to answer, in seconds, by the function that waits for it. */
const OUTSIDE_SECONDS: Readonly<Record<string, number>> = {
  'reconciliation/run': 0.4,
  'webhooks/deliver': 0.2,
  'invoicing/issue': 0.4,
};
/** How long a call of AWS takes within its region, in seconds. */
const AWS_SECONDS = 0.01;
/** How long a function runs that has next to nothing to do, in seconds. */
const SECONDS_OTHERWISE = 0.05;
/** Documents a second that a tenant's invoicing provider lets it have. */
export const DOCUMENTS_OF_TENANT = 1_000 / turnLengthMs('document');
const MEMORY_GB = 1;
const DAYS = 30;

/** What AWS limits by default in eu-central-1, and of what kind the limit is. */
export const LIMITS = {
  tableWrites: 40_000,
  partitionWrites: 1_000,
  tableReads: 40_000,
  concurrency: 1_000,
  keyRequests: 20_000,
  apiRequests: 10_000,
} as const;

/** One row of the scale table: a quota of AWS and how much of it the load takes. */
export interface Line {
  readonly what: string;
  /** At the peak: a second, or at once. */
  readonly atPeak: number;
  readonly limit: number;
  /** What is to be asked for when the share of the limit grows beyond a half. */
  readonly ask: string;
}

/** What the load asks of each thing that AWS limits, most used first, as if each document were made at once. */
export function linesOf(renewal: Units, document: Units): Line[] {
  const one = together([renewal, document]);
  const concurrency = PEAK_PER_SECOND * secondsOfAll(one);
  const lines: Line[] = [
    {
      what: 'Lambda: concurrent executions',
      atPeak: concurrency,
      limit: LIMITS.concurrency,
      ask: 'Concurrent executions (L-B99A9384)',
    },
    {
      what: 'DynamoDB: write units a second, table',
      atPeak: one.tableWrites * PEAK_PER_SECOND,
      limit: LIMITS.tableWrites,
      ask: 'Table-level write throughput (L-AB614373)',
    },
    {
      what: 'DynamoDB: write units a second, hottest partition',
      atPeak: hottestAtPeak(renewal, document),
      limit: LIMITS.partitionWrites,
      ask: 'cannot be raised: spread the key',
    },
    {
      what: 'DynamoDB: read units a second, table',
      atPeak: one.tableReads * PEAK_PER_SECOND,
      limit: LIMITS.tableReads,
      ask: 'Table-level read throughput (L-CF0CBE56)',
    },
    {
      what: 'KMS: requests a second',
      atPeak: one.keyRequests * PEAK_PER_SECOND,
      limit: LIMITS.keyRequests,
      ask: 'Cryptographic operations (symmetric) request rate',
    },
    {
      what: 'API Gateway: requests a second',
      atPeak: (one.invocations['notifications/receive'] ?? 0) * PEAK_PER_SECOND,
      limit: LIMITS.apiRequests,
      ask: 'Throttle rate (L-8A5B8E43)',
    },
  ];
  return lines.sort((a, b) => b.atPeak / b.limit - a.atPeak / a.limit);
}

/** Write units a second of the partition that is written most: the giant tenant's, whose documents take their turns. */
export function hottestAtPeak(renewal: Units, document: Units): number {
  const giant = LOAD.giantShare * PEAK_PER_SECOND;
  return Math.max(
    renewal.hottestWrites * giant,
    document.hottestWrites * Math.min(giant, DOCUMENTS_OF_TENANT),
  );
}

/** List prices in eu-central-1, US dollars: each for a million, Lambda's time for a gigabyte second on arm64. */
export const PRICES = {
  write: 0.7625,
  read: 0.1525,
  queue: 0.4,
  key: 3,
  put: 5.4,
  call: 0.2,
  request: 1.2,
  second: 0.0000133334,
} as const;

/** What both take, each of partitions of its own. */
function together(parts: readonly Units[]): Omit<Units, 'hottestWrites'> {
  const sum = (of: (units: Units) => number) => parts.reduce((total, units) => total + of(units), 0);
  return {
    tableReads: sum(({ tableReads }) => tableReads),
    tableWrites: sum(({ tableWrites }) => tableWrites),
    queueRequests: sum(({ queueRequests }) => queueRequests),
    keyRequests: sum(({ keyRequests }) => keyRequests),
    bucketRequests: sum(({ bucketRequests }) => bucketRequests),
    invocations: Object.assign({}, ...parts.map(({ invocations }) => invocations)) as Units['invocations'],
    calls: Object.assign({}, ...parts.map(({ calls }) => calls)) as Units['calls'],
  };
}

/** What the load costs in a month, by what it is paid for, US dollars. */
export function costs(one: Units): Record<string, number> {
  const renewals = LOAD.renewalsPerDay * DAYS;
  const millions = renewals / 1_000_000;
  const calls = Object.values(one.invocations).reduce((sum, times) => sum + times, 0);
  return {
    'table, writes': one.tableWrites * millions * PRICES.write,
    'table, reads': one.tableReads * millions * PRICES.read,
    queues: one.queueRequests * millions * PRICES.queue,
    key: one.keyRequests * millions * PRICES.key,
    documents: one.bucketRequests * millions * PRICES.put,
    'functions, calls': calls * millions * PRICES.call,
    'functions, time': secondsOfAll(one) * renewals * MEMORY_GB * PRICES.second,
    'notifications at the API': (one.invocations['notifications/receive'] ?? 0) * millions * PRICES.request,
  };
}

/**
 * What sweeping costs in a month, US dollars, if each minute something is due in every shard: at most, for any number of
 * tenants. A shard is read once by the start and once by its run.
 */
export function costOfSweeping(): number {
  const runs = DAYS * 24 * 60 * (1 + DUE_KINDS.length * DUE_SHARDS);
  const perMillion = PRICES.call + 2 * PRICES.queue + 2 * PRICES.read;
  return (runs / 1_000_000) * perMillion + runs * SECONDS_OTHERWISE * MEMORY_GB * PRICES.second;
}

/** How long one thing keeps a function of this name, in seconds: its calls one after another, as if it were alone. */
export function secondsHeld(
  { calls }: Pick<Units, 'calls'>,
  name: string,
  { outside = OUTSIDE_SECONDS[name] ?? 0 } = {},
): number {
  const own = calls[name] ?? { aws: 0, outside: 0 };
  return own.aws * AWS_SECONDS + own.outside * outside;
}

/** The same of all functions together; none runs for less than it takes to be called. */
function secondsOfAll(one: Pick<Units, 'calls' | 'invocations'>): number {
  return Object.entries(one.invocations).reduce(
    (sum, [name, times]) => sum + Math.max(times * SECONDS_OTHERWISE, secondsHeld(one, name)),
    0,
  );
}
