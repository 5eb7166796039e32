import type { Behave } from '../../../sandbox/acct/behaviour.ts';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { cardRefusedLater } from '../../../sandbox/pay/cards.ts';
import type { Refund } from '../../../sandbox/pay/records.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { enterCard, swapCard } from '../../support/world/owing.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  control,
  DAY,
  HOUR,
  ledger,
  paidIn,
  subscribe,
} from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openMemory } from '../../support/world/table.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { Report } from '../report.ts';
import { Client, type Manner } from '../money/client.ts';
import { FaultyService, misbehaving, patience, type Plan } from '../money/service.ts';
import type { PortCall } from '../ports.ts';
import { violations, type OnRecord, type OpenTask } from './checker.ts';

const START = Date.UTC(2026, 0, 15, 9);
const CHARGED = 10_000;

/** One request for a refund, of an amount of its own, so that what is given back tells by which request it was. */
export interface RefundRequest {
  readonly cents: number;
  readonly manner: Manner;
  /** Whether it has a reference, by which it may be repeated. */
  readonly isNamed: boolean;
  /** What somebody gives back in the provider's panel just before: so many hundredths, or everything. */
  readonly panelBefore?: number | 'everything' | undefined;
  readonly thenMs: number;
}

/** A purchase by a card of which refunds may be refused, or a renewal that was refused before, and how it was paid in the end. */
type Charge =
  | { readonly is: 'purchase'; readonly card?: string }
  | { readonly is: 'recovered renewal'; readonly code: string; readonly by: 'a retry' | 'a new card' };

/** A charge that is given back, and what stands in the way. */
export interface Scenario {
  readonly name: string;
  readonly invoicing: boolean;
  /** What was paid. */
  readonly charge: Charge;
  readonly waitMs: number;
  /** What is true of the payment provider while money is given back, and of the invoicing provider throughout. */
  readonly truths: Partial<Behaviour>;
  readonly documents: Behave;
  /** When somebody cancels the document in the invoicing provider's application: so long after the last request. */
  readonly cancelledByPersonMs?: number;
  readonly faults: Plan;
  readonly requests: readonly RefundRequest[];
}

/** What one scenario did, and what is wrong with it. */
export interface Outcome {
  readonly calls: readonly PortCall[];
  /** How many of the calls were made before somebody had an answer to the last request. */
  readonly asking: number;
  readonly struck: number;
  readonly kills: number;
  readonly made: number;
  readonly asked: number;
  readonly violations: readonly string[];
}

/** Plays one scenario: refunds by requests and in the panel, under faults and truths; then everything heals and comes to rest. */
export async function play(scenario: Scenario): Promise<Outcome> {
  const deadlineMs = patience();
  const world = await startWorld(START, deadlineMs, openMemory, async () => undefined);
  try {
    const shop = await makeTenant(world, {
      invoicing: scenario.invoicing,
      recovery: { retryDays: [], then: 'keep' },
    });
    await world.table.apply({ put: { ...key.tenantListed(shop.tenant.id), id: shop.tenant.id } });
    if (Object.keys(scenario.documents).length > 0) world.acct.behave(scenario.documents);
    const invoice = await charged(world, shop, scenario);
    await world.advance(scenario.waitMs);
    await behave(world, shop, scenario.truths);
    const service = new FaultyService(world.app, scenario.faults, misbehaving(world, shop, deadlineMs));
    world.serve(service);
    await giveBack(world, shop, scenario.requests, invoice);
    const asking = service.made.length;
    if (scenario.cancelledByPersonMs !== undefined) await cancelDocument(world, scenario.cancelledByPersonMs);
    await world.advance(2 * HOUR);
    await heal(world, shop);
    const found = await violationsIn(world, shop, invoice);
    return {
      ...{ calls: service.made, asking, struck: service.struck, kills: service.kills },
      made: (await madeIn(world, shop)).length,
      asked: scenario.requests.length,
      violations: found,
    };
  } finally {
    await world.stop();
  }
}

/** Has a customer charged; answers the invoice of it. */
async function charged(world: World, shop: TestTenant, { charge, truths }: Scenario): Promise<string> {
  const card = charge.is === 'purchase' ? (charge.card ?? CARDS.good) : cardRefusedLater(charge.code);
  const member = await subscribe(world, shop, { card });
  if (charge.is === 'recovered renewal') {
    await advanceToRenewal(world, member.reference);
    await world.advance(DAY + HOUR);
    await behave(world, shop, truths);
    if (charge.by === 'a new card') await enterCard(world, shop, member, CARDS.good);
    else {
      await swapCard(world, member, CARDS.good);
      await shop.call('subscribers/retry-payment', { body: { 'svc-id': member.svcId } });
    }
    await world.advance(2 * DAY);
  }
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const [latest] = body.data as { id: string; status: string }[];
  if (latest?.status !== 'PAID') throw new Error(`not paid, but ${latest?.status}`);
  return latest.id;
}

/** Requests one after the other, each insisted on, and perhaps somebody in the panel between them. */
async function giveBack(
  world: World,
  shop: TestTenant,
  requests: readonly RefundRequest[],
  invoice: string,
): Promise<void> {
  for (const [nth, { cents, manner, isNamed, panelBefore, thenMs }] of requests.entries()) {
    if (panelBefore !== undefined) {
      const paid = paidIn(await ledger(world, shop)).at(-1)!;
      const much = panelBefore === 'everything' ? {} : { cents: panelBefore };
      await control(world, `/payments/${paid.paymentId}/refund`, much);
    }
    const body = {
      'invoice-id': invoice,
      amount: (cents / 100).toFixed(2),
      ...(isNamed && { clientReferenceId: `refund ${nth}` }),
    };
    await new Client(world, manner).insist('refund', () => shop.call('invoices/refund', { body }));
    await world.advance(thenMs);
  }
}

async function cancelDocument(world: World, afterMs: number): Promise<void> {
  await world.advance(afterMs);
  for (const { invoiceId } of world.acct.invoices()) {
    const sent = { method: 'POST', body: JSON.stringify({ invoiceId }) };
    await world.fetch(`${world.acct.url}/sandbox/invoices/cancel`, sent);
  }
}

/** The provider is as it should be, but for the lines that a payment has, and some nights pass. */
async function heal(world: World, shop: TestTenant): Promise<void> {
  const ofMerchant = `/behaviour?merchantId=${shop.credentials.merchantId}`;
  const { paymentLines } = (await control(world, ofMerchant)) as { paymentLines: 'one' | 'several' };
  await world.fetch(`${world.pay.url}/sandbox${ofMerchant}`, { method: 'DELETE' });
  await behave(world, shop, { paymentLines });
  world.serve(instanceOf(world.app));
  for (let night = 0; night < 4; night++) {
    await startComparisons(world.app);
    await world.advance(DAY);
  }
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

/** The report of scenarios. */
export const refundReport = () => new Report('asked', 'made', 'struck', 'kills');
