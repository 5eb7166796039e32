import { describe, expect, it } from 'vitest';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { countFigures, figuresNow } from '../../../lib/account/count-figures.ts';
import { key } from '../../../lib/table/schema.ts';
import { lookUpFigures } from '../../../lib/table/work/figures.ts';
import { openWorld } from '../../support/world/opened.ts';
import { openDesk } from '../console/desk.ts';
import { itemsOf } from '../console/large-tenant.ts';
import {
  advanceToRenewal,
  behave,
  charge,
  control,
  DAY,
  HOUR,
  MINUTE,
  subscribe,
} from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();

/** Three who subscribe in January; in February one renews, one is recovered, and one ends. */
async function twoMonths() {
  const shop = await makeTenant(world);
  const leaving = await subscribe(world, shop);
  const steady = await subscribe(world, shop);
  await world.advance(HOUR);
  const failing = await subscribe(world, shop);
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': leaving.reference } });
  await world.advance(MINUTE);
  const january = await figuresNow(shop.app);
  await advanceToRenewal(world, steady.reference);
  await world.advance(MINUTE);
  await behave(world, shop, { declineNext: 1 });
  await world.advance(HOUR);
  await charge(world, failing.reference, 'success');
  await world.advance(DAY);
  return { shop, january };
}

describe('figures of a month', () => {
  it('are what has happened in it, and what was charged', async () => {
    const { shop, january } = await twoMonths();
    expect(january).toMatchObject({
      month: '2026-01',
      subscribed: 3,
      renewed: 0,
      ended: 0,
      live: 3,
      charged: { TRY: '300.00' },
      isComplete: true,
    });
    const february = await figuresNow(shop.app);
    expect(february).toMatchObject({
      month: '2026-02',
      subscribed: 0,
      renewed: 1,
      recovered: 1,
      ended: 1,
      live: 2,
    });
    expect(february.charged).toEqual({ TRY: '200.00' });
  });

  it('lead on the overview only to lists of exactly what they count', async () => {
    const { shop } = await twoMonths();
    await subscribe(world, shop);
    await world.advance(MINUTE);
    const desk = await openDesk(world, shop, 'read');
    const { text } = await desk.get('overview');
    const [figures = ''] = /<dl class="figures">.*?<\/dl>/s.exec(text) ?? [];
    const links = [...figures.matchAll(/<a href="\/console\/(\w+)\?([^"]*)">([^<]*)</g)];
    const led = links.map(async ([, screen = '', query = '', count]) => {
      const asked = Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&')));
      const list = (await desk.get(screen, asked)).text;
      const rows = new Set(list.match(new RegExp(`/console/${screen.slice(0, -1)}\\?id=\\w+`, 'g')));
      return [query, count, String(rows.size)];
    });
    expect(figures.match(/<dt>/g)).toHaveLength(6);
    const all = await Promise.all(led);
    expect(all.map(([query, count]) => [query, count])).toEqual([
      [expect.stringContaining('type=SUBSCRIBED'), '1'],
      [expect.stringContaining('type=EXPIRED'), '1'],
    ]);
    for (const [query, count, rows] of all) expect([query, rows]).toEqual([query, count]);
  });

  it('are the same whether they were counted on the way or not, and count nothing twice', async () => {
    const { shop } = await twoMonths();
    const { id } = shop.tenant;
    const fresh = await figuresNow(forTenant(world.app, id));
    await countFigures(forTenant(world.app, id));
    await countFigures(forTenant(world.app, id));
    const { countedAt: _at, ...counted } = (await lookUpFigures(forTenant(world.app, id)))!;
    const { countedAt: _now, ...now } = await figuresNow(forTenant(world.app, id));
    expect(now).toMatchObject(counted);
    expect(now).toMatchObject({ renewed: fresh.renewed, charged: fresh.charged, live: fresh.live });
  });

  it('of a tenant with more than are counted at once have the night’s live ones, with who came and went since', async () => {
    const shop = await makeTenant(world);
    const leaving = [await subscribe(world, shop), await subscribe(world, shop)];
    const plans = Object.values(shop.plans);
    const large = { tenant: shop.tenant, plans, subscribers: 200, now: world.clock.now() };
    for (const put of itemsOf(large, 0, 200)) await world.table.apply({ put });
    await world.advance(MINUTE);
    await countFigures(shop.app);
    const counted = (await lookUpFigures(shop.app))!.live;
    for (const { reference } of leaving) await control(world, `/subscriptions/${reference}/expire`, {});
    await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    expect(await figuresNow(shop.app)).toMatchObject({ isComplete: true, live: counted - 1, ended: 2 });
  });

  it('are counted every night, and again within the hour for a large tenant alone', async () => {
    const shop = await makeTenant(world);
    const { id, name } = shop.tenant;
    await world.table.write([{ put: { ...key.tenantListed(id), id, name } }]);
    await subscribe(world, shop);
    await world.advance(MINUTE);
    await startComparisons(world.app);
    await world.advance(5 * MINUTE);
    expect(await lookUpFigures(forTenant(world.app, id))).toMatchObject({ subscribed: 1, live: 1 });
    const item = await world.table.get(key.figures(id), { consistent: true });
    expect(item?.dueAt).toBeUndefined();
  });
});
