import type { CoreApp } from '../runtime/app.ts';
import { Refusal } from '../refusal.ts';
import { endpointPut } from '../table/events/endpoint-health.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';
import { checkTarget } from './webhook.ts';

/** Sets the team chat's URL; null for none. Throws `forbidden_target` or `not_found`. */
export async function setChat(app: CoreApp, id: string, url: string | null): Promise<void> {
  if (url !== null) checkTarget(app, url);
  const change = { update: key.tenant(id), set: { chatUrl: url }, if: [{ present: true }] } as const;
  const made = await tryWrite(() => app.table.write([change, endpointPut(app, id, 'chat')]));
  if (!made) throw new Refusal('not_found');
}
