import type { RecordedCall } from '../../local/calls.ts';
import { startLocalCloud } from '../../local/local-cloud.ts';
import { seedDemo } from '../../local/seed.ts';

/** What all functions together ask of AWS for one thing that happens. */
export interface Units {
  readonly tableReads: number;
  readonly tableWrites: number;
  readonly queueRequests: number;
  readonly keyRequests: number;
  readonly bucketRequests: number;
  /** Invocations by function. */
  readonly invocations: Readonly<Record<string, number>>;
  /** How much of its writes the partition takes that is written most. */
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
    await cloud.control('POST', '/clock', { advance: 'P1D' });
    const before = await cloud.control<{ functions: FunctionCount[] }>('GET', '/functions');
    await cloud.control('DELETE', '/calls');
    await cloud.control('POST', '/clock', { advance: 'P31D' });
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

function unitsOf(calls: readonly RecordedCall[], invocations: Record<string, number>): Units {
  const of = (service: string) => calls.filter((call) => call.service === service);
  const units = (what: 'read' | 'write') =>
    of('dynamodb').reduce((sum, { capacity }) => sum + (capacity?.[what] ?? 0), 0) / SUBSCRIBERS;
  const writes = new Map<string, number>();
  for (const { capacity, keys } of of('dynamodb'))
    for (const key of keys) writes.set(key, (writes.get(key) ?? 0) + (capacity?.write ?? 0) / keys.length);
  return {
    tableReads: units('read'),
    tableWrites: units('write'),
    // Receiving and deleting is Lambda's: about one request each for a batch of ten.
    queueRequests: (of('sqs').length * 1.2) / SUBSCRIBERS,
    keyRequests: of('kms').length / SUBSCRIBERS,
    bucketRequests: of('s3').length / SUBSCRIBERS,
    invocations,
    hottestWrites: Math.max(0, ...writes.values()) / SUBSCRIBERS,
  };
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
