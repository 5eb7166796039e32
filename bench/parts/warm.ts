import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../infra/build/bundle.ts';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import { ENVIRONMENT } from '../../lib/environment.ts';
import { routeNamed, type RouteName } from '../../lib/routes.ts';
import { key } from '../../lib/table/schema.ts';
import { startTable } from '../../test/engines/dynoxide.ts';
import type { OpenTable } from '../../test/engines/open.ts';
import { invoiced, subscribed } from '../../test/invoicing/world.ts';
import { eventFor } from '../../test/world/front.ts';
import { makeTenant, type TestTenant } from '../../test/world/tenant.ts';
import { startWorld } from '../../test/world/world.ts';
import { against, median, type Result } from '../result.ts';
import { startQueue } from './queue-stub.ts';

/** Calls of each kind, in turn with one another, after as many to warm up. */
const CALLS = Number(process.env.BENCH_CALLS ?? 300);
const PLANS = Array.from({ length: 10 }, (_, nth) => ({
  name: nth < 1 ? 'basic' : `plan ${nth}`,
  price: '100.00',
}));

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;

/** What is timed. */
type Kind = 'raw' | 'get' | 'plans' | 'put';
/** One call of a kind, the nth. */
type Call = (nth: number) => Promise<unknown>;

/**
 * B6: shipped bundles in a process that is warm, their credentials known, on the table engine: the whole handler against
 * one raw GetItem, and the dearer endpoints against the cheapest.
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
    return resultsOf(await timesOf(await kindsOf(engine, shop, subscriber.id)));
  } finally {
    queue.stop();
    await world.stop();
    await engine.stop();
  }
}

function setEnvironment({ endpoint, tableName }: OpenTable, queueUrl: string): void {
  Object.assign(process.env, {
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...{ AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_SQS: queueUrl },
    ...{ [ENVIRONMENT.table]: tableName, [ENVIRONMENT.documents]: 'bench', [ENVIRONMENT.logLevel]: 'ERROR' },
    ...Object.fromEntries(Object.values(ENVIRONMENT.queues).map((name) => [name, `${queueUrl}/1/bench`])),
  });
}

/** One raw read of the item that the endpoints read, and three of them. */
async function kindsOf(
  { client, tableName }: OpenTable,
  shop: TestTenant,
  subscriberId: string,
): Promise<Record<Kind, Call>> {
  const { pk, sk } = key.subscriber(shop.tenant.id, subscriberId);
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
  };
}

/** How long each kind's calls took, in ms: in turn with one another, once all are warm. */
async function timesOf(kinds: Readonly<Record<Kind, Call>>): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { raw: [], get: [], plans: [], put: [] };
  for (let nth = 0; nth < 2 * CALLS; nth++)
    for (const [kind, call] of Object.entries(kinds)) {
      const began = performance.now();
      await call(nth);
      if (nth >= CALLS) times[kind as Kind].push(performance.now() - began);
    }
  return times;
}

function resultsOf({ raw, get, plans, put }: Record<Kind, number[]>): Result[] {
  const p50 = `GET /subscribers ${median(get).toFixed(2)} ms, GetItem ${median(raw).toFixed(2)} ms`;
  const over = (what: string, ratio: number, most: number) => against('B6', what, ratio, { most });
  return [
    over(`GET /subscribers × one raw GetItem, p50 (${p50})`, median(get) / median(raw), 1.6),
    over(`GET /plans/list × GET /subscribers, p50`, median(plans) / median(get), 2),
    over(`PUT /subscribers × GET /subscribers, p50`, median(put) / median(get), 2),
  ];
}
