import { expect, test } from 'vitest';
import { ledger, MINUTE, paidIn } from '../../support/world/shop.ts';
import { handOver } from '../../support/world/queues.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { errorIn, wrongWith, type Case } from './checker.ts';
import { invoke, type Circumstances } from './invocation.ts';
import { PURCHASES, type Purchase } from './purchases.ts';

/** What an invocation has left: next to nothing, about what a call needs at least, more, and all of it. */
const LEFT_MS = [
  ...[100, 400, 1_000, 2_000, 4_000, 4_400, 4_600, 5_000],
  ...[6_000, 8_000, 12_000, 16_000, 20_000, 23_900, 24_100, 29_000],
];
/** What the provider takes: no time, about what calls are given, longer than anybody waits. */
const DELAYS_MS = [0, 300, 700, 1_900, 3_900, 5_000, 7_900, 8_100, 11_000, 15_000, 19_900, 20_100, 45_000];
/** News of everything is there by then: a form is polled half an hour after it was opened. */
const SETTLES_MS = 40 * MINUTE;
/** Between two tries, so that none is refused for its number. */
const PAUSE_MS = 2_000;
/** Real time: a provider on this machine answers in a millisecond, and its delays are played without it. */
const PATIENCE_MS = 20_000;

async function attempt(world: World, shop: TestTenant, purchase: Purchase, of: Circumstances): Promise<Case> {
  const email = `left-${of.leftMs}-delay-${of.delayMs}@example.com`;
  const occasion = await purchase.prepare(world, shop, email);
  if ('route' in occasion) {
    const { route, ask } = occasion;
    const { answer, afterwards } = await invoke(world, of, ({ call }) => call(route, ask));
    return { ...of, email, occasion, answer, died: answer === undefined, afterwards };
  }
  const { answer: done, afterwards } = await invoke(world, of, ({ consumers }, timeLeft) =>
    handOver(consumers.reconciliation, [occasion.message], timeLeft),
  );
  return { ...of, email, occasion, answer: undefined, died: done === undefined, afterwards };
}

test.each(PURCHASES.map((purchase) => [purchase.name, purchase] as const))(
  'with any remaining time, a purchase answered with a request to retry is not charged: %s',
  async (name, purchase) => {
    const world = await startWorld(undefined, { money: PATIENCE_MS, read: PATIENCE_MS });
    const shop = await makeTenant(world);
    const cases: Case[] = [];
    for (const leftMs of LEFT_MS)
      for (const delayMs of DELAYS_MS) {
        cases.push(await attempt(world, shop, purchase, { leftMs, delayMs }));
        await world.clock.advanceTo(world.clock.now() + PAUSE_MS);
      }
    await world.advance(SETTLES_MS);
    const paid = Map.groupBy(paidIn(await ledger(world, shop)), ({ customerEmail }) => customerEmail);
    const violations: string[] = [];
    for (const one of cases) {
      const account = {
        charges: paid.get(one.email)?.length ?? 0,
        invoices: await paidInvoices(shop, one.email),
      };
      violations.push(...wrongWith(one, account, purchase.chargedElsewhere));
    }
    const answered = ({ answer }: Case) => (answer ? (errorIn(answer) ?? 'success') : 'handled');
    const kinds = [...Map.groupBy(cases, answered)].map(([kind, { length }]) => `${length} ${kind}`);
    console.log(
      `little time, ${name}: ${cases.length} cases, ${[...paid.values()].flat().length} charges, ${kinds.join(', ')}, ${violations.length} violations`,
    );
    await world.stop();
    expect(violations).toEqual([]);
    expect(cases).toHaveLength(LEFT_MS.length * DELAYS_MS.length);
    expect(paid.size).toBeGreaterThanOrEqual(100);
    const requests = cases.filter(({ answer }) => answer !== undefined);
    const inTime = requests.filter(({ answer }) => answer && errorIn(answer) === undefined);
    const least = name === 'change of plan' ? 45 : 50; // it is reserved before it is asked for
    if (requests.length > 0) expect(inTime.length).toBeGreaterThanOrEqual(least);
  },
);

async function paidInvoices(shop: TestTenant, email: string): Promise<number> {
  const { body } = await shop.call('subscribers/list', { query: { email, limit: '100' } });
  const all = (body.data as { svcId: string }[]).map(async ({ svcId }) => {
    const listed = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId, limit: '100' } });
    return (listed.body.data as { status: string }[]).filter(({ status }) => status === 'PAID').length;
  });
  return (await Promise.all(all)).reduce((sum, count) => sum + count, 0);
}
