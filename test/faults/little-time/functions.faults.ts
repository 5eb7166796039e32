import { openDesk } from '../../behaviour/console/desk.ts';
import { expect, test } from 'vitest';
import type { QueueName } from '../../../lib/footprint.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { DUE_KINDS, duePartitions } from '../../../lib/table/work/due.ts';
import { directBody, someone, subscribe } from '../../support/world/shop.ts';
import { handOver } from '../../support/world/queues.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { startWorld, type Answer, type World } from '../../support/world/world.ts';
import { invoke, type Circumstances, type Ended } from './invocation.ts';
import { requestTo } from './routes.ts';

const LEFT_MS = [100, 1_000, 4_600, 8_000, 29_000];
const DELAYS_MS = [0, 1_900, 8_100, 45_000];
const PAUSE_MS = 2_000;

const CIRCUMSTANCES = LEFT_MS.flatMap((leftMs) => DELAYS_MS.map((delayMs) => ({ leftMs, delayMs })));

/** What is wrong with how an invocation ended. */
function wrongWith(what: string, of: Circumstances, { answer, afterwards }: Ended<unknown>): string[] {
  const wrong = afterwards.map((call) => `${call} after the answer`);
  if (answer === undefined) wrong.push('no answer in its time');
  const status = (answer as Partial<Answer> | undefined)?.status;
  if (status === 500) wrong.push((answer as Answer).text);
  return wrong.map((one) => `${what}, ${of.leftMs} ms left, delay ${of.delayMs} ms: ${one}`);
}

test('a route answers within any time limit and leaves nothing running', async () => {
  const world = await startWorld();
  const violations: string[] = [];
  const kinds = new Set<string>();
  let cases = 0;
  for (const { name } of ROUTES) {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    for (const of of CIRCUMSTANCES) {
      const member = await subscribe(world, shop);
      const ask = requestTo(name, { world, shop, member, desk });
      const asked = { ...ask, headers: { ...shop.headers, ...ask.headers } };
      const ended = await invoke(world, of, ({ call }) => call(name, asked));
      violations.push(...wrongWith(name, of, ended));
      kinds.add(`${name} ${ended.answer?.status}`);
      cases++;
      await world.clock.advanceTo(world.clock.now() + PAUSE_MS);
    }
  }
  await world.stop();
  console.log(
    `little time, routes: ${cases} cases, ${kinds.size} kinds of answer, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(cases).toBe(ROUTES.length * CIRCUMSTANCES.length);
  const answeredWell = ROUTES.filter(({ name }) => [200, 202, 303].some((ok) => kinds.has(`${name} ${ok}`)));
  expect(answeredWell.length).toBeGreaterThanOrEqual(30);
});

/** Makes messages for a queue out of a purchase. */
type Messages = (world: World, shop: TestTenant) => Promise<unknown[]>;

/** The newest messages that a purchase left for a queue; none of them is handed out by itself. */
const leftBehind =
  (queue: QueueName, worked: readonly QueueName[] = []): Messages =>
  async (world, shop) => {
    const before = world.queues.sent.length;
    await shop.call('checkout/initialize-direct', {
      body: directBody(shop.plans.basic!, { email: someone() }),
    });
    if (worked.length > 0) await world.settle();
    return world.queues.sent
      .slice(before)
      .filter((one) => one.queue === queue)
      .map(({ message }) => message.body);
  };

const dueNow: Messages = async (world) => {
  const startedAt = world.clock.now();
  return DUE_KINDS.flatMap((kind) =>
    duePartitions(kind).map((_, shard) => ({ kind, shard, startedAt, requestId: 'a-minute' })),
  );
};

const QUEUES: Readonly<Record<QueueName, Messages>> = {
  deliveries: leftBehind('deliveries'),
  'slow-deliveries': leftBehind('deliveries'),
  reconciliation: leftBehind('reconciliation'),
  invoicing: leftBehind('invoicing', ['reconciliation']),
  sweeps: dueNow,
  // A tenant without messages leaves none: those that are handed over come to nothing.
  messages: async (_, shop) => [
    { tenantId: shop.tenant.id, messageId: '01890000-0000-7000-8000-111111111111' },
  ],
  'message-events': async (_, shop) => [
    {
      detail: {
        eventType: 'Delivery',
        mail: {
          tags: {
            tenant: [shop.tenant.id],
            message: ['01890000-0000-7000-8000-111111111111'],
            address: ['0123456789abcde'],
          },
        },
      },
    },
  ],
};

test('a consumer ends within any time limit and leaves nothing running', async () => {
  const world = await startWorld();
  const shop = await makeTenant(world, { invoicing: true });
  const violations: string[] = [];
  let [cases, messages] = [0, 0];
  const run = async (what: string, of: Circumstances, work: Parameters<typeof invoke>[2]) => {
    violations.push(...wrongWith(what, of, await invoke(world, of, work)));
    cases++;
    await world.clock.advanceTo(world.clock.now() + PAUSE_MS);
  };
  for (const [queue, make] of Object.entries(QUEUES) as [QueueName, Messages][])
    for (const of of CIRCUMSTANCES) {
      const bodies = await make(world, shop);
      messages += bodies.length;
      await run(queue, of, ({ consumers }, timeLeft) => handOver(consumers[queue], bodies, timeLeft));
    }
  for (const of of CIRCUMSTANCES) await run('schedule', of, async ({ sweep }) => (await sweep(), 'begun'));
  await world.stop();
  console.log(
    `little time, consumers: ${cases} cases, ${messages} messages, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(cases).toBe((Object.keys(QUEUES).length + 1) * CIRCUMSTANCES.length);
  expect(messages).toBeGreaterThanOrEqual(cases);
});
