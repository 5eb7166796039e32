import { describe, expect } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { lookUpPayMark } from '../../../lib/table/work/pay-health.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { it } from '../../support/world/fixtures.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** The service once a tenant has removed its payment account. */
async function withoutAccount(world: World, { tenant }: TestTenant): Promise<App> {
  await world.table.apply({ put: tenantItem({ ...tenant, pay: null }) });
  return { ...world.app, memory: {} };
}

describe('A checkout of a tenant whose payment account was removed', () => {
  it('marks the account as refused when it is polled', async ({ world, shop }) => {
    const { token } = await startCheckout(shop);
    const app = await withoutAccount(world, shop);
    await dispatch(app, { kind: 'checkout', tenantId: shop.tenant.id, token });
    expect(await lookUpPayMark(app, shop.tenant.id)).toMatchObject({ state: 'refused' });
  });
});

describe('A message', () => {
  it('about a subscriber who does not exist fails, and says nothing about the tenant’s account', async ({
    world,
    shop,
  }) => {
    const message = { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: 'nobody' } as const;
    await expect(dispatch(world.app, message)).rejects.toMatchObject({ code: 'subscriber_not_found' });
    expect(await lookUpPayMark(world.app, shop.tenant.id)).toBeUndefined();
  });

  it('about a due item that is gone, or about a reference of nobody, does nothing', async ({
    world,
    shop,
  }) => {
    const tenantId = shop.tenant.id;
    const before = world.written.length;
    await dispatch(world.app, { kind: 'subscriber', tenantId, subscriberId: 'nobody', due: 1 });
    await dispatch(world.app, { kind: 'reference', tenantId, reference: 'of nobody' });
    expect(world.written.slice(before)).toEqual([]);
  });

  it('without a due item behind it that our own code fails on is left to its queue', async ({
    world,
    shop,
    member,
  }) => {
    const pay: App['pay'] = () => {
      throw new TypeError('of undefined');
    };
    const message = { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: member.id } as const;
    const before = world.written.length;
    await expect(dispatch({ ...world.app, pay }, message)).rejects.toThrow('of undefined');
    expect(world.written.slice(before)).toEqual([]);
  });
});
