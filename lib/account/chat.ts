import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { actorOf, writeIfAllowed } from './acting.ts';
import { Refusal } from '../refusal.ts';
import { endpointPut } from '../table/events/endpoint-health.ts';
import { withoutNulls } from '../table/item.ts';
import { key } from '../table/schema.ts';
import { TENANT } from '../table/tenants/tenant.ts';
import { checkTarget } from './webhook.ts';

/** Sets the team chat's URL; null for none. Throws `forbidden_target`, `key_not_allowed` or `not_found`. */
export async function setChat(app: CoreApp & OfTenant, url: string | null): Promise<void> {
  if (url !== null) checkTarget(app, url);
  const chatChangedBy = { ...actorOf(app), at: app.clock() };
  const { set, remove } = TENANT.change({ chatUrl: url });
  const change = {
    update: key.tenant(app.tenantId),
    set: { ...set, chatChangedBy: withoutNulls(chatChangedBy) },
    remove,
    if: [{ present: true as const }],
  };
  const made = await writeIfAllowed(app, [change, endpointPut(app, 'chat')]);
  if (!made) throw new Refusal('not_found');
}
