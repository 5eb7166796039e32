import { beforeEach, describe, expect, it } from 'vitest';
import { takeToken } from '../../../lib/table/tenants/rate-limits.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openWorld } from '../../support/world/opened.ts';
import { comeBack, HOUR, locationOf, MINUTE } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant, payForm } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();
let putBackMs = 0;
const app = { ...world.app, clock: () => world.clock.now() - putBackMs };
world.serve(instanceOf(app));
beforeEach(() => (putBackMs = 0));

const pass = (ms: number) => world.clock.advanceTo(world.clock.now() + ms);

describe('After a clock was set back by an hour', () => {
  it('credentials are checked again within 60 s', async () => {
    const shop = await makeTenant(world);
    const ask = () => shop.call('plans/list');
    expect((await ask()).status).toBe(200);
    putBackMs = HOUR;
    await world.table.write([{ put: tenantItem({ ...shop.tenant, status: 'SUSPENDED' }) }]);
    await pass(MINUTE + 1_000);
    expect((await ask()).status).toBe(403);
  });

  it('a tenant that has used up its limit gets that of the next minute', async () => {
    const { tenant } = await makeTenant(world);
    const take = () => takeToken(forTenant(app, tenant.id), 'directCheckouts');
    while ((await take()).isGranted);
    putBackMs = HOUR;
    await pass(MINUTE);
    expect(await take()).toMatchObject({ isGranted: true, endsAt: app.clock() + MINUTE });
  });

  it('limits hold across instances whose clocks differ by seconds', async () => {
    const { tenant } = await makeTenant(world);
    const ahead = { ...app, memory: {}, clock: () => world.clock.now() + 20_000 };
    let granted = 0;
    for (const one of [ahead, app])
      while ((await takeToken(forTenant(one, tenant.id), 'directCheckouts')).isGranted) granted++;
    expect(granted).toBeGreaterThan(0);
    expect(granted).toBeLessThanOrEqual(50);
  });

  it('a browser that returns from a form paid meanwhile is redirected, without waiting for that hour', async () => {
    const shop = await makeTenant(world);
    const body = checkoutBody(shop.plans.basic!);
    const token = String((await shop.call('checkout/initialize', { body })).body.token);
    const raw = new URLSearchParams({ token }).toString();
    expect((await world.call('checkout/callback', { method: 'POST', raw })).status).toBe(202);
    putBackMs = HOUR;
    await payForm(world, token);
    const since = world.clock.now();
    expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('success');
    expect(world.clock.now() - since).toBeLessThan(MINUTE);
  });
});
