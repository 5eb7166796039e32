import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEASURED_LOSSES } from '../../../infra/watch/measured-losses.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { makeMerchant, makePlans } from '../../../local/demo/seed-providers.ts';
import { commandLineOf } from './command-line.ts';
import { changesOf } from './plan-changes.ts';
import { startOneSecretReceiver, type OneSecretReceiver } from './one-secret-receiver.ts';
import { tenantApi } from './tenant-api.ts';
import { operatorsConsole } from './operators-console.ts';
import { checkoutBody } from './checkout-calls.ts';
import { startRunning, type Keys, type Running } from './running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

const ALL_RIGHTS = Object.fromEntries(RIGHTS.map((right) => [`right-${right}`, 'on']));

/** Subscribers whose plans change all the time while secret and keys are rotated. */
const BUSY = 4;

let receiver: OneSecretReceiver;
let cloud: Running;
let billing: ReturnType<typeof commandLineOf>;
/** What the tenant was handed over, and has deployed. */
let keys: Keys;
/** By name. */
let plans: Record<string, { svcId: string; referenceCode: string }>;
let subscriber: string;

beforeAll(async () => {
  receiver = await startOneSecretReceiver();
  cloud = await startRunning({ empty: true, allow: [receiver.host] });
  billing = commandLineOf(cloud);
});
afterAll(async () => {
  await cloud.stop();
  await receiver.stop();
});

/** The tenant's calls, each with the keys that it has deployed by then. */
const api = tenantApi((method, path, body) => cloud.api(method, path, body, keys));
const { ask, dataOf, listed, webhookOf } = api;

async function subscribe(email: string): Promise<string> {
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, plans.First!.referenceCode, {
    email,
    paymentCard: GOOD_CARD,
  });
  return String((await ask('POST', '/checkout/initialize-direct', body)).svcSubscriptionId);
}

const changePlan = (svcId: string, name: string) =>
  ask('PUT', '/subscribers', { 'svc-subscriber-id': svcId, 'svc-plan-id': plans[name]!.svcId });

const eventIdOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  String(headers['x-svc-event-id']);

/** All of the feed after a cursor, as it shows what has happened until now. */
async function feedAfter(cursor: string | null): Promise<{ ids: string[]; next: string | null }> {
  await cloud.advance('PT16S');
  return api.feedAfter(cursor);
}

describe('a new operator', () => {
  it('creates a tenant with plans, and hands over its keys', async () => {
    const { tenant } = await billing(['tenants', 'create', 'acme']);
    const { notifications } = tenant as { notifications: { url: string } };
    const merchant = await makeMerchant(cloud.stack.payUrl, notifications.url);
    const account = { baseUrl: cloud.stack.payUrl, ...merchant };
    await billing(['credentials', 'set', 'pay', '--tenant', 'acme'], account);
    await billing(['notifications', 'sign', 'on', '--tenant', 'acme']);
    const prices = { First: 10, Second: 20, Third: 30 };
    const made = Object.entries(prices).map(([name, price]) => ({ name, price, product: 'Club' }));
    await makePlans(
      cloud.stack.payUrl,
      merchant,
      made.map((plan) => ({ ...plan, paymentInterval: 'MONTHLY' as const })),
    );
    const { url } = await billing(['console', 'acme', '--by', 'Ada', '--because', 'Its first day']);
    const inConsole = await operatorsConsole(String(url));
    expect(await inConsole('sync-plans', 'plans')).toContain('The plans are taken over');
    const page = await inConsole('create-key', 'webhooks', { label: 'shop', ...ALL_RIGHTS });
    const [, apiKey = ''] = /(svck_test_\w+)/.exec(page) ?? [];
    const [, apiSecret = ''] = /(svcs_[\w-]+)/.exec(page) ?? [];
    keys = { apiKey, apiSecret };
    const { data } = await ask('GET', '/plans/list');
    const all = data as { name: string; svcId: string; referenceCode: string }[];
    plans = Object.fromEntries(all.map((plan) => [plan.name, plan]));
    expect(Object.keys(plans).sort()).toEqual(['First', 'Second', 'Third']);
  });
});

describe('its new tenant, whose receiver breaks for an hour', () => {
  let cursor: string | null;
  let missed: string[];

  it('sets a webhook, tests it, and receives the events of a first customer', async () => {
    const { secret } = await dataOf('PUT', '/account/webhook', { url: `${receiver.url}/hook` });
    await receiver.deploy(String(secret));
    const test = await dataOf('POST', '/account/webhook/test');
    expect(test).toMatchObject({ delivered: true, httpStatus: 200 });
    subscriber = await subscribe('ada@example.com');
    await cloud.settle();
    expect(receiver.verified.map(({ headers }) => [headers['x-svc-event'], headers['x-svc-test']])).toEqual([
      ['SUBSCRIBED', 'true'],
      ['SUBSCRIBED', undefined],
    ]);
    const feed = await feedAfter(null);
    expect(feed.ids).toEqual([eventIdOf(receiver.verified[1]!)]);
    cursor = feed.next;
  });

  it('sees missed events in the list and in the health of its webhook; the operator sees them in an alarm', async () => {
    receiver.is = 'broken';
    await changePlan(subscriber, 'Second');
    await changePlan(subscriber, 'Third');
    await cloud.advance('PT1H');
    missed = await listed('EXHAUSTED');
    expect(missed).toHaveLength(2);
    expect(await webhookOf()).toMatchObject({ health: 'failing', lastFailure: { httpStatus: 500 } });
    const alarm = MEASURED_LOSSES.find(({ id }) => id === 'EventsNotAccepted')!;
    const { lines } = (await cloud.json('GET', `${cloud.stack.controlUrl}/logs`)) as unknown as {
      lines: { line: Record<string, number> }[];
    };
    const counted = lines.reduce((sum, { line }) => sum + (line[alarm.metric] ?? 0), 0);
    expect(counted).toBe(2);
    expect(counted).toBeGreaterThanOrEqual(alarm.reaches);
  });

  it('repairs it, replays the missed events, and finds the same events in the feed', async () => {
    receiver.is = 'in order';
    const before = receiver.verified.length;
    const { replayId } = await dataOf('POST', '/events/replay', { from: '2020-01-01' });
    await cloud.advance('PT2M');
    const progress = await dataOf('GET', `/events/replay?replay-id=${String(replayId)}`);
    expect(progress).toMatchObject({ state: 'DONE', replayed: 2 });
    expect(receiver.verified.slice(before).map(eventIdOf).sort()).toEqual([...missed].sort());
    expect(await listed('EXHAUSTED')).toEqual([]);
    expect(await webhookOf()).toMatchObject({ health: 'healthy' });
    const feed = await feedAfter(cursor);
    expect([...feed.ids].sort()).toEqual([...missed].sort());
    expect((await feedAfter(feed.next)).ids).toEqual([]);
    const event = await dataOf('GET', `/events?event-id=${missed[0]!}`);
    expect(event).toMatchObject({ state: 'DELIVERED', attempts: 12 });
    expect(event.deliveries).toHaveLength(12);
    cursor = feed.next;
  });

  it('rotates its secret and its keys under load: nothing is refused, and no delivery fails its check', async () => {
    const busy = await Promise.all(
      Array.from({ length: BUSY }, (_, nth) => subscribe(`b${nth}@example.com`)),
    );
    const load = changesOf(busy, changePlan);
    await load.goOn();

    const { secret } = await dataOf('POST', '/account/webhook/rotate', { overlapHours: 24 });
    await load.goOn();
    const old = keys.apiKey;
    keys = (await dataOf('POST', '/account/keys/rotate', { apiKey: old })) as unknown as Keys;
    await load.goOn();
    await receiver.deploy(String(secret), () => ask('POST', '/account/webhook/finish-rotation'));
    expect(await dataOf('DELETE', '/account/keys', { apiKey: old })).toMatchObject({ state: 'REVOKED' });
    await load.goOn();

    const changes = await load.end();
    await cloud.advance('PT3M');
    expect(changes).toBeGreaterThan(BUSY * 8);
    expect(receiver.unverified).toEqual([]);
    const { ids } = await feedAfter(cursor);
    expect(ids).toHaveLength(BUSY + changes);
    expect(new Set(receiver.verified.map(eventIdOf))).toEqual(
      new Set([...receiver.verified.slice(0, 4).map(eventIdOf), ...ids]),
    );
    const { body } = await cloud.api('GET', '/account/keys', undefined, keys);
    expect((body.data as { state: string }[]).map(({ state }) => state).sort()).toEqual([
      'ACTIVE',
      'REVOKED',
    ]);
    console.log(`rotation: ${changes} changes under load, 0 refused, 0 failed verifications`);
  });
});
