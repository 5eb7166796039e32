import { readAccount } from '../../lib/account/account.ts';
import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { connectPay } from '../../lib/verbs/connect-pay.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { paymentAnswer, paymentAnswerShape } from '../../lib/wire/account.ts';
import { paymentBody, paymentInput } from '../../lib/wire/payment-account.ts';
import { guarded, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /account/payment: connects the tenant's account at the payment provider. */
export const declared = endpoint({
  name: 'account/set-payment',
  at: 'PUT /account/payment',
  uses: part(guarded, { encrypts: ['pay'], lists: 'open', publicUrl: true, timeoutSeconds: 29 }),
  verb: connectPay,
  tag: 'Account',
  summary: 'Connect the payment provider',
  description:
    'The credentials are tried with one harmless call, then stored encrypted and never shown again. 409 `settings_refused` says in words what is wrong with them; nothing is changed then. Enter `notificationUrl` of the answer at the provider.',
  asks: { body: paymentBody },
  answers: paymentAnswerShape,
  refusals: ['settings_refused'],
  example: {
    body: {
      apiKey: SAMPLE.payment.apiKey,
      secretKey: SAMPLE.payment.secretKey,
      merchantId: SAMPLE.payment.merchantId,
    },
  },
  input: ({ body, localRun }) => paymentInput(body, localRun),
  run: async ({ input, ...call }) => {
    await orSettingsRefused(() => byKey(connectPay, call, input));
    return paymentAnswer(await readAccount(call.app));
  },
});

export const { create } = declared;

export const handler = create(live);
