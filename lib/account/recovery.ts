import type { RecoverySettings } from '../billing/recovery-settings.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';
import { TENANT } from '../table/tenants/tenant.ts';

/** Sets how a tenant's failed renewals are tried again, from their next reading on. Throws `not_found`. */
export async function setRecovery(
  app: CoreApp & OfTenant,
  settings: RecoverySettings,
): Promise<RecoverySettings> {
  const change = {
    update: key.tenant(app.tenantId),
    ...TENANT.change({ recovery: settings }),
    if: [{ present: true }],
  } as const;
  if (!(await tryWrite(() => app.table.apply(change)))) throw new Refusal('not_found');
  return settings;
}
