import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import type { Cloud } from '../../behaviour/renewals/scenario-cloud.ts';
import { verifiedDelivery } from '../../support/world/verify.ts';
import { callRoute } from '../../flows/cloud/call-route.ts';
import { makeShop } from '../../flows/cloud/own-shop.ts';
import { comesTo } from '../../flows/cloud/checkout-calls.ts';
import { startRunning } from '../../flows/cloud/running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

const HOOK = '/hooks/scenario';
const monthly = { product: 'Scenario', paymentInterval: 'MONTHLY', graceDays: 7 } as const;
const PLANS = [
  { ...monthly, name: 'trial', price: 99.9, trialPeriodDays: 14 },
  { ...monthly, name: 'plus', price: 249.99 },
  { ...monthly, name: 'plain', price: 120.05 },
];

/**
 * The local cloud as the scenario's cloud: the deployed template, its clock, its sandbox provider and its inbox. The
 * provider's notifications are lost during every other move of time.
 */
export async function runningCloud(start: number): Promise<Cloud> {
  const running = await startRunning({ empty: true });
  const { stack, json } = running;
  await json('POST', `${stack.controlUrl}/clock`, { to: new Date(start).toISOString() });
  const shop = await makeShop(running, {
    name: 'scenario',
    webhookUrl: `${stack.inboxUrl}${HOOK}`,
    plans: PLANS,
  });
  const headers = { 'x-api-key': shop.apiKey, 'x-api-secret': shop.apiSecret };
  let dropNotifications = true;
  return {
    plans: shop.plans,
    call: (route, ask) => callRoute(stack.baseUrl, route, { ...ask, headers }),
    goTo: async (time) => {
      dropNotifications = !dropNotifications;
      await json('POST', `${stack.payUrl}/sandbox/behaviour`, { dropNotifications });
      await json('POST', `${stack.controlUrl}/clock`, { to: new Date(time).toISOString() });
    },
    fillIn: async (token, cardNumber) => {
      const card = { ...GOOD_CARD, cardNumber };
      await json('POST', `${stack.payUrl}/v2/subscription/checkoutform/complete`, {
        token,
        paymentCard: card,
      });
      const back = await fetch(`${stack.baseUrl}/checkout/callback?token=${token}`, { redirect: 'manual' });
      const to = await comesTo(running, back);
      await running.settle();
      return to;
    },
    swapCard: async (reference, cardNumber) =>
      void (await json('POST', `${stack.payUrl}/sandbox/subscriptions/${reference}/card`, { cardNumber })),
    receivedEvents: async () =>
      (await running.deliveries(HOOK)).map((arrival) => verifiedDelivery(arrival, shop.webhookSecret)),
    ledger: async () => {
      const all = (await json('GET', `${stack.payUrl}/sandbox/ledger`)) as unknown as LedgerEntry[];
      return all.filter(({ kind }) => kind === 'order');
    },
    stop: () => running.stop(),
  };
}
