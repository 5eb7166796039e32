import type { CoreApp, PayApp, OfTenant, WithTenant } from '../../runtime/app.ts';
import { cachePerInstance, isFresh } from '../../runtime/instance.ts';
import { payProvider } from '../../pay/provider.ts';
import type { PayAccount } from '../../pay/pay.ts';
import { CREDENTIALS_CACHE_MS } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import { jsonFields } from '../fields.ts';
import { key } from '../schema.ts';
import { opening } from './opening.ts';
import { withRecord } from '../../runtime/for-tenant.ts';
import { tenantFrom, type Tenant } from './tenant.ts';

interface CachedTenant {
  readonly tenant: Tenant;
  readonly until: number;
}

/** Whether cached settings may still be used: a tenant without a payment account is read again, as it may be connecting one. */
export const isUsable = (known: CachedTenant, now: number): boolean =>
  known.tenant.pay !== null && isFresh(known, now, CREDENTIALS_CACHE_MS);

const cachedTenants = cachePerInstance<CachedTenant>();

/** Caches a tenant for as long as credentials are cached. */
export function cacheTenant(app: CoreApp & WithTenant): void {
  const { tenant } = app;
  cachedTenants(app).set(tenant.id, { tenant, until: app.clock() + CREDENTIALS_CACHE_MS });
}

/** The tenant's current settings. Throws `not_found`. */
export async function readTenant(app: CoreApp & OfTenant): Promise<Tenant> {
  const item = await app.table.get(key.tenant(app.tenantId), { consistent: true });
  if (!item) throw new Refusal('not_found');
  return tenantFrom(item);
}

/**
 * The tenant whose webhook and chat get new events; a cached one without a webhook is read again, if the table answers.
 */
export async function tenantForDelivery(app: CoreApp & WithTenant): Promise<Tenant> {
  if (app.tenant.webhook) return app.tenant;
  return readTenant(app).catch(() => app.tenant);
}

/** The tenant whose provider makes the documents; a cached one without an account is read again. Throws `not_found`. */
export async function tenantForInvoicing(app: CoreApp & WithTenant): Promise<Tenant> {
  return app.tenant.acct ? app.tenant : readTenant(app);
}

/** The tenant's settings, at most a minute old, and read now while it has no payment account. Throws `not_found`. */
export async function findTenant(app: CoreApp & OfTenant): Promise<Tenant> {
  const known = cachedTenants(app).get(app.tenantId);
  if (known && isUsable(known, app.clock())) return known.tenant;
  const item = await app.table.get(key.tenant(app.tenantId), { consistent: known !== undefined });
  if (!item) throw new Refusal('not_found');
  const read = withRecord(app, tenantFrom(item));
  cacheTenant(read);
  return read.tenant;
}

/** The same App with its tenant's settings, as `findTenant` reads them. Throws `not_found`. */
export const withTenant = async <A extends CoreApp & OfTenant>(app: A): Promise<A & WithTenant> =>
  withRecord(app, await findTenant(app));

/** The tenant's account at the payment provider. Throws `provider_not_configured`, and CannotOpen. */
export async function payAccount(app: PayApp & WithTenant): Promise<PayAccount> {
  if (!app.tenant.pay) throw new Refusal('provider_not_configured');
  const { baseUrl, merchantId, sealed } = app.tenant.pay;
  const keys = await opening(async () => {
    const of = jsonFields('sealed', (await app.secrets.decrypt(app.tenantId, 'pay', sealed)).reveal());
    return payProvider.keys.map(({ name }) => [name, of.text(name)] as const);
  });
  return { ...Object.fromEntries(keys), baseUrl, merchantId };
}
