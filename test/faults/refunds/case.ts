import type { Refund } from '../../../sandbox/pay/records.ts';
import { REFUND_TRUTHS } from '../../../sandbox/pay/refund-truths.ts';
import { startComparisons } from '../../../lib/reconciliation/start-comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import { instanceOf } from '../../world/instance.ts';
import { behave, control, DAY, HOUR, ledger, MINUTE, subscribe, type Member } from '../../world/shop.ts';
import { makeTenant, type TestTenant } from '../../world/tenant.ts';
import { openMemory } from '../../world/table.ts';
import { startWorld, type World } from '../../world/world.ts';
import { Dice } from '../delivery/dice.ts';
import { Client, MANNERS, type Manner } from '../money/client.ts';
import { FaultyService, type AtProvider, type Fault } from '../money/service.ts';
import { violations, type OnRecord, type OpenTask } from './checker.ts';

const START = Date.UTC(2026, 0, 15, 9);
const CHARGED = 10_000;
/** Amounts of their own, so that each tells by which request it was given back. */
const AMOUNTS = [701, 1103, 1307] as const;
const IN_PANEL = 501;
const PATIENCE_MS = 20_000;
const STALLED_MS = 30;

/** What one seed did, and what is wrong with it. */
export interface Outcome {
  readonly struck: number;
  readonly kills: number;
  readonly made: number;
  readonly asked: number;
  readonly violations: readonly string[];
}

const FAULTS: readonly Fault[] = [
  ...(['die before', 'die after', 'error before', 'error after', 'repeat', 'unreachable'] as const),
  ...(['failNext', 'limitNext', 'loseAnswerNext', 'stallNext'] as const),
];

/** Some answers to what nobody knows of the provider; what a payment's lines are stays as it is throughout. */
function drawnTruths(dice: Dice): Record<string, string | number> {
  const drawn = Object.entries(REFUND_TRUTHS).flatMap(([question, values]): [string, string | number][] =>
    dice.chance(1 / 6) ? [[question, dice.pick<string>(values)]] : [],
  );
  if (dice.chance(1 / 6)) drawn.push(['reportingDelayMs', dice.pick([MINUTE, 20 * MINUTE, HOUR])]);
  return Object.fromEntries(drawn);
}

/** Plays one seed: refunds by requests and in the panel, under faults and truths; then everything heals and comes to rest. */
export async function play(seed: number): Promise<Outcome> {
  const dice = new Dice(seed);
  const deadlineMs = { money: PATIENCE_MS, read: PATIENCE_MS };
  const world = await startWorld(START, deadlineMs, openMemory, async () => undefined);
  try {
    const shop = await makeTenant(world, { invoicing: dice.chance(1 / 2) });
    await world.table.apply({ put: { ...key.tenantListed(shop.tenant.id), id: shop.tenant.id } });
    const member = await subscribe(world, shop);
    if (dice.chance(1 / 2)) await world.advance(dice.pick([10 * MINUTE, 9 * DAY]));
    const invoice = await invoiceOf(shop, member);
    await behave(world, shop, drawnTruths(dice));
    const strikes = new Map(
      Array.from({ length: dice.between(0, 2) }, () => [dice.between(0, 24), dice.pick(FAULTS)]),
    );
    const misbehave = async <T>(how: AtProvider, carryOut: () => Promise<T>): Promise<T> => {
      await behave(world, shop, { [how]: 1 });
      if (how === 'stallNext') Object.assign(deadlineMs, { money: STALLED_MS, read: STALLED_MS });
      return carryOut().finally(() => Object.assign(deadlineMs, { money: PATIENCE_MS, read: PATIENCE_MS }));
    };
    const service = new FaultyService(world.app, (n) => strikes.get(n), misbehave);
    world.serve(service);
    const asked = await giveBack(world, shop, dice, invoice);
    await world.advance(2 * HOUR);
    const { paymentLines } = (await control(
      world,
      `/behaviour?merchantId=${shop.credentials.merchantId}`,
    )) as { paymentLines: 'one' | 'several' };
    await world.fetch(`${world.pay.url}/sandbox/behaviour?merchantId=${shop.credentials.merchantId}`, {
      method: 'DELETE',
    });
    await behave(world, shop, { paymentLines });
    world.serve(instanceOf(world.app));
    for (let night = 0; night < 4; night++) {
      await startComparisons(world.app);
      await world.advance(DAY);
    }
    const found = await violationsIn(world, shop, invoice);
    return {
      struck: service.struck,
      kills: service.kills,
      made: (await madeIn(world, shop)).length,
      asked,
      violations: found,
    };
  } finally {
    await world.stop();
  }
}

async function invoiceOf(shop: TestTenant, { svcId }: Member): Promise<string> {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { id: string }[])[0]!.id;
}

/** Requests one after the other, each insisted on, and perhaps somebody in the panel between them. */
async function giveBack(world: World, shop: TestTenant, dice: Dice, invoice: string): Promise<number> {
  const count = dice.between(1, AMOUNTS.length);
  const inPanel = dice.chance(1 / 3) ? dice.between(0, count - 1) : undefined;
  const manners = Object.keys(MANNERS) as Manner[];
  for (const [nth, cents] of AMOUNTS.slice(0, count).entries()) {
    if (nth === inPanel) {
      const [charged] = await ledger(world, shop);
      await control(world, `/payments/${charged!.paymentId}/refund`, { cents: IN_PANEL });
    }
    const body = {
      'invoice-id': invoice,
      amount: (cents / 100).toFixed(2),
      ...(dice.chance(2 / 3) && { clientReferenceId: `refund ${nth}` }),
    };
    const manner = 'clientReferenceId' in body ? dice.pick(manners) : 'gone';
    await new Client(world, manner).insist('refund', () => shop.call('invoices/refund', { body }));
    await world.advance(dice.pick([1_000, 30_000, 20 * MINUTE, 26 * HOUR]));
  }
  return count;
}

async function madeIn(world: World, shop: TestTenant): Promise<number[]> {
  const all = await control(world, `/refunds?merchantId=${shop.credentials.merchantId}`);
  return (all as unknown as Refund[])
    .filter(({ status }) => status === 1)
    .map(({ amount }) => Math.round(Number(amount) * 100));
}

async function violationsIn(world: World, shop: TestTenant, invoice: string): Promise<string[]> {
  const read = async (route: 'invoices/refunds' | 'reports/tasks' | 'reports/differences') =>
    (await shop.call(route, { query: { limit: '100' } })).body.data;
  const { body } = await shop.call('invoices/get', { query: { 'invoice-id': invoice } });
  const { refundedAmount } = body.data as { refundedAmount: string };
  return violations({
    charged: CHARGED,
    made: await madeIn(world, shop),
    records: (await read('invoices/refunds')) as OnRecord[],
    tasks: (await read('reports/tasks')) as OpenTask[],
    leftToPeople: ((await read('reports/differences')) as { kind: string }[]).filter(
      ({ kind }) => kind === 'refund_unconfirmed',
    ).length,
    refunded: Math.round(Number(refundedAmount) * 100),
  });
}
