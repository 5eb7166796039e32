import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { list } from '../../../lib/table/lists.ts';
import { key } from '../../../lib/table/schema.ts';
import { throughPorts, type Through } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { MINUTE } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { kindsOf, soldAtProvider } from './comparison.ts';
import { it } from './fixtures.ts';
import { withCurrent } from '../../support/world/stored-references.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

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
  await importSubscriptions(forTenant(world.app, shop.tenant.id), asked, () => undefined);
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
  world.serve(instanceOf(world.app));
  return calls;
}

/** The App as it finds no tenant but one. */
function onlyFor(world: World, { tenant: { id } }: TestTenant): App {
  const listed = [{ ...key.tenantListed(id), id }];
  const query: App['table']['query'] = (asked) =>
    asked.pk === 'TENANTS' ? Promise.resolve(listed) : world.app.table.query(asked);
  return { ...world.app, table: { ...world.app.table, query } };
}
