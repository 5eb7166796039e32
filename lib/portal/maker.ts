import { isLive } from '../billing/api-key.ts';
import { mayDo } from '../console/roles.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { PortalVisit } from '../table/portal/portal.ts';
import { lookUpPerson } from '../table/people/people.ts';
import { key } from '../table/schema.ts';
import { apiKeyFrom } from '../table/tenants/keys.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** Whether whoever has made a link could still make it: what was taken from them ends their links, and what is done with these. */
export async function makerStands(
  app: CoreApp,
  { tenant, madeBy: { by, who, personId } }: Pick<PortalVisit, 'tenant' | 'madeBy'>,
): Promise<boolean> {
  if (by === 'message') return true;
  if (by === 'key') {
    const item = await app.table.get(key.apiKey(who), { consistent: true });
    return item !== undefined && isLive(apiKeyFrom(item), app.clock());
  }
  const person = personId === null ? undefined : await lookUpPerson(forTenant(app, tenant), personId);
  return person !== undefined && mayDo(person.roles, 'subscribers');
}
