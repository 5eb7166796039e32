import { NO_BRAND } from '../../lib/billing/brand.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { brandAnswer } from '../../lib/wire/brand.ts';
import { accountGetBrand } from '../../lib/rows.ts';

/** GET /account/brand: how the tenant's pages look to its customers. */
export const create = endpoint(accountGetBrand, {
  input: () => undefined,
  run: async ({ app, tenant }) => {
    const { brand } = await readTenant(app, tenant.id);
    return brandAnswer(brand ?? NO_BRAND, app.settings.publicUrl);
  },
});

export const handler = create(live);
