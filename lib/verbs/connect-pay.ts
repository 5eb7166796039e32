import { connectPay as connect } from '../account/own-pay.ts';
import type { CoreApp, Encrypts, TriesPay } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { accountSetPayment } from '../rows.ts';

/** Connects the account at the payment provider. Throws what `connectPay` throws. */
export const connectPay = accountVerb(accountSetPayment, {
  name: 'connect-pay',
  asksPasskey: true,
  run: (
    { app, tenant }: VerbCall<CoreApp & TriesPay & Encrypts<'pay'>>,
    given: Parameters<typeof connect>[2],
  ) => connect(app, tenant, given),
});
