import { describe, expect } from 'vitest';
import { changeTenant } from '../../../lib/account/tenants.ts';
import { charge, subscribe, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { it } from './fixtures.ts';
import { MINUTE } from './world.ts';

async function pdfsOf(shop: TestTenant, { svcId }: Member) {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { pdfStatus: string }[]).map(({ pdfStatus }) => pdfStatus);
}

describe('A charge that is recorded while the instance remembers a tenant without an invoicing provider', () => {
  it('gets a document at the account that was set meanwhile', async ({ invoicing: { world, shop } }) => {
    const { acct, id } = shop.tenant;
    await changeTenant(world.app, id, { acct: null });
    const member = await subscribe(world, shop);
    expect(await pdfsOf(shop, member)).toEqual(['unavailable']);

    await changeTenant(world.app, id, { acct });
    await charge(world, member.reference, 'success');
    await world.advance(5 * MINUTE);
    expect(await pdfsOf(shop, member)).toEqual(['ready', 'unavailable']);
  });
});
