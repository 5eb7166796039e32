import { describe, expect } from 'vitest';
import { setTenantStatus } from '../../../lib/account/tenants.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { listEvents } from '../../support/world/events.ts';
import { it } from '../../support/world/fixtures.ts';
import { DAY, MINUTE, receivedEvents, subscribe } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const suspend = (world: World, { tenant }: TestTenant) =>
  setTenantStatus(forTenant(world.app, tenant.id), 'SUSPENDED');

/** Restores the tenant and waits until every instance has heard of it. */
async function restore(world: World, { tenant }: TestTenant): Promise<void> {
  await setTenantStatus(forTenant(world.app, tenant.id), 'ACTIVE');
  await world.advance(MINUTE);
}

/** How often each event was taken by the receiver, once for each event that was. */
function deliveries(world: World, shop: TestTenant, type: string): number[] {
  const taken = receivedEvents(world, shop).filter((event) => event.type === type);
  return [...Map.groupBy(taken, ({ eventId }) => eventId).values()].map(({ length }) => length);
}

describe('a tenant that is suspended', () => {
  it('in the midst of a replay of many is refused its progress, and gets every event once', async ({
    world,
    shop,
  }) => {
    const from = new Date(world.clock.now()).toISOString();
    world.receiver.answer(shop.hook, ...Array.from({ length: 11 * 45 }, () => 500));
    for (let n = 0; n < 45; n++) await subscribe(world, shop);
    await world.advance(15 * MINUTE);
    const begun = await shop.call('events/replay', { body: { from } });
    const { replayId } = begun.body.data as { replayId: string };
    const progress = () => shop.call('events/replay-progress', { query: { 'replay-id': replayId } });
    await world.settle();
    expect((await progress()).body.data).toMatchObject({ state: 'RUNNING', replayed: 20 });
    await suspend(world, shop);
    await world.advance(2 * MINUTE);
    expect(await progress()).toMatchObject({ status: 403, body: { error: 'tenant_suspended' } });
    const again = receivedEvents(world, shop).filter(({ attempt }) => attempt === 12);
    expect(new Set(again.map(({ eventId }) => eventId)).size).toBe(45);
    expect(again).toHaveLength(45);
    await restore(world, shop);
    expect((await progress()).body.data).toMatchObject({ state: 'DONE', replayed: 45 });
    expect((await listEvents(shop, { state: 'EXHAUSTED' })).data).toEqual([]);
  });

  it('in the midst of an import has all of it adopted, told of and renewed', async ({ world, shop }) => {
    const references: string[] = [];
    for (let n = 0; n < 60; n++)
      references.push(await directStart(world, shop, shop.plans.basic!.reference, `i${n}@example.com`));
    const { table } = world.app;
    let writes = 0;
    const write: typeof table.write = async (changes) => {
      if (++writes === 20) await suspend(world, shop);
      await table.write(changes);
    };
    const app = { ...world.app, table: { ...table, write } };
    await importSubscriptions(
      forTenant(app, shop.tenant.id),
      { dryRun: false, announce: true },
      () => undefined,
    );
    expect(writes).toBeGreaterThan(20);
    await world.advance(32 * DAY);
    expect((await shop.call('subscribers/list')).status).toBe(403);
    expect(deliveries(world, shop, 'SUBSCRIBED')).toEqual(references.map(() => 1));
    expect(deliveries(world, shop, 'DID_RENEW')).toEqual(references.map(() => 1));
    await restore(world, shop);
    const { data } = (await shop.call('subscribers/list', { query: { limit: '100' } })).body;
    const listed = (data as { payReference: string }[]).map(({ payReference }) => payReference);
    expect(listed.toSorted()).toEqual(references.toSorted());
  });
});
