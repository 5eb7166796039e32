import type { Tenant } from '../table/tenants/tenant.ts';
import type { CoreApp, OfTenant, WithTenant } from './app.ts';

/** An App that is bound to no tenant. */
type OfNobody = CoreApp & { readonly tenantId?: undefined };

/**
 * The same App for one tenant, by its id, or with its record: bound once, where it is known whose work it is. All else,
 * also caches, is the App's own. Throws if it is another tenant's already.
 */
export function forTenant<A extends OfNobody>(app: A, tenant: string): A & OfTenant;
export function forTenant<A extends OfNobody>(app: A, tenant: Tenant): A & WithTenant;
export function forTenant(app: CoreApp & Partial<OfTenant>, tenant: string | Tenant): CoreApp & OfTenant {
  return typeof tenant === 'string' ? ofTenant(app, tenant) : ofTenant(app, tenant.id, tenant);
}

/** The App of a tenant with a record of that tenant, which may be newer than the one it had. Throws if it is another's. */
export const withRecord = <A extends CoreApp & OfTenant>(app: A, tenant: Tenant): A & WithTenant =>
  ofTenant(app, tenant.id, tenant) as A & WithTenant;

function ofTenant(app: CoreApp & Partial<OfTenant>, tenantId: string, tenant?: Tenant): CoreApp & OfTenant {
  if (app.tenantId !== undefined && app.tenantId !== tenantId)
    throw new Error("an App of one tenant is given another tenant's id");
  return Object.create(app, {
    tenantId: { value: tenantId },
    ...(tenant && { tenant: { value: tenant } }),
  }) as CoreApp & OfTenant;
}
