import { beforeEach, describe, expect } from 'vitest';
import type { App, Message } from '../../../lib/runtime/app.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import { recordDifferences } from '../../../lib/comparison/record-differences.ts';
import { openDifferences, type NewDifference } from '../../../lib/table/differences/differences.ts';
import { key } from '../../../lib/table/schema.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { continueComparison } from '../../../lib/comparison/continue-comparison.ts';
import { comparisonPut } from '../../../lib/table/differences/comparisons.ts';
import { removePayMark } from '../../../lib/table/work/pay-health.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { list } from '../../../lib/table/lists.ts';
import { addShop, stage, type Stage } from '../../rules/http/stage.ts';
import { everyQueue } from '../../support/world/queues.ts';
import { throughPorts, type Through } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { behave, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import { openWorld } from '../../support/world/opened.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { withCurrent } from '../../support/world/stored-references.ts';
import { comparisonOf, kindsOf, listedTenant, night, soldAtProvider } from './comparison.ts';
import { it } from './fixtures.ts';
import { paying } from '../../support/world/paying.ts';

let on: Stage;
let sent: Message[];
let app: App;
beforeEach(() => {
  on = stage();
  sent = [];
  const send = async (some: readonly Message[]) => void sent.push(...some);
  app = { ...on.app, queues: everyQueue(() => ({ send })) };
});

const pay = { baseUrl: 'https://pay.example', merchantId: '1', sealed: 'sealed', owner: 'owner' };
const idOf = (nth: number) => nth.toString(16).padStart(32, '0');

/** Tenants in the operators' list, in this order. */
async function listed(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await addShop(on, { id: idOf(nth), tenant: { pay } });
    await on.table.apply({ put: { ...key.tenantListed(idOf(nth)), id: idOf(nth) } });
  }
}

const begunFor = (nth: number) => on.table.get(key.comparison(idOf(nth)), { consistent: true });
const delays = () => sent.map(({ delaySeconds = 0 }) => delaySeconds);
const measured = (metric: string) =>
  on.lines.flatMap((line) => (metric in line ? [[line[metric], line.kind ?? line.why]] : []));

describe('the beginning of the nightly comparisons', () => {
  it('of one tenant may fail, and all others begin', async () => {
    await listed(3);
    const apply: App['table']['apply'] = async (change) => {
      if ('put' in change && change.put.pk === key.comparison(idOf(1)).pk) throw new Error('throttled');
      return on.table.apply(change);
    };
    await startComparisons({ ...app, table: { ...on.table, apply } });
    expect(delays()).toHaveLength(2);
    expect([await begunFor(0), await begunFor(1), await begunFor(2)].map((one) => one !== undefined)).toEqual(
      [true, false, true],
    );
    expect(on.lines).toContainEqual(
      expect.objectContaining({ RequestsCrashed: 1, route: 'comparison/start' }),
    );
    expect(on.lines).toContainEqual(
      expect.objectContaining({ what: 'comparison not started', tenant: idOf(1) }),
    );
  });
});

describe('what a comparison has found', () => {
  const tenant = idOf(1);
  const found = (nth: number, theirs = 'ACTIVE'): NewDifference => ({
    ...{ about: `about-${nth}`, subscriberId: null, reference: `reference-${nth}` },
    ...{ kind: 'unknown_here', ours: 'nothing', theirs, since: on.clock.now },
  });
  const open = async () => (await openDifferences(forTenant(app, tenant), null)).known;

  it('is written down up to the most that one comparison keeps, and the rest counted', async () => {
    const before = COMPARISON.differencesMax - 1;
    const all = [found(1), found(2), found(3)];
    expect(await recordDifferences(forTenant(app, tenant), before, all)).toMatchObject({
      found: before + 3,
      repairs: 0,
    });
    expect((await open()).map(({ about }) => about)).toEqual(['about-1']);
    expect(measured('DifferencesNotKept')).toEqual([
      [1, 'unknown_here'],
      [1, 'unknown_here'],
    ]);
  });

  it('stands since it was first found, and is counted once, also where it is told otherwise later', async () => {
    const first = on.clock.now;
    await recordDifferences(forTenant(app, tenant), 0, [found(1)]);
    on.clock.now += 1_000;
    await recordDifferences(forTenant(app, tenant), 0, [found(1)]);
    await recordDifferences(forTenant(app, tenant), 0, [found(1, 'UNPAID')]);
    expect(await open()).toMatchObject([{ since: first, foundAt: on.clock.now, theirs: 'UNPAID' }]);
    expect(measured('DifferencesFound')).toEqual([[1, 'unknown_here']]);
  });

  const differing = (nth: number, theirs = 'CANCELLED'): NewDifference => ({
    ...{ ...found(nth, theirs), kind: 'status_differs', ours: 'ACTIVE', subscriberId: `subscriber-${nth}` },
  });

  it('is repaired once, and again only once it has changed', async () => {
    const nights = [[differing(1)], [differing(1)], [differing(1, 'UNPAID')], [differing(1, 'UNPAID')]];
    const repairs: number[] = [];
    for (const night of nights)
      repairs.push((await recordDifferences(forTenant(app, tenant), 0, night)).repairs);
    expect(repairs).toEqual([1, 0, 1, 0]);
    expect(sent.map(({ body }) => body)).toMatchObject([{ kind: 'repair' }, { kind: 'repair' }]);
  });

  it('is repaired by the step that repeats an interrupted one too, and not by a later comparison', async () => {
    const startedAt = on.clock.now;
    const repairs = async (by: number) =>
      (await recordDifferences(forTenant(app, tenant), 0, [differing(1)], by)).repairs;
    const first = await repairs(startedAt);
    on.clock.now += 1_000;
    expect([first, await repairs(startedAt), await repairs(on.clock.now)]).toEqual([1, 1, 0]);
  });
});

describe('the nightly comparison', () => {
  it('goes on with the same page once a provider answers that did not', async ({ world, shop }) => {
    await soldAtProvider(world, shop);
    await world.advance(2 * HOUR);
    await behave(world, shop, { failNext: 2, path: '/subscription/subscriptions' });
    await startComparisons(world.app);
    await world.advance(5 * MINUTE);
    expect(await kindsOf(shop)).toEqual([]);
    await world.advance(30 * MINUTE);
    expect(await kindsOf(shop)).toEqual(['unknown_here']);
  });

  it('ends with the same differences wherever a step is killed', async ({ world, shop }) => {
    for (let n = 0; n < 12; n++) await soldAtProvider(world, shop);
    const first = await subscribe(world, shop);
    await subscribe(world, shop, { email: first.email });
    await world.advance(2 * HOUR);
    await night(world);
    const expected = await kindsOf(shop);
    expect(expected).toHaveLength(13);
    let kills = 0;
    for (let nth = 1; nth <= 25; nth += 2) {
      let calls = 0;
      world.serve(
        instanceOf(
          throughPorts(world.app, async ({ port }, effect) => {
            if ((port === 'table' || port === 'pay') && ++calls === nth) {
              kills++;
              throw new Error('killed');
            }
            return effect();
          }),
        ),
      );
      await startComparisons(world.app);
      await world.advance(2 * MINUTE);
      world.serve();
      await world.advance(30 * MINUTE);
      expect(await kindsOf(shop)).toEqual(expected);
      expect(await comparisonOf(world, shop)).toBeUndefined();
    }
    expect(kills).toBe(13);
  });

  it('begins at once by a message, and by the sweep where the queue takes none', async ({ world, shop }) => {
    await soldAtProvider(world, shop);
    await world.advance(2 * HOUR);
    const isFirst = ({ message }: { message: Message }) =>
      (message.body as { tenantId?: string }).tenantId === shop.tenant.id;
    const before = world.queues.sent.length;
    await startComparisons(
      throughPorts(world.app, ({ port }, effect) =>
        port === 'queue' ? Promise.reject(new Error('the queue is out')) : effect(),
      ),
    );
    expect(world.queues.sent.slice(before).filter(isFirst)).toEqual([]);
    await world.advance(4 * MINUTE);
    expect(await kindsOf(shop)).toEqual([]);
    await world.advance(4 * MINUTE);
    expect(await kindsOf(shop)).toEqual(['unknown_here']);
    await startComparisons(world.app);
    const { queue, message } = world.queues.sent.slice(before).filter(isFirst).at(-1)!;
    expect(queue).toBe('reconciliation');
    expect(message.body).toMatchObject({ kind: 'comparison', revision: 0 });
    // The tenants of this world begin 200 ms apart.
    expect(message.delaySeconds).toBeLessThan(5);
    await world.advance(20 * MINUTE);
  });

  it('lets one of an earlier night go on, and begins none without an account at the provider', async ({
    world,
    shop,
  }) => {
    const without = await listedTenant(world, { pay: null });
    await startComparisons(world.app);
    const begun = (await comparisonOf(world, shop))!;
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    await startComparisons(world.app);
    expect(await comparisonOf(world, shop)).toEqual(begun);
    expect(await comparisonOf(world, without)).toBeUndefined();
    expect(world.log.some((line) => line.includes('ComparisonsUnfinished'))).toBe(true);
    await world.advance(20 * MINUTE);
  });
});

const world = await openWorld();

it.each(['switchedOff', 'credentials'] as const)(
  'a comparison asks nothing of an account that is refused (%s), and goes on once it works again',
  async (is) => {
    const shop = await makeTenant(world);
    const now = world.clock.now();
    await world.table.apply(comparisonPut(shop.tenant.id, now, now));
    let calls = 0;
    const refusal = { ok: false, is, providerCode: '100001', message: 'not for this account' } as const;
    const listSubscriptions = async () => (calls++, refusal);
    const listProducts = async () => refusal;
    const app = paying({ ...world.app, memory: {} }, () => ({ listSubscriptions, listProducts }));
    const step = () => continueComparison(forTenant(app, shop.tenant.id), {});
    await step();
    expect(calls).toBe(1);
    for (let times = 1; times <= 3; times++) {
      await world.clock.advanceTo(world.clock.now() + COMPARISON.retryMs);
      await step();
      expect(await comparisonOf(world, shop)).toMatchObject({
        phase: 'theirs',
        dueAt: world.clock.now() + COMPARISON.retryMs,
      });
    }
    expect(calls).toBe(1);
    await removePayMark(shop.app);
    await step();
    expect(calls).toBe(2);
  },
);

describe('the calls of a nightly comparison', () => {
  it('asks for a hundred subscriptions a call, and for none of those singly', async ({ world, shop }) => {
    await sell(world, shop, 105);
    const asked = await callsOf(world, shop);
    expect(asked).toEqual(
      new Map([
        ['listSubscriptions', 2],
        ['refundedPayments', 5],
      ]),
    );
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('asks for those singly that the list has not, four at once, and no more than twenty in a step', async ({
    world,
    shop,
  }) => {
    await sell(world, shop, 45);
    const { id } = shop.tenant;
    const listed = await world.table.list({
      ...list.subscribersOfStatus(id, 'ACTIVE'),
      limit: 100,
      backwards: true,
    });
    for (const [at, key] of listed.entries()) {
      const item = (await world.table.get(key, { consistent: true }))!;
      const set = withCurrent(item, { reference: `of-another-account-${at}` });
      await world.table.apply({ update: key, set });
    }
    const before = world.queues.sent.length;
    const asked = await callsOf(world, shop);
    expect(asked).toEqual(
      new Map([
        ['listSubscriptions', 1],
        ['refundedPayments', 5],
        ['readSubscription', 45],
        ['at once', 4],
      ]),
    );
    const delays = world.queues.sent
      .slice(before)
      .flatMap(({ message: { body, delaySeconds } }) =>
        (body as { readonly kind?: string }).kind === 'comparison' ? (delaySeconds ?? 0) : [],
      );
    // 50 calls a minute: a step of 21 calls is followed by half a minute's pause.
    expect(delays).toEqual([0, expect.closeTo(26, -1), expect.closeTo(24, -1)]);
    expect(await kindsOf(shop)).toEqual(Array.from({ length: 45 }, () => 'unknown_at_provider'));
  });
});

/** So many subscriptions are sold at the provider and imported. */
async function sell(world: World, shop: TestTenant, count: number): Promise<void> {
  for (let n = 0; n < count; n += 15)
    await Promise.all(Array.from({ length: Math.min(15, count - n) }, () => soldAtProvider(world, shop)));
  const asked = { dryRun: false, announce: false };
  await importSubscriptions(shop.app, asked, () => undefined);
  await world.advance(MINUTE);
}

/** What a comparison of the shop asks of the provider, by method, and how many calls were under way at once if several. */
async function callsOf(world: World, shop: TestTenant): Promise<Map<string, number>> {
  const calls = new Map<string, number>();
  let underWay = 0;
  const through: Through = async ({ port, method }, effect) => {
    if (port !== 'pay') return effect();
    calls.set(method, (calls.get(method) ?? 0) + 1);
    if (++underWay > 1) calls.set('at once', Math.max(calls.get('at once') ?? 0, underWay));
    return effect().finally(() => underWay--);
  };
  world.serve(instanceOf(throughPorts(world.app, through)));
  await startComparisons(onlyFor(world, shop));
  await world.advance(20 * MINUTE);
  world.serve();
  return calls;
}

/** The App as it finds no tenant but one. */
function onlyFor(world: World, { tenant: { id } }: TestTenant): App {
  const listed = [{ ...key.tenantListed(id), id }];
  const query: App['table']['query'] = (asked) =>
    asked.pk === 'TENANTS' ? Promise.resolve(listed) : world.app.table.query(asked);
  return { ...world.app, table: { ...world.app.table, query } };
}
