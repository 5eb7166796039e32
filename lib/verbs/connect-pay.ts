import { connectPay as connect } from '../account/own-pay.ts';
import type { CoreApp, Encrypts, TriesPay } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Connects the account at the payment provider. Throws what `connectPay` throws. */
export const connectPay = accountVerb({
  route: 'account/set-payment',
  needs: 'connections',
  name: 'connect-pay',
  asksPasskey: true,
  run: ({ app }: VerbCall<CoreApp & TriesPay & Encrypts<'pay'>>, given: Parameters<typeof connect>[1]) =>
    connect(app, given),
});
