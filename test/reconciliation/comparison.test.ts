import { beforeAll, describe, expect, it } from 'vitest';
import { payClientFor } from '../../lib/account/pay-client.ts';
import type { App, Message } from '../../lib/app.ts';
import { importSubscriptions } from '../../lib/checkout/import.ts';
import { setStatus } from '../../lib/account/tenants.ts';
import { startComparisons } from '../../lib/background/start-comparisons.ts';
import { list } from '../../lib/table/lists.ts';
import { key } from '../../lib/table/schema.ts';
import { throughPorts, type Through } from '../faults/ports.ts';
import { directStart } from '../world/direct-start.ts';
import { instanceOf } from '../world/instance.ts';
import { behave, control, DAY, HOUR, MINUTE, someone, subscribe, type Member } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { openWorld } from '../world/opened.ts';

const world = await openWorld();
let bystander: TestTenant;
beforeAll(async () => {
  bystander = await listedTenant();
  await subscribe(world, bystander);
});

/** A night: every comparison is begun and worked off. */
async function night(): Promise<void> {
  await startComparisons(world.app);
  await world.advance(20 * MINUTE);
}

type Row = Record<'kind' | 'ours' | 'theirs' | 'action', string> & {
  closedAt: string | null;
  since: string;
  subscriber: { subscriberId: string };
};

async function listed(shop: TestTenant, state = 'open'): Promise<Row[]> {
  const { body } = await shop.call('reports/differences', { query: { state, limit: '100' } });
  return body.data as Row[];
}
const kindsOf = async (shop: TestTenant, state = 'open') =>
  (await listed(shop, state)).map(({ kind }) => kind).sort();

/** A tenant that operators know of. */
async function listedTenant(settings: Parameters<typeof makeTenant>[1] = {}): Promise<TestTenant> {
  const shop = await makeTenant(world, settings);
  const { id } = shop.tenant;
  await world.table.apply({ put: { ...key.tenantListed(id), id } });
  return shop;
}

async function quietShop(): Promise<TestTenant> {
  const shop = await listedTenant();
  await behave(world, shop, { dropNotifications: true });
  return shop;
}

const stored = (shop: TestTenant, { id }: Pick<Member, 'id'>) => key.subscriber(shop.tenant.id, id);
const reconcile = (shop: TestTenant, member: Member) =>
  world.app.queues.reconciliation
    .send([
      {
        group: shop.tenant.id,
        body: { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: member.id },
      },
    ])
    .then(() => world.settle());

describe('the nightly comparison', () => {
  it('finds nothing where we and the provider agree, and asks for nothing to be changed', async () => {
    const shop = await quietShop();
    await subscribe(world, shop);
    const cancelled = await subscribe(world, shop);
    const body = { 'pay-subscriber-reference-code': cancelled.reference };
    await shop.call('subscribers/cancel', { body });
    await world.advance(2 * HOUR);
    const before = world.written.length;
    await night();
    expect(await kindsOf(shop)).toEqual([]);
    const since = world.written.slice(before).join('\n');
    expect(since).not.toMatch(/"sk":"SUB#/);
    expect(await world.table.get(key.comparison(shop.tenant.id), { consistent: true })).toBeUndefined();
  });

  it('finds what runs at the provider and is not known here, and closes that once it is imported or over', async () => {
    const shop = await quietShop();
    const pay = await payClientFor(world.app, shop.tenant);
    const reference = await soldAtProvider(shop);
    await night();
    expect(await kindsOf(shop)).toEqual([]); // it may be a checkout that is under way
    await world.advance(HOUR);
    await night();
    const [found, ...more] = await listed(shop);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'unknown_here', ours: 'nothing', closedAt: null });
    expect(found!.theirs).toContain('ACTIVE');
    await world.advance(DAY);
    await night();
    expect((await listed(shop))[0]!.since).toBe(found!.since);
    await pay.cancel(reference);
    await night();
    expect(await kindsOf(shop)).toEqual([]);
    expect(await kindsOf(shop, 'closed')).toEqual(['unknown_here']);
  });

  it('finds another status and another plan, and closes both once they are reconciled', async () => {
    const shop = await quietShop();
    const [cancelled, moved, local] = [
      await subscribe(world, shop),
      await subscribe(world, shop),
      await subscribe(world, shop),
    ];
    await world.advance(DAY + HOUR); // no more looks are due
    await control(world, `/subscriptions/${cancelled.reference}/cancel`, {});
    const pay = await payClientFor(world.app, shop.tenant);
    const upgrade = { period: 'NOW', useTrial: false, resetRecurrenceCount: true } as const;
    await pay.upgrade({
      reference: moved.reference,
      newPlanReference: shop.plans.plus!.reference,
      ...upgrade,
    });
    const change = { 'svc-subscriber-id': local.svcId, 'svc-plan-id': shop.plans.plus!.id };
    await shop.call('subscribers/change-plan', { body: change });
    await world.advance(2 * HOUR);
    await night();
    expect((await listed(shop)).map(({ kind, ours, theirs }) => [kind, ours, theirs]).sort()).toEqual(
      [
        ['plan_differs', shop.plans.basic!.reference, 'changed at the provider'],
        ['plan_differs', shop.plans.plus!.reference, shop.plans.basic!.reference],
        ['status_differs', 'ACTIVE', 'CANCELLED'],
      ].sort(),
    );
    for (const member of [cancelled, moved]) await reconcile(shop, member);
    await shop.call('subscribers/change-plan', {
      body: {
        'pay-subscriber-reference-code': local.reference,
        'pay-plan-reference-code': shop.plans.plus!.reference,
        upgradePeriod: 'NOW',
      },
    });
    await world.advance(2 * HOUR);
    await night();
    expect(await kindsOf(shop)).toEqual([]);
    expect(await kindsOf(shop, 'closed')).toEqual(['plan_differs', 'plan_differs', 'status_differs']);
  });

  it('finds a charge without an invoice, and closes it once there is one', async () => {
    const shop = await quietShop();
    const member = await subscribe(world, shop);
    await world.advance(2 * DAY);
    const invoices = await world.table.query({
      pk: key.invoice(shop.tenant.id, member.id, '').pk,
      prefix: 'INV#',
      consistent: true,
    });
    const { pk, sk } = invoices[0]!;
    await world.table.apply({ delete: { pk, sk } });
    await night();
    const [found] = await listed(shop);
    expect(found).toMatchObject({ kind: 'charge_without_invoice', ours: 'no invoice' });
    expect(found!.theirs).toContain('100.00 TRY');
    await world.table.apply({ put: invoices[0]! });
    await world.advance(40 * DAY); // long after the charge is looked at
    await night();
    expect(await kindsOf(shop)).not.toContain('charge_without_invoice');
    expect(await kindsOf(shop, 'closed')).toContain('charge_without_invoice');
  });

  it('finds a subscriber that the provider does not know', async () => {
    const shop = await quietShop();
    const member = await subscribe(world, shop);
    await world.table.apply({ update: stored(shop, member), set: { payReference: 'of-another-account' } });
    await night();
    expect(await listed(shop)).toMatchObject([
      { kind: 'unknown_at_provider', subscriber: { subscriberId: 'of-another-account' } },
    ]);
    await world.table.apply({ update: stored(shop, member), set: { payReference: member.reference } });
    await night();
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('finds a second subscription of the same customer and plan', async () => {
    const shop = await quietShop();
    const first = await subscribe(world, shop);
    await world.advance(MINUTE);
    const second = await subscribe(world, shop, { email: first.email });
    await subscribe(world, shop, { email: first.email, plan: shop.plans.plus! });
    await night();
    expect(await listed(shop)).toMatchObject([
      { kind: 'second_subscription', ours: `${first.reference} and ${second.reference}` },
    ]);
    await control(world, `/subscriptions/${first.reference}/expire`, {});
    await reconcile(shop, first);
    await night();
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('closes a charge after a cancellation once the provider charges nothing more', async () => {
    const shop = await quietShop();
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(40 * DAY);
    expect(await kindsOf(shop)).toContain('charged_after_cancellation');
    await night();
    expect(await kindsOf(shop)).toContain('charged_after_cancellation');
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await night();
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('goes on with the same page once a provider answers that did not', async () => {
    const shop = await quietShop();
    await soldAtProvider(shop);
    await world.advance(2 * HOUR);
    await behave(world, shop, { failNext: 2, path: '/subscription/subscriptions' });
    await startComparisons(world.app);
    await world.advance(5 * MINUTE);
    expect(await kindsOf(shop)).toEqual([]);
    await world.advance(30 * MINUTE);
    expect(await kindsOf(shop)).toEqual(['unknown_here']);
  });

  it('ends with the same differences wherever a step is killed', async () => {
    const shop = await quietShop();
    for (let n = 0; n < 12; n++) await soldAtProvider(shop);
    const first = await subscribe(world, shop);
    await subscribe(world, shop, { email: first.email });
    await world.advance(2 * HOUR);
    await night();
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
      world.serve(instanceOf(world.app));
      await world.advance(30 * MINUTE);
      expect(await kindsOf(shop)).toEqual(expected);
      expect(await world.table.get(key.comparison(shop.tenant.id), { consistent: true })).toBeUndefined();
    }
    expect(kills).toBe(13);
  });

  it('begins at once by a message, and by the sweep where the queue takes none', async () => {
    const shop = await quietShop();
    await soldAtProvider(shop);
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

  it('lets one of an earlier night go on, and begins none without an account at the provider', async () => {
    const [shop, without] = [await quietShop(), await listedTenant({ pay: null })];
    await startComparisons(world.app);
    const at = key.comparison(shop.tenant.id);
    const begun = (await world.table.get(at, { consistent: true }))!;
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    await startComparisons(world.app);
    expect(await world.table.get(at, { consistent: true })).toEqual(begun);
    expect(await world.table.get(key.comparison(without.tenant.id), { consistent: true })).toBeUndefined();
    expect(world.log.some((line) => line.includes('ComparisonsUnfinished'))).toBe(true);
    await world.advance(20 * MINUTE);
  });

  it('asks for a hundred subscriptions a call, and for none of those singly', async () => {
    const shop = await soldTo(105);
    const asked = await callsOf(shop);
    expect(asked).toEqual(new Map([['listSubscriptions', 2]]));
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('asks for those singly that the list has not, four at once, and no more than twenty in a step', async () => {
    const shop = await soldTo(45);
    const { id } = shop.tenant;
    const listed = await world.table.list({
      ...list.subscribersOfStatus(id, 'ACTIVE'),
      limit: 100,
      backwards: true,
    });
    for (const [at, key] of listed.entries())
      await world.table.apply({ update: key, set: { payReference: `of-another-account-${at}` } });
    const before = world.queues.sent.length;
    const asked = await callsOf(shop);
    expect(asked).toEqual(
      new Map([
        ['listSubscriptions', 1],
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

  it('passes over what cannot be read, counts it, and leaves its differences open', async () => {
    const shop = await quietShop();
    const [good, bad] = [await subscribe(world, shop), await subscribe(world, shop)];
    await soldAtProvider(shop);
    await world.advance(DAY + HOUR);
    for (const { reference } of [good, bad]) await control(world, `/subscriptions/${reference}/cancel`, {});
    await night();
    const all = ['status_differs', 'status_differs', 'unknown_here'];
    expect(await kindsOf(shop)).toEqual(all);
    await world.table.apply({ update: stored(shop, bad), set: { plan: 'no plan' } });
    await reconcile(shop, good);
    const before = world.log.length;
    await night();
    expect(await kindsOf(shop)).toEqual(['status_differs', 'unknown_here']);
    const said = world.log.slice(before);
    expect(said.filter((line) => line.includes('"RecordsUnreadable":1')).length).toBeGreaterThan(0);
    expect(said.filter((line) => line.includes('a record cannot be read'))[0]).toContain(bad.id);
    expect(await world.table.get(key.comparison(shop.tenant.id), { consistent: true })).toBeUndefined();
  });

  it('begins anew where it cannot be read how far one is, and passes over a tenant that cannot be read', async () => {
    const [shop, broken] = [await quietShop(), await quietShop()];
    await soldAtProvider(shop);
    await world.advance(2 * HOUR);
    const tenant = key.tenant(broken.tenant.id);
    await world.table.apply({ update: tenant, set: { createdAt: 'long ago' } });
    await startComparisons(world.app);
    await world.table.apply({ update: key.comparison(shop.tenant.id), set: { phase: 'of newer code' } });
    await world.advance(20 * MINUTE);
    expect(await kindsOf(shop)).toEqual([]);
    await night();
    expect(await kindsOf(shop)).toEqual(['unknown_here']);
    await world.table.apply({ update: tenant, set: { createdAt: broken.tenant.createdAt } });
  });

  it('goes on for a tenant that is suspended meanwhile, and is begun for one that is', async () => {
    const shop = await quietShop();
    await soldAtProvider(shop);
    await world.advance(2 * HOUR);
    await startComparisons(world.app);
    await setStatus(world.app, shop.tenant.id, 'SUSPENDED');
    await world.advance(20 * MINUTE);
    const found = await setStatus(world.app, shop.tenant.id, 'ACTIVE').then(() => kindsOf(shop));
    expect(found).toEqual(['unknown_here']);
    await setStatus(world.app, shop.tenant.id, 'SUSPENDED');
    await startComparisons(world.app);
    expect(await world.table.get(key.comparison(shop.tenant.id), { consistent: true })).toBeDefined();
    await world.advance(20 * MINUTE);
  });

  it('tells no tenant of another one', async () => {
    expect(await kindsOf(bystander)).toEqual([]);
    expect(await kindsOf(bystander, 'closed')).toEqual([]);
  });
});

/** A shop with so many subscriptions that were sold at the provider and imported. */
async function soldTo(count: number): Promise<TestTenant> {
  const shop = await quietShop();
  for (let n = 0; n < count; n += 15)
    await Promise.all(Array.from({ length: Math.min(15, count - n) }, () => soldAtProvider(shop)));
  const asked = { dryRun: false, announce: false };
  await importSubscriptions(world.app, shop.tenant.id, asked, () => undefined);
  await world.advance(MINUTE);
  return shop;
}

/** What a comparison of the shop asks of the provider, by method, and how many calls were under way at once if several. */
async function callsOf(shop: TestTenant): Promise<Map<string, number>> {
  const calls = new Map<string, number>();
  let underWay = 0;
  const through: Through = async ({ port, method }, effect) => {
    if (port !== 'pay') return effect();
    calls.set(method, (calls.get(method) ?? 0) + 1);
    if (++underWay > 1) calls.set('at once', Math.max(calls.get('at once') ?? 0, underWay));
    return effect().finally(() => underWay--);
  };
  world.serve(instanceOf(throughPorts(world.app, through)));
  await startComparisons(onlyFor(shop));
  await world.advance(20 * MINUTE);
  world.serve(instanceOf(world.app));
  return calls;
}

/** The App as it finds no tenant but one. */
const onlyFor = ({ tenant: { id } }: TestTenant): App => {
  const listed = [{ ...key.tenantListed(id), id }];
  const query: App['table']['query'] = (asked) =>
    asked.pk === 'TENANTS' ? Promise.resolve(listed) : world.app.table.query(asked);
  return { ...world.app, table: { ...world.app.table, query } };
};

/** The merchant sells a subscription in its own panel. */
const soldAtProvider = (shop: TestTenant) => directStart(world, shop, shop.plans.basic!.reference, someone());
