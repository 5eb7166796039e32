import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../infra/build/bundle.ts';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import { RATE_LIMITS_PER_MINUTE } from '../../lib/limits.ts';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { routeNamed, type RouteName } from '../../functions/routes.ts';
import { key } from '../../lib/table/schema.ts';
import { startTable } from '../../test/nightly/engines/dynoxide.ts';
import type { OpenTable } from '../../test/nightly/engines/open.ts';
import { invoiced, subscribed } from '../../test/behaviour/invoices/world.ts';
import { eventFor } from '../../test/support/world/front.ts';
import { openDesk } from '../../test/behaviour/console/desk.ts';
import { visitor } from '../../test/support/world/portal.ts';
import { makeTenant, type TestTenant } from '../../test/support/world/tenant.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import { against, type Result } from '../result.ts';
import { ownTimes } from './own-code.ts';
import { startQueue } from './queue-stub.ts';
import { timed, typical, type Sample } from './sample.ts';

/** Calls of each kind, in turn with one another, after as many to warm up. */
const CALLS = Number(process.env.BENCH_CALLS ?? 300);
/** So many that each asks for half of what a session may in a minute: what an instance leases it may not use up. */
const SESSIONS = Math.ceil((2 * CALLS + 1) / (RATE_LIMITS_PER_MINUTE.doorSession / 2));
const PLANS = Array.from({ length: 10 }, (_, nth) => ({
  name: nth < 1 ? 'basic' : `plan ${nth}`,
  price: '100.00',
}));

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;

/** What is timed. */
type Kind = 'raw' | 'get' | 'plans' | 'put' | 'portal' | 'console';
/** What a browser keeps of a session. */
type Cookies = Readonly<Record<string, string>>;
/** One call of a kind, the nth, and what was answered. */
type Call = (nth: number) => Promise<unknown>;

/**
 * B6: shipped bundles in a process that is warm, their credentials known, on the table engine: the whole handler against
 * one raw GetItem, and the dearer endpoints against the cheapest. B11: a page of the portal and a screen of the console.
 */
export async function warm(): Promise<Result[]> {
  const engine = await startTable();
  const queue = await startQueue();
  const open = async () => ({
    ...{ table: engine.table, written: [], dueTimes: async () => new Map(), batch: 1 },
    stop: async () => undefined,
  });
  const world = await startWorld(Date.now(), undefined, open);
  try {
    const shop = await makeTenant(world, { plans: PLANS });
    const subscriber = await subscribed(world, shop);
    await invoiced(world, shop, subscriber, 1);
    setEnvironment(engine, queue.url);
    const kinds = {
      ...(await kindsOf(engine, shop, subscriber.id)),
      ...(await pagesOf(world, shop, subscriber.id)),
    };
    const samples = await samplesOf(kinds);
    return [...resultsOf(samples, await ownTimes(CALLS)), ...(await pageResults(samples, kinds))];
  } finally {
    await queue.stop();
    await world.stop();
    await engine.stop();
  }
}

function setEnvironment({ endpoint, tableName }: OpenTable, queueUrl: string): void {
  Object.assign(process.env, {
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...{ AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_SQS: queueUrl },
    ...{ [ENVIRONMENT.table]: tableName, [ENVIRONMENT.documents]: 'bench', [ENVIRONMENT.logLevel]: 'error' },
    ...Object.fromEntries(Object.values(ENVIRONMENT.queues).map((name) => [name, `${queueUrl}/1/bench`])),
  });
}

/** One raw read of the item that the endpoints read, and three of them. */
async function kindsOf(
  { client, tableName }: OpenTable,
  shop: TestTenant,
  subscriberId: string,
): Promise<Record<Exclude<Kind, 'portal' | 'console'>, Call>> {
  const { pk, sk } = key.subscriber(shop.tenant.id, { id: subscriberId });
  const request = { TableName: tableName, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true };
  const id = svcIdOf('subscription', subscriberId);
  const [one = '', other = ''] = Object.values(shop.plans).map((plan) => svcIdOf('plan', plan.id));
  const raw: Call = () => client.send(new GetItemCommand(request));
  return {
    raw,
    get: await endpoint('subscribers/get', shop, () => ({ query: { 'svc-id': id } })),
    plans: await endpoint('plans/list', shop, () => ({})),
    put: await endpoint('subscribers/change-plan', shop, (nth) => ({
      body: { 'svc-subscriber-id': id, 'svc-plan-id': nth % 2 === 0 ? other : one },
    })),
  };
}

/**
 * The first page of the portal for a subscriber, and of the console for an owner; each answers its HTML. Calls take turns
 * among as many sessions as keep each within what a session may ask in a minute.
 */
async function pagesOf(
  world: World,
  shop: TestTenant,
  subscriberId: string,
): Promise<Record<'portal' | 'console', Call>> {
  const cookies = { portal: [] as Cookies[], console: [] as Cookies[] };
  for (let nth = 0; nth < SESSIONS; nth++) {
    const { visitor: customer } = await visitor(world, shop, svcIdOf('subscription', subscriberId));
    cookies.portal.push(customer.cookies);
    cookies.console.push((await openDesk(world, shop, 'owner')).cookies);
  }
  return {
    portal: await endpoint('portal/show', shop, (nth) => ({
      ...{ path: { page: 'home' }, address: '/portal/home', cookies: cookies.portal[nth % SESSIONS] },
    })),
    console: await endpoint('console/show', shop, (nth) => ({
      ...{ path: { screen: 'overview' }, address: '/console/overview' },
      cookies: cookies.console[nth % SESSIONS],
    })),
  };
}

/** The shipped bundle of an endpoint, called as this tenant. */
async function endpoint(name: RouteName, shop: TestTenant, ask: (nth: number) => object): Promise<Call> {
  const folder = resolve(import.meta.dirname, '../../functions');
  const { folderOf } = await bundle([{ ...routeNamed(name), name }], folder, `.build/warm/${name}`);
  const module: unknown = await import(pathToFileURL(join(folderOf(name), 'index.mjs')).href);
  const { handler } = module as { handler: Handler };
  return async (nth) => {
    const event = eventFor(name, { headers: shop.headers, ...ask(nth) });
    const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 29_000 };
    const { statusCode, body } = await handler(event, context);
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`);
    return body;
  };
}

/** What each kind's calls took: in turn with one another, once all are warm. */
async function samplesOf(kinds: Readonly<Record<Kind, Call>>): Promise<Record<Kind, Sample[]>> {
  const samples: Record<Kind, Sample[]> = { raw: [], get: [], plans: [], put: [], portal: [], console: [] };
  for (let nth = 0; nth < 2 * CALLS; nth++)
    for (const [kind, call] of Object.entries(kinds)) {
      const sample = await timed(() => call(nth));
      if (nth >= CALLS) samples[kind as Kind].push(sample);
    }
  return samples;
}

/** B11: what a page takes × `GET /subscribers`, and its bytes with its CSS. */
async function pageResults(
  samples: Record<Kind, Sample[]>,
  kinds: Readonly<Record<Kind, Call>>,
): Promise<Result[]> {
  const base = typical(samples.get).ms;
  const rows = (['portal', 'console'] as const).map(async (kind) => {
    const { ms } = typical(samples[kind]);
    const kilobytes = Buffer.byteLength(String(await kinds[kind](0))) / 1024;
    return [
      against('B11', `first page of the ${kind} × GET /subscribers, p50 (${ms.toFixed(2)} ms)`, ms / base, {
        most: 4,
      }),
      against('B11', `KB of it with its CSS`, kilobytes, { most: 40 }),
    ];
  });
  return (await Promise.all(rows)).flat();
}

function resultsOf(
  { raw, get, plans, put }: Record<Kind, Sample[]>,
  own: Awaited<ReturnType<typeof ownTimes>>,
): Result[] {
  const row = (what: string, of: Sample[], to: Sample[], most: number) => {
    const [one, other] = [typical(of), typical(to)];
    const processor = `by processor time ${(one.processorMs / other.processorMs).toFixed(2)}`;
    const times = `${one.ms.toFixed(2)} and ${other.ms.toFixed(2)} ms, ${processor}`;
    return against('B6', `${what}, p50 (${times})`, one.ms / other.ms, { most });
  };
  const ownCode = `our own code ${own.put.toFixed(2)} and ${own.get.toFixed(2)} ms of it`;
  return [
    row('GET /subscribers × one raw GetItem', get, raw, 1.5),
    row('GET /plans/list × GET /subscribers', plans, get, 1.6),
    row(`PUT /subscribers × GET /subscribers, ${ownCode}`, put, get, 4),
  ];
}
