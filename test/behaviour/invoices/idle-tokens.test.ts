import { describe, expect, it } from 'vitest';
import { keepSignedIn } from '../../../lib/invoicing/keep-signed-in.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { openSubscriber } from './opened.ts';
import { consume, DAY, invoiced, MINUTE, onRecord } from './world.ts';

const { invoicing, subscription } = await openSubscriber();
const { world, shop } = invoicing;
const at = key.acctTokens(shop.tenant.id);
const item = async () => (await world.table.get(at, { consistent: true }))!;

let count = 0;
async function issue() {
  const invoice = await invoiced(world, shop, subscription, ++count, { document: 'MAKING' });
  await consume(invoicing, subscription, invoice);
  await world.advance(3 * MINUTE);
  return onRecord(invoicing, subscription, invoice);
}

/** What the sweep sends for the tokens that are due, handed to a fresh instance. */
async function keep(app = world.app) {
  const { dueAt } = await item();
  const message = { kind: 'tokens', tenantId: shop.tenant.id, due: Number(dueAt) } as const;
  await keepSignedIn({ ...app, memory: {} }, message, () => 60_000);
}

describe('Tokens of the invoicing provider that nobody uses', () => {
  it('are renewed each week, so that none dies unused', async () => {
    expect(await issue()).toMatchObject({ document: 'ISSUED' });
    world.acct.behave({ refreshTokenDays: 10 });
    const before = (await item()).version;
    expect(Number((await item()).dueAt) - world.clock.now()).toBeGreaterThan(6.9 * DAY);
    await world.advance(24 * DAY);
    const renewals = (Number((await item()).version) - Number(before)) / 2; // each takes the lease first
    expect(renewals).toBe(3);
  }, 60_000);

  it('are tried again after an hour where the provider is silent, and operators are told after a day where it refuses', async () => {
    world.acct.behave({ failNext: 1, path: 'oauth' });
    await world.clock.advanceTo(world.clock.now() + 8 * DAY);
    await keep();
    expect(Number((await item()).dueAt) - world.clock.now()).toBe(60 * MINUTE);
    expect(world.log.join()).not.toContain('login at the invoicing provider is dead');
    world.acct.behave({ expireTokens: 'all' });
    const withoutLogin = {
      ...world.app,
      acct: (...[account, ...more]: Parameters<typeof world.app.acct>) =>
        world.app.acct({ ...account, username: undefined }, ...more),
    };
    await keep(withoutLogin);
    expect(Number((await item()).dueAt) - world.clock.now()).toBe(DAY);
    expect(world.log.join()).toContain('login at the invoicing provider is dead');
  });

  it('are left alone once the tenant has no account any more', async () => {
    await world.table.apply({ put: tenantItem({ ...shop.tenant, acct: null }) });
    await keep();
    expect(await item()).not.toHaveProperty('dueAt');
  });
});
