import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { connectAcct } from '../../lib/verbs/connect-acct.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { invoicingAnswer } from '../../lib/wire/account.ts';
import { invoicingInput } from '../../lib/wire/acct-settings.ts';
import { accountSetInvoicing } from '../../lib/rows.ts';

/** PUT /account/invoicing: connects the tenant's account at the invoicing provider, or changes what is set of it. */
export const create = endpoint(accountSetInvoicing, {
  input: ({ body, localRun }) => invoicingInput(body, localRun),
  run: async ({ input, ...call }) =>
    invoicingAnswer(await orSettingsRefused(() => byKey(connectAcct, call, input))),
});

export const handler = create(live);
