import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';
import { TENANT } from '../table/tenants/tenant.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import type { MessageSettingsChange } from '../wire/messages.ts';
import { MESSAGE_KINDS, NO_MESSAGES, type MessageSettings } from './kinds.ts';

/** Changes which messages go out in a tenant's name, and as whose. Throws `not_found`. */
export async function changeMessages(
  app: CoreApp & OfTenant,
  { switched, ...change }: MessageSettingsChange,
): Promise<MessageSettings> {
  const { messages } = await readTenant(app);
  const before = messages ?? NO_MESSAGES;
  const on = MESSAGE_KINDS.filter((kind) => switched[kind] ?? before.on.includes(kind));
  const settings: MessageSettings = { ...before, ...change, on };
  const changed = TENANT.change({ messages: settings });
  const write = { update: key.tenant(app.tenantId), ...changed, if: [{ present: true }] } as const;
  if (!(await tryWrite(() => app.table.apply(write)))) throw new Refusal('not_found');
  return settings;
}
