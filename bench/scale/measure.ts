import type { RecordedCall } from '../../local/functions/calls.ts';
import { startLocalCloud } from '../../local/local-cloud.ts';
import { seedDemo } from '../../local/demo/seed.ts';
import { DUE_INDEX } from '../../lib/table/work/due.ts';

/** Calls that a function waits for. */
export interface Calls {
  readonly aws: number;
  readonly outside: number;
}

/** What all functions together ask of AWS for one thing that happens. */
export interface Units {
  readonly tableReads: number;
  readonly tableWrites: number;
  readonly queueRequests: number;
  readonly keyRequests: number;
  readonly bucketRequests: number;
  /** Invocations by function. */
  readonly invocations: Readonly<Record<string, number>>;
  /** Calls by function: of AWS, and of the provider or receiver outside. */
  readonly calls: Readonly<Record<string, Calls>>;
  /** How much of its writes the partition takes that is written most: of the table, or of an index by tenant. */
  readonly hottestWrites: number;
}

const SUBSCRIBERS = 12;
const CARD = {
  cardHolderName: 'Ada Y',
  cardNumber: '5528790000000008',
  expireMonth: '12',
  expireYear: '2035',
  cvc: '123',
};
/** The calls of the hours around noon are counted in which the renewals fall: what runs by night is no part of them. */
const BEFORE_MS = 3_600_000;
/** Rounds that are made whether or not anybody renews. */
const BY_THE_CLOCK = /^(sweep|comparison)\//;
const DELIVERIES = /^webhooks\//;
const DOCUMENTS = /^invoicing\//;

interface FunctionCount {
  readonly name: string;
  readonly invocations: number;
}

/**
 * Lets a dozen subscribers of one tenant renew once on a local cloud of its own and divides what that took: the renewal
 * from the provider's notification to the delivered webhook, and the document that its invoice gets.
 */
export async function measureRenewal(): Promise<{ renewal: Units; delivery: Units; document: Units }> {
  const cloud = await startLocalCloud({ seed: seedDemo });
  try {
    const tenant = cloud.stack.tenants[0];
    if (!tenant) throw new Error('the local cloud has no tenant');
    const { now } = await cloud.control<{ now: string }>('GET', '/clock');
    const bought = noonAfter(Date.parse(now));
    await cloud.control('POST', '/clock', { to: new Date(bought).toISOString() });
    for (let at = 0; at < SUBSCRIBERS; at++) {
      const answer = await fetch(`${cloud.stack.baseUrl}/checkout/initialize-direct`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': tenant.apiKey,
          'x-api-secret': tenant.apiSecret,
        },
        body: JSON.stringify({
          pricingPlanReferenceCode: tenant.plans[0]?.referenceCode,
          ...{ name: 'Ada', surname: 'Yılmaz', email: `ada${at}@example.com`, gsmNumber: '+905350000000' },
          ...{ identityNumber: '11111111111', paymentCard: CARD },
        }),
      });
      if (!answer.ok) throw new Error(`a purchase was answered ${answer.status}: ${await answer.text()}`);
    }
    await cloud.control('POST', '/clock', { to: new Date(monthAfter(bought) - BEFORE_MS).toISOString() });
    const before = await cloud.control<{ functions: FunctionCount[] }>('GET', '/functions');
    await cloud.control('DELETE', '/calls');
    await cloud.control('POST', '/clock', { advance: 'PT4H' });
    const { calls } = await cloud.control<{ calls: RecordedCall[] }>('GET', '/calls');
    const after = await cloud.control<{ functions: FunctionCount[] }>('GET', '/functions');
    const invocations = invocationsIn(before.functions, after.functions);
    const part = (isPart: (name: string) => boolean) =>
      unitsOf(
        calls.filter(({ function: name }) => isPart(name)),
        Object.fromEntries(Object.entries(invocations).filter(([name]) => isPart(name))),
      );
    return {
      renewal: part((name) => !DOCUMENTS.test(name) && !BY_THE_CLOCK.test(name) && name !== 'account'),
      delivery: part((name) => DELIVERIES.test(name)),
      document: part((name) => DOCUMENTS.test(name)),
    };
  } finally {
    await cloud.stop();
  }
}

/** The next noon (UTC, epoch ms) of a day that every month has. */
export function noonAfter(now: number): number {
  const noon = new Date(now);
  noon.setUTCHours(12, 0, 0, 0);
  if (noon.getTime() <= now) noon.setUTCDate(noon.getUTCDate() + 1);
  if (noon.getUTCDate() > 28) noon.setUTCMonth(noon.getUTCMonth() + 1, 1);
  return noon.getTime();
}

/** The same hour of the same day in the next month. */
function monthAfter(time: number): number {
  const then = new Date(time);
  return then.setUTCMonth(then.getUTCMonth() + 1);
}

function unitsOf(calls: readonly RecordedCall[], invocations: Record<string, number>): Units {
  const of = (service: string) => calls.filter((call) => call.service === service);
  const units = (what: 'read' | 'write') =>
    of('dynamodb').reduce((sum, { capacity }) => sum + (capacity?.[what] ?? 0), 0) / SUBSCRIBERS;
  const writes = new Map<string, number>();
  const wrote = (partition: string, more: number) =>
    writes.set(partition, (writes.get(partition) ?? 0) + more);
  for (const { capacity, keys } of of('dynamodb')) {
    for (const key of keys) wrote(key, (capacity?.write ?? 0) / keys.length);
    // All subscribers are of one tenant, so that what they write to a list of it may go to one partition.
    for (const [index, more] of Object.entries(capacity?.indexes ?? {}))
      if (index !== DUE_INDEX) wrote(index, more);
  }
  return {
    tableReads: units('read'),
    tableWrites: units('write'),
    // Receiving and deleting is Lambda's: about one request each for a batch of ten.
    queueRequests: (of('sqs').length * 1.2) / SUBSCRIBERS,
    keyRequests: of('kms').length / SUBSCRIBERS,
    bucketRequests: of('s3').length / SUBSCRIBERS,
    invocations,
    calls: callsByFunction(calls),
    hottestWrites: Math.max(0, ...writes.values()) / SUBSCRIBERS,
  };
}

function callsByFunction(calls: readonly RecordedCall[]): Record<string, Calls> {
  const byFunction = Map.groupBy(calls, ({ function: name }) => name);
  return Object.fromEntries(
    Array.from(byFunction, ([name, own]) => {
      const outside = own.filter(({ service }) => service === 'http').length;
      return [name, { aws: (own.length - outside) / SUBSCRIBERS, outside: outside / SUBSCRIBERS }];
    }),
  );
}

function invocationsIn(
  before: readonly FunctionCount[],
  after: readonly FunctionCount[],
): Record<string, number> {
  const counts = after.flatMap(({ name, invocations }) => {
    const more = invocations - (before.find((each) => each.name === name)?.invocations ?? 0);
    return more > 0 && !BY_THE_CLOCK.test(name) ? [[name, more / SUBSCRIBERS] as const] : [];
  });
  return Object.fromEntries(counts);
}
