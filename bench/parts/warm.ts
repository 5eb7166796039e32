import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../infra/build/bundle.ts';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import { ENVIRONMENT } from '../../lib/environment.ts';
import { routeNamed, type RouteName } from '../../lib/routes.ts';
import { key } from '../../lib/table/schema.ts';
import { startTable } from '../../test/engines/dynoxide.ts';
import { invoiced, subscribed } from '../../test/invoicing/world.ts';
import { eventFor } from '../../test/world/front.ts';
import { makeTenant } from '../../test/world/tenant.ts';
import { startWorld } from '../../test/world/world.ts';
import { against, median, type Result } from '../result.ts';
import { startQueue } from './queue-stub.ts';

/** Calls of each kind, in turn with one another, after as many to warm up. */
const CALLS = Number(process.env.BENCH_CALLS ?? 300);
const PLANS = 10;

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;

/**
 * B6: shipped bundles in a process that is warm, their credentials known, on the table engine: the whole handler against
 * one raw GetItem, and the dearer endpoints against the cheapest.
 */
export async function warm(): Promise<Result[]> {
  const engine = await startTable();
  const { table, client, tableName } = engine;
  const queue = await startQueue();
  const open = async () => ({
    ...{ table, written: [], dueTimes: async () => new Map(), batch: 1, stop: async () => undefined },
  });
  const world = await startWorld(Date.now(), undefined, open);
  try {
    const plans = Array.from({ length: PLANS }, (_, nth) => ({
      name: nth < 1 ? 'basic' : `plan ${nth}`,
      price: '100.00',
    }));
    const shop = await makeTenant(world, { plans });
    const subscriber = await subscribed(world, shop);
    await invoiced(world, shop, subscriber, 1);
    Object.assign(process.env, {
      ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      ...{
        AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
        AWS_ENDPOINT_URL_SQS: queue.url,
        [ENVIRONMENT.table]: tableName,
      },
      ...{ [ENVIRONMENT.documents]: 'bench', [ENVIRONMENT.logLevel]: 'ERROR' },
      ...Object.fromEntries(Object.values(ENVIRONMENT.queues).map((name) => [name, `${queue.url}/1/bench`])),
    });
    const calling = async (name: RouteName, ask: (nth: number) => object) => {
      const { folderOf } = await bundle(
        [{ ...routeNamed(name), name }],
        resolve(import.meta.dirname, '../../functions'),
        `.build/warm/${name}`,
      );
      const { handler } = (await import(pathToFileURL(join(folderOf(name), 'index.mjs')).href)) as {
        handler: Handler;
      };
      return async (nth: number) => {
        const event = eventFor(name, { headers: shop.headers, ...ask(nth) });
        const { statusCode, body } = await handler(event, {
          awsRequestId: 'bench',
          getRemainingTimeInMillis: () => 29_000,
        });
        if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`);
      };
    };
    const at = key.subscriber(shop.tenant.id, subscriber.id);
    const request = {
      TableName: tableName,
      Key: { pk: { S: at.pk }, sk: { S: at.sk } },
      ConsistentRead: true,
    };
    const id = svcIdOf('subscription', subscriber.id);
    const [one = '', other = ''] = Object.values(shop.plans).map((plan) => svcIdOf('plan', plan.id));
    const kinds = {
      raw: () => client.send(new GetItemCommand(request)),
      get: await calling('subscribers/get', () => ({ query: { 'svc-id': id } })),
      plans: await calling('plans/list', () => ({})),
      put: await calling('subscribers/change-plan', (nth) => ({
        body: { 'svc-subscriber-id': id, 'svc-plan-id': nth % 2 === 0 ? other : one },
      })),
    };
    const times = { raw: [], get: [], plans: [], put: [] } as Record<keyof typeof kinds, number[]>;
    for (let nth = 0; nth < 2 * CALLS; nth++)
      for (const [kind, call] of Object.entries(kinds) as [
        keyof typeof kinds,
        (nth: number) => Promise<unknown>,
      ][]) {
        const began = performance.now();
        await call(nth);
        if (nth >= CALLS) times[kind].push(performance.now() - began);
      }
    const { raw, get, plans: listed, put } = times;
    const p50 = `GET /subscribers ${median(get).toFixed(2)} ms, GetItem ${median(raw).toFixed(2)} ms`;
    return [
      against('B6', `GET /subscribers × one raw GetItem, p50 (${p50})`, median(get) / median(raw), {
        most: 1.6,
      }),
      against('B6', `GET /plans/list × GET /subscribers, p50`, median(listed) / median(get), { most: 2 }),
      against('B6', `PUT /subscribers × GET /subscribers, p50`, median(put) / median(get), { most: 2 }),
    ];
  } finally {
    queue.stop();
    await world.stop();
    await engine.stop();
  }
}
