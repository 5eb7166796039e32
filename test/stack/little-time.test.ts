import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundle } from '../../infra/build/bundle.ts';
import { ANSWER_MS, AWS_CALL_MAX_MS, endOfCall } from '../../lib/runtime/aws-client.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { ROUTES } from '../../functions/routes.ts';
import { requestTo } from '../faults/little-time/routes.ts';
import { listen } from '../support/world/loopback.ts';
import { openDesk } from '../behaviour/console/desk.ts';
import { subscribe } from '../support/world/shop.ts';
import { makeTenant } from '../support/world/tenant.ts';
import { eventFor, startWorld } from '../support/world/world.ts';
import { ROWS } from './roles.ts';

const NAMES = { tenantId: 'tenant', subscriberId: 'subscriber', invoiceId: 'invoice' };
const ID = '01900000-0000-7000-8000-000000000009';
/** A message of each queue. */
const MESSAGES: Readonly<Record<string, object>> = {
  deliveries: { tenantId: 'tenant', eventId: ID, attempt: 1 },
  'slow-deliveries': { kind: 'replay', tenantId: 'tenant', replayId: ID },
  reconciliation: { kind: 'subscriber', ...NAMES },
  invoicing: NAMES,
  sweeps: { kind: 'intent', shard: 0, startedAt: 0 },
  messages: { tenantId: 'tenant', messageId: ID },
  'message-events': {
    detail: {
      eventType: 'Delivery',
      mail: { tags: { tenant: ['tenant'], message: [ID], address: ['0a1b'] } },
    },
  },
};
/** Functions that call AWS for nothing, or not with so little time. */
const QUIET = [
  'not-found',
  'health',
  'openapi',
  'home',
  'docs',
  'docs/page',
  'docs/for-machines',
  'docs/sitemap',
  'webhooks/deliver',
  'sweep/run',
];

/** What each function is called with: a request that finds what it asks for, or one message. */
async function events(): Promise<Record<string, unknown>> {
  const world = await startWorld();
  const shop = await makeTenant(world);
  const member = await subscribe(world, shop);
  const desk = await openDesk(world, shop, 'owner');
  await world.stop();
  const requests = ROUTES.map(({ name }) => {
    const ask = requestTo(name, { world, shop, member, desk });
    return [name, eventFor(name, { ...ask, headers: { ...shop.headers, ...ask.headers } })];
  });
  const messages = BACKGROUND.map(({ name, triggeredBy }) => {
    const body = JSON.stringify(MESSAGES[triggeredBy] ?? {});
    return [name, { Records: [{ messageId: 'one', body }] }];
  });
  return Object.fromEntries([...requests, ...messages]) as Record<string, unknown>;
}

interface Ended {
  readonly name: string;
  /** What was answered, if anything, or the name of the error. */
  readonly answer:
    { readonly statusCode?: number; readonly batchItemFailures?: unknown } | string | undefined;
}

const SCRIPT = `
  const { folders, events, leftMs, toldTo } = JSON.parse(process.env.GIVEN);
  const handlers = [];
  for (const [name, folder] of folders) handlers.push([name, (await import(folder + '/index.mjs')).handler]);
  const ended = await Promise.all(handlers.map(async ([name, handler]) => {
    const began = performance.now();
    const context = { awsRequestId: name, getRemainingTimeInMillis: () => leftMs - (performance.now() - began) };
    const answer = await Promise.resolve().then(() => handler(events[name], context)).catch(({ name }) => name);
    return { name, answer };
  }));
  const open = () => process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length;
  for (let turn = 0; turn < 100 && open() > 0; turn++) await new Promise((done) => setImmediate(done));
  const sockets = open();
  await (await fetch(toldTo)).text();
  console.log(JSON.stringify({ ended, sockets }));`;

it('an invocation ends in its time where AWS does not answer, and leaves nothing running', async () => {
  const { folderOf } = await bundle(ROWS, 'functions');
  const attempts: string[] = [];
  let afterwards = 0;
  let isOver = false;
  const { url, stop } = await listen(
    createServer(({ headers, url: path }, response) => {
      if (path === '/over') return void response.end(String((isOver = true)));
      if (isOver) afterwards++;
      attempts.push(String(headers['amz-sdk-request']));
    }),
  );
  const queues = Object.values(ENVIRONMENT.queues).map((name) => [name, `${url}/1/queue`]);
  const given = {
    folders: ROWS.map(({ name }) => [name, folderOf(name)]),
    events: await events(),
    leftMs: ANSWER_MS + 500,
    toldTo: `${url}/over`,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: {
      ...{ AWS_ENDPOINT_URL: url, AWS_REGION: 'eu-central-1', GIVEN: JSON.stringify(given) },
      ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
      ...{ [ENVIRONMENT.table]: 'table', [ENVIRONMENT.key]: 'key', [ENVIRONMENT.documents]: 'documents' },
      ...Object.fromEntries(queues),
    },
  });
  await stop();
  const lines = stdout.trim().split('\n');
  const { ended, sockets } = JSON.parse(lines.at(-1) ?? '') as { ended: Ended[]; sockets: number };
  const silent = ended.filter(({ name }) => !QUIET.includes(name));
  expect({ sockets, afterwards }).toEqual({ sockets: 0, afterwards: 0 });
  // A second attempt would mean that a call was not ended by its invocation, but by the time-out of its client.
  expect(attempts.filter((attempt) => attempt !== 'attempt=1; max=3')).toEqual([]);
  expect(silent.map(({ name, answer }) => [name, outcomeOf(answer)])).toEqual(
    silent.map(({ name }) => [name, expectedOf(name)]),
  );
});

const outcomeOf = (answer: Ended['answer']) =>
  typeof answer === 'string' ? answer : (answer?.statusCode ?? answer?.batchItemFailures);

function expectedOf(name: string): unknown {
  const background = BACKGROUND.find((one) => one.name === name);
  if (!background) return 503;
  if (name === 'sweep/start') return undefined;
  return background.triggeredBy in MESSAGES ? [{ itemIdentifier: 'one' }] : 'AbortError';
}

it('a call ends before its invocation, and after thirteen seconds at most', () => {
  expect(endOfCall(ANSWER_MS).aborted).toBe(true);
  expect(endOfCall(ANSWER_MS + 60_000.5).aborted).toBe(false);
  expect(endOfCall(Infinity).aborted).toBe(false);
  expect(AWS_CALL_MAX_MS).toBe(13_000);
});
