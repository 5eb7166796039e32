import { createServer, request as send, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endOfCall } from '../../lib/runtime/aws-client.ts';
import { dynamoTable } from '../../lib/table/dynamodb/table.ts';
import { startTable } from '../nightly/engines/dynoxide.ts';
import { clientOf, type OpenTable } from '../nightly/engines/open.ts';
import { instanceOf } from '../support/world/instance.ts';
import { listen, onceWhole, type Loopback } from '../support/world/loopback.ts';
import { directBody, ledger } from '../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../support/world/tenant.ts';
import { watched } from '../support/world/watched.ts';
import { startWorld, type World } from '../support/world/world.ts';
import { paying } from '../support/world/paying.ts';

/** What is left of an invocation when the table falls silent, in ms. */
const LEFT_MS = 1_500;

let engine: OpenTable;
let line: Loopback;
let world: World;
let shop: TestTenant;
let isSilent = false;
let leftMs = Infinity;

/** Passes requests on to the engine, until the table falls silent. */
const passedOn = onceWhole((request, body, response: ServerResponse) => {
  if (isSilent) return;
  const { method, headers, url = '' } = request;
  send(new URL(url, engine.endpoint), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  }).end(body);
});

beforeAll(async () => {
  engine = await startTable();
  line = await listen(createServer(passedOn));
  const table = dynamoTable(clientOf(line.url), engine.tableName, OUTSIDE);
  const opened = { dueTimes: async () => new Map<string, number>(), batch: 1, stop: () => engine.stop() };
  world = await startWorld(undefined, undefined, async () => ({ ...watched(table), ...opened }));
  shop = await makeTenant(world);
});
afterAll(async () => {
  await world.stop();
  await line.stop();
});

const OUTSIDE = {
  newToken: () => randomUUID(),
  end: () => endOfCall(leftMs),
  wait: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  jitter: () => 0.5,
};

/** A purchase in a fresh process, in which the table falls silent at a moment. */
async function buy(reference: string, silentFrom: 'the beginning' | 'the charge') {
  const fallSilent = () => {
    isSilent = true;
    leftMs = LEFT_MS;
  };
  const app = paying(world.app, (own) => ({
    startDirect: async (ask) => own.startDirect(ask).finally(fallSilent),
  }));
  if (silentFrom === 'the beginning') fallSilent();
  const body = directBody(shop.plans.basic!, { clientReferenceId: reference });
  const answer = await instanceOf(app).call('checkout/initialize-direct', { body, headers: shop.headers });
  [isSilent, leftMs] = [false, Infinity];
  return answer;
}

it('a charge that cannot be recorded, because the table falls silent after it, is answered as of unknown outcome', async () => {
  const answer = await buy('after', 'the charge');
  expect([answer.status, answer.body.error]).toEqual([504, 'payment_outcome_unknown']);
  expect(answer.body.clientReferenceId).toBe('after');
  expect(await ledger(world, shop)).toHaveLength(1);
});

it('a purchase that the table says nothing about is answered with 503, and nobody is charged', async () => {
  const before = (await ledger(world, shop)).length;
  const answer = await buy('before', 'the beginning');
  expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable']);
  expect(await ledger(world, shop)).toHaveLength(before);
});
