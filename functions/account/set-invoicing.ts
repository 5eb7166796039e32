import { connectAcct } from '../../lib/account/own-acct.ts';
import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { invoicingAnswer } from '../../lib/wire/account.ts';
import { invoicingInput } from '../../lib/wire/acct-settings.ts';

/** PUT /account/invoicing: connects the tenant's account at the invoicing provider, or changes what is set of it. */
export const create = endpoint('account/set-invoicing', {
  input: ({ body, localRun }) => invoicingInput(body, localRun),
  run: async ({ app, tenant: { id }, input }) => {
    const tenant = await readTenant(app, id);
    return invoicingAnswer(await orSettingsRefused(() => connectAcct(app, tenant, input)));
  },
});

export const handler = create(live);
