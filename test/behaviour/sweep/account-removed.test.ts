import { describe, expect } from 'vitest';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { lookUpPayMark } from '../../../lib/table/work/pay-health.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Table } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { it } from '../../support/world/fixtures.ts';
import { DAY } from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

describe('due work of a tenant whose payment account was removed', () => {
  it('marks the account as refused, even if the end of access that is due cannot be recorded', async ({
    world,
    shop,
    member,
  }) => {
    const cancelled = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    expect(cancelled.status).toBe(200);
    await world.table.apply({ put: tenantItem({ ...shop.tenant, pay: null }) });
    await world.clock.advanceTo(world.clock.now() + 32 * DAY);
    const write: Table['write'] = async () => {
      throw new Error('the table is out');
    };
    const app = { ...world.app, memory: {} };
    const message = { kind: 'subscriber', tenantId: shop.tenant.id, subscriberId: member.id } as const;
    const stored = () => world.table.get(key.subscriber(shop.tenant.id, member), { consistent: true });
    await expect(dispatch({ ...app, table: { ...app.table, write } }, message)).rejects.toThrow(
      'the table is out',
    );
    expect(await lookUpPayMark(forTenant(app, shop.tenant.id))).toMatchObject({ state: 'refused' });
    expect((await stored())?.['endedAt']).toBeUndefined();
    await dispatch(app, message);
    expect((await stored())?.['endedAt']).toEqual(expect.any(Number));
  });
});
