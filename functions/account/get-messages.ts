import { endpoint } from '../../lib/http/endpoint.ts';
import { NO_MESSAGES } from '../../lib/messages/kinds.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { messageSettingsAnswer } from '../../lib/wire/messages.ts';
import { accountGetMessages } from '../../lib/rows.ts';

/** GET /account/messages: which messages go out in the tenant's name, and as whose. */
export const create = endpoint(accountGetMessages, {
  input: () => undefined,
  run: async ({ app, tenant }) => {
    const { messages } = await readTenant(app, tenant.id);
    return messageSettingsAnswer(messages ?? NO_MESSAGES, app.settings.senderDomain);
  },
});

export const handler = create(live);
