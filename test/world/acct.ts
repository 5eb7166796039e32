import type { Tenant } from '../../lib/table/tenants/tenants.ts';
import type { World } from './world.ts';

/** An account of its own at the sandbox invoicing provider for the tenant of this id; the provider sets no pace. */
export async function acctAccount(world: World, id: string): Promise<Tenant['acct']> {
  const { companyId, clientId, clientSecret, username, password, productId, accountId } =
    world.acct.addCompany();
  const login = { companyId, clientId, clientSecret, username, password, productId, accountId };
  const account = { baseUrl: world.acct.url, ...login, siteUrl: 'https://shop.example' };
  world.acct.behave({ rateLimit: false });
  return { sealed: await world.app.secrets.encrypt(id, 'acct', JSON.stringify(account)) };
}
