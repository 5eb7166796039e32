import { describe, expect } from 'vitest';
import type { Message } from '../../../lib/runtime/app.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { behave, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import { comparisonOf, kindsOf, listedTenant, night, soldAtProvider } from './comparison.ts';
import { it } from './fixtures.ts';

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
      world.serve(instanceOf(world.app));
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
