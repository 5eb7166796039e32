import type { AcctDefaults } from '../../../lib/acct/acct.ts';
import type { Tenant } from '../../../lib/table/tenants/tenant.ts';
import type { World } from './world.ts';

/** What a tenant's documents say where a purchase does not. */
export const DEFAULTS: AcctDefaults = {
  defaultAddress: { country: 'Türkiye', city: 'İstanbul', district: 'Kadıköy', address: 'Moda Cad. 1' },
  carrier: { title: 'Örnek Kargo', taxNumber: '1234567890' },
};

/** An account of its own at the sandbox invoicing provider for the tenant of this id; the provider sets no pace. */
export async function acctAccount(world: World, id: string): Promise<Tenant['acct']> {
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } =
    world.acct.addCompany();
  const login = { companyId, clientId, clientSecret, username, password, productId, moneyAccounts };
  const account = { baseUrl: world.acct.url, ...login, siteUrl: 'https://shop.example', ...DEFAULTS };
  world.acct.behave({ rateLimit: false });
  return { sealed: await world.app.secrets.encrypt(id, 'acct', JSON.stringify(account)) };
}
