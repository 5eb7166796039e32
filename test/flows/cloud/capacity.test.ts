import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill } from './fill.ts';
import { checkoutBody, payAndReturn } from './checkout-calls.ts';
import { startRunning, type Running } from './running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

/** A call of a function to AWS, as the local cloud has recorded it. */
interface Call {
  readonly function: string;
  readonly requestId: string;
  readonly service: string;
  readonly action: string;
  readonly capacity?: { readonly read: number; readonly write: number };
  readonly start: number;
  readonly end: number;
}

/** The capacity units of some calls. */
const sum = (calls: readonly Call[], what: 'read' | 'write') =>
  calls.reduce((total, { capacity }) => total + (capacity?.[what] ?? 0), 0);

/** The longest chain of calls each of which began after the one before had ended: the round trips that add up. */
function depthOf(calls: readonly Call[]): number {
  let depth = 0;
  let until = -1;
  for (const { start, end } of [...calls].sort((a, b) => a.end - b.end)) {
    if (start < until) continue;
    depth++;
    until = end;
  }
  return depth;
}

/** What one invocation asked of the table. */
interface Cost {
  readonly depth: number;
  readonly read: number;
  readonly write: number;
}

let cloud: Running;
let svcId: string;
let reference: string;

beforeAll(async () => {
  cloud = await startRunning();
  const { webhookUrl } = cloud.tenant('demo');
  await api('PUT', '/account/webhook', { url: webhookUrl });
  const to = await subscribe('first@example.com');
  svcId = to.searchParams.get('svcSubscriptionId')!;
  reference = to.searchParams.get('subscriptionReference')!;
  const { dynamodbEndpoint, tableName } = cloud.stack;
  await fill(dynamodbEndpoint, tableName, shop().tenantId, Number(process.env.ITEMS ?? 100));
  await cloud.settle();
}, 600_000);
afterAll(() => cloud.stop());

/** The tenant without team chat, which gets a webhook: a chat message is a second event, and would be counted too. */
const shop = () => cloud.tenant('second');

async function subscribe(email: string): Promise<URL> {
  const { body } = await cloud.api(
    'POST',
    '/checkout/initialize',
    checkoutBody(cloud.stack, shop().plans[0]!.referenceCode, { email }),
    shop(),
  );
  return payAndReturn(cloud, String(body.token));
}

/** What the last invocation of a function asked of the table, with its credentials already known. */
async function measured(functionName: string, ask: () => Promise<unknown>): Promise<Cost> {
  await cloud.settle();
  await cloud.json('DELETE', `${cloud.stack.controlUrl}/calls`);
  await ask();
  await cloud.settle();
  const { calls } = (await cloud.json('GET', `${cloud.stack.controlUrl}/calls`)) as unknown as {
    calls: Call[];
  };
  const mine = calls.filter((call) => call.function === functionName && call.service === 'dynamodb');
  const last = mine.filter(({ requestId }) => requestId === mine.at(-1)?.requestId);
  return { depth: depthOf(last), read: sum(last, 'read'), write: sum(last, 'write') };
}

/**
 * The least of three calls, after one that makes credentials and tenant known to the function: calls made side by side
 * may pass one after another on a busy machine, and now and then one leases its share of a rate limit for those after it.
 */
async function warm(
  functionName: string,
  ask: (round: number) => Promise<{ status: number }>,
): Promise<Cost> {
  const asked = async (round: number) => expect((await ask(round)).status).toBeLessThan(400);
  await asked(0);
  const costs: Cost[] = [];
  for (const round of [1, 2, 3]) costs.push(await measured(functionName, () => asked(round)));
  const least = costs.sort((a, b) => a.depth - b.depth || a.write - b.write)[0]!;
  console.log(`capacity: ${functionName}: ${JSON.stringify(least)}`);
  return least;
}

const api = (method: string, path: string, body?: unknown) => cloud.api(method, path, body, shop());

const [first, second] = [() => shop().plans[0]!, () => shop().plans[1]!];
const buying = (more: Record<string, unknown>) => checkoutBody(cloud.stack, first().referenceCode, more);
const byOurIds = () => ({ 'svc-id': svcId });
const cancel = () => api('DELETE', '/subscribers', byOurIds());
const undo = () => api('POST', '/subscribers/undo-cancel', byOurIds());

/** What each may ask of the table: sequential trips, units read, units written. */
const ENDPOINTS: readonly [
  functionName: string,
  asked: string,
  trips: number,
  read: number,
  write: number,
  ask: (round: number) => Promise<{ status: number }>,
][] = [
  ['subscribers/get', 'by svc-id', 1, 1, 0, () => api('GET', `/subscribers?svc-id=${svcId}`)],
  [
    'subscribers/get',
    'by provider reference',
    ...([2, 1.5, 0] as const),
    () => api('GET', `/subscribers?pay-subscriber-code=${reference}`),
  ],
  ['subscribers/check', 'by e-mail', 1, 1, 0, () => api('GET', '/subscribers/check?email=first@example.com')],
  ['subscribers/invoices', 'by svc-id', 1, 1, 0, () => api('GET', `/subscribers/invoices?svc-id=${svcId}`)],
  ['plans/list', 'a page', 1, 1, 0, () => api('GET', '/plans/list')],
  [
    'checkout/initialize',
    'hosted',
    ...([2, 1.5, 6] as const),
    (round) => api('POST', '/checkout/initialize', buying({ email: `new${round}@example.com` })),
  ],
  [
    'checkout/callback',
    'on success',
    ...([2, 1.5, 12] as const),
    async (round) => {
      await subscribe(`warm${round}@example.com`);
      return { status: 303 };
    },
  ],
  [
    'checkout/initialize-direct',
    'with a card',
    ...([3, 1.5, 18] as const),
    (round) => {
      const { callbackUrl: _, ...body } = buying({
        email: `direct${round}@example.com`,
        paymentCard: GOOD_CARD,
      });
      return api('POST', '/checkout/initialize-direct', body);
    },
  ],
  [
    'subscribers/change-plan',
    'by our ids',
    ...([2, 2, 9] as const),
    (round) =>
      api('PUT', '/subscribers', {
        'svc-subscriber-id': svcId,
        'svc-plan-id': (round % 2 === 0 ? second() : first()).svcId,
      }),
  ],
  [
    'subscribers/change-plan',
    'by the provider pair, reserved before it is asked for',
    ...([4, 3.5, 18] as const),
    async (round) => {
      const answer = await api('PUT', '/subscribers', {
        'pay-subscriber-reference-code': reference,
        'pay-plan-reference-code': (round % 2 === 0 ? second() : first()).referenceCode,
        upgradePeriod: 'NOW',
      });
      reference = (answer.body.data as { payReference: string }).payReference;
      return answer;
    },
  ],
  ['subscribers/cancel', 'by svc-id', 2, 2, 9, async () => (await undo(), cancel())],
  ['subscribers/undo-cancel', 'by svc-id', 2, 2, 9, async () => (await cancel(), undo())],
];

it.each(ENDPOINTS)(
  'round trips and capacity, credentials warm: %s %s: %i trips, %d read and %d write units at most',
  async (functionName, _asked, trips, read, write, ask) => {
    const cost = await warm(functionName, ask);
    expect(cost.depth).toBeGreaterThan(0);
    expect(cost.depth).toBeLessThanOrEqual(trips);
    expect(cost.read).toBeLessThanOrEqual(read);
    expect(cost.write).toBeLessThanOrEqual(write);
    expect(cost.write > 0).toBe(write > 0);
  },
);
