import { describe, expect, it } from 'vitest';
import { keyCustomerIds } from '../../lib/account/tenants.ts';
import { customerHash, customerHashIn } from '../../lib/table/ids.ts';
import { tenantFrom } from '../../lib/table/tenants/tenants.ts';
import { key } from '../../lib/table/schema.ts';
import { openShop } from '../world/opened.ts';
import { check, MINUTE, someone, subscribe } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';

const { world, shop } = await openShop();

/** Whether who knows the tenant and tries e-mail addresses finds this id. */
const canBeGuessed = ({ tenant }: TestTenant, { id, email }: { id: string; email: string }) =>
  customerHashIn(id) === customerHash(tenant.id, email);

/** A tenant as an earlier release has made it. */
async function formerTenant(): Promise<TestTenant> {
  const made = await makeTenant(world, { idKey: null });
  await world.table.apply({ update: key.tenant(made.tenant.id), remove: ['idKey'] });
  return made;
}

const listed = async (at: TestTenant, email: string) =>
  ((await at.call('subscribers/list', { query: { email } })).body.data as { svcId: string }[]).map(
    ({ svcId }) => svcId,
  );

describe('the ids of customers and subscriptions', () => {
  it('cannot be found by trying e-mail addresses on them', async () => {
    const member = await subscribe(world, shop);
    expect(canBeGuessed(shop, member)).toBe(false);
    const again = await subscribe(world, shop, { email: member.email });
    expect(customerHashIn(again.id)).toBe(customerHashIn(member.id));
    expect(await check(shop, member.email)).toMatchObject({ exists: true });
  });

  it('of a tenant of an earlier release are keyed from two minutes after that is asked for; older ones are found', async () => {
    const former = await formerTenant();
    const before = await subscribe(world, former);
    expect(canBeGuessed(former, before)).toBe(true);
    await world.advance(MINUTE);
    await keyCustomerIds(world.app, former.tenant.id);
    const meanwhile = await subscribe(world, former);
    expect(canBeGuessed(former, meanwhile)).toBe(true);
    await world.advance(4 * MINUTE);
    const after = await subscribe(world, former, { email: someone() });
    expect(canBeGuessed(former, after)).toBe(false);
    for (const one of [before, meanwhile, after]) {
      expect(await check(former, one.email)).toMatchObject({ exists: true, hasActiveSubscription: true });
      expect(await listed(former, one.email)).toEqual([one.svcId]);
    }
    const again = await subscribe(world, former, { email: before.email });
    expect(await listed(former, before.email)).toEqual([again.svcId, before.svcId]);
  });

  it('are keyed once: the secret that others rely on stays', async () => {
    const former = await formerTenant();
    await keyCustomerIds(world.app, former.tenant.id);
    await expect(keyCustomerIds(world.app, former.tenant.id)).rejects.toThrow('keyed already');
    const item = await world.table.get(key.tenant(former.tenant.id), { consistent: true });
    expect(tenantFrom(item!).idKey?.secret).toMatch(/^[\w-]{43}$/);
  });
});
