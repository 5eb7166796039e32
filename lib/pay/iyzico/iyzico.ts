import { Caller, type IyzicoOutside } from './call.ts';
import { catalogue } from './catalogue.ts';
import { customers } from './customers.ts';
import { hostedForms } from './hosted-forms.ts';
import { readPayment, refund, refundedPayments } from './refunds.ts';
import { subscriptionChanges, subscriptionReads } from './subscriptions.ts';
import type { Pay, PayAccount } from '../pay.ts';

/** iyzico's Subscription API, version 2, for one account. */
export function iyzico(account: PayAccount, outside: IyzicoOutside): Pay {
  const call = new Caller(account, outside);
  return {
    ...hostedForms(account, call),
    ...subscriptionChanges(call),
    ...subscriptionReads(call),
    ...customers(call),
    ...catalogue(call),
    refund: (ask) => refund(account, call, ask),
    readPayment: (paymentId) => readPayment(call, paymentId),
    refundedPayments: (day) => refundedPayments(call, day),
  };
}
