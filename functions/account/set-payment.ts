import { readAccount } from '../../lib/account/account.ts';
import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { connectPay } from '../../lib/verbs/connect-pay.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { paymentAnswer } from '../../lib/wire/account.ts';
import { paymentInput } from '../../lib/wire/payment-account.ts';
import { accountSetPayment } from '../../lib/rows.ts';

/** PUT /account/payment: connects the tenant's account at the payment provider. */
export const create = endpoint(accountSetPayment, {
  input: ({ body, localRun }) => paymentInput(body, localRun),
  run: async ({ input, ...call }) => {
    await orSettingsRefused(() => byKey(connectPay, call, input));
    return paymentAnswer(await readAccount(call.app, call.tenant.id));
  },
});

export const handler = create(live);
