import type { CoreApp } from '../runtime/app.ts';
import type { Pay, PayAnswer } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';

/** A call that changes a subscription at the provider. */
export type Call =
  | { readonly call: 'cancel' | 'activate'; readonly reference: string }
  | { readonly call: 'retry'; readonly order: string }
  | {
      readonly call: 'changePlan';
      readonly reference: string;
      readonly wanted: {
        readonly to: { readonly reference: string };
        readonly upgradePeriod: 'NOW' | 'NEXT_PERIOD';
        readonly useTrial: boolean;
        readonly resetRecurrenceCount: boolean;
      };
    };

/** What the provider answered; a plan change is answered with its new subscription. */
export type CallAnswer = PayAnswer<PaySubscription | undefined>;

/** Makes a call, once. Every call that changes a subscription at the provider is made here. */
export async function makeCall(app: CoreApp, pay: Pay, call: Call): Promise<CallAnswer> {
  const answer = await answerTo(pay, call);
  if (!answer.ok)
    app.log.warn('call at the provider without success', { code: call.call, outcome: answer.is });
  return answer;
}

function answerTo(pay: Pay, call: Call): Promise<CallAnswer> {
  switch (call.call) {
    case 'cancel':
      return pay.cancel(call.reference);
    case 'activate':
      return pay.activate(call.reference);
    case 'retry':
      return pay.retryOrder(call.order);
    case 'changePlan': {
      const { to, upgradePeriod: period, useTrial, resetRecurrenceCount } = call.wanted;
      const named = { reference: call.reference, newPlanReference: to.reference };
      return pay.upgrade({ ...named, period, useTrial, resetRecurrenceCount });
    }
  }
}
