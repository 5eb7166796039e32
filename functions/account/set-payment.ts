import { readAccount } from '../../lib/account/account.ts';
import { connectPay } from '../../lib/account/own-pay.ts';
import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { paymentAnswer } from '../../lib/wire/account.ts';
import { paymentInput } from '../../lib/wire/payment-account.ts';

/** PUT /account/payment: connects the tenant's account at the payment provider. */
export const create = endpoint('account/set-payment', {
  input: ({ body, localRun }) => paymentInput(body, localRun),
  run: async ({ app, tenant, input }) => {
    await orSettingsRefused(() => connectPay(app, tenant, input));
    return paymentAnswer(await readAccount(app, tenant.id));
  },
});

export const handler = create(live);
