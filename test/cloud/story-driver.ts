import { join } from 'node:path';
import { openTarget } from '../../cli/open.ts';
import { makeMerchant, makePlans } from '../../local/seed-providers.ts';
import { setPayAccount } from '../../lib/operator/accounts.ts';
import { issueKey } from '../../lib/operator/keys.ts';
import { listPlans, setPlan } from '../../lib/operator/plans.ts';
import { setNoticesSigned } from '../../lib/operator/notifications.ts';
import { syncPlans } from '../../lib/operator/plan-sync.ts';
import { createTenant } from '../../lib/operator/tenants.ts';
import { setWebhook } from '../../lib/operator/webhook.ts';
import { routeNamed, type RouteName } from '../../lib/routes.ts';
import type { LedgerEntry } from '../../sandbox/pay/records.ts';
import type { Cloud } from '../spec/story-cloud.ts';
import { verifiedDelivery } from '../world/verify.ts';
import { GOOD_CARD, startRunning, type Running } from './running.ts';

const HOOK = '/hooks/story';
const monthly = { product: 'Story', paymentInterval: 'MONTHLY' } as const;

/** The local cloud as the story's cloud: the deployed template, its clock, its sandbox provider and its inbox. */
export async function runningCloud(start: number, behaviour: object): Promise<Cloud> {
  const running = await startRunning({ empty: true });
  const { stack, json } = running;
  await json('POST', `${stack.controlUrl}/clock`, { to: new Date(start).toISOString() });
  const shop = await makeShop(running);
  await json('POST', `${stack.payUrl}/sandbox/behaviour`, behaviour);
  return {
    plans: shop.plans,
    call: (route, ask) => call(running, shop.headers, route, ask),
    goTo: async (time) =>
      void (await json('POST', `${stack.controlUrl}/clock`, { to: new Date(time).toISOString() })),
    fillIn: async (token, cardNumber) => {
      const card = { ...GOOD_CARD, cardNumber };
      await json('POST', `${stack.payUrl}/v2/subscription/checkoutform/complete`, {
        token,
        paymentCard: card,
      });
      const back = await fetch(`${stack.baseUrl}/checkout/callback?token=${token}`, { redirect: 'manual' });
      await running.settle();
      return new URL(back.headers.get('location') ?? 'about:blank');
    },
    swapCard: async (reference, cardNumber) =>
      void (await json('POST', `${stack.payUrl}/sandbox/subscriptions/${reference}/card`, { cardNumber })),
    told: async () =>
      (await running.deliveries(HOOK)).map((arrival) => verifiedDelivery(arrival, shop.webhookSecret)),
    ledger: async () => {
      const all = (await json('GET', `${stack.payUrl}/sandbox/ledger`)) as unknown as LedgerEntry[];
      return all.filter(({ kind }) => kind === 'order');
    },
    stop: () => running.stop(),
  };
}

/** A tenant of the story's own, made with the operator's verbs. */
async function makeShop({ stack, out }: Running) {
  const { operator } = await openTarget({ local: join(out, 'stack.json') });
  const { id, notificationToken } = await createTenant(operator, 'story');
  const merchant = await makeMerchant(
    stack.payUrl,
    `${stack.baseUrl}/notifications/pay/${notificationToken ?? ''}`,
  );
  await makePlans(stack.payUrl, merchant, [
    { ...monthly, name: 'trial', price: 99.9, trialPeriodDays: 14 },
    { ...monthly, name: 'plus', price: 249.99 },
    { ...monthly, name: 'plain', price: 120.05 },
  ]);
  await setPayAccount(operator, id, { baseUrl: stack.payUrl, ...merchant });
  await setNoticesSigned(operator, id, true);
  await syncPlans(operator, id);
  for (const { reference } of await listPlans(operator, id))
    await setPlan(operator, id, reference, { graceDays: 7 });
  const plans = Object.fromEntries((await listPlans(operator, id)).map((plan) => [plan.name, plan]));
  const { secret = '' } = await setWebhook(operator, id, `${stack.inboxUrl}${HOOK}`);
  const { apiKey, apiSecret } = await issueKey(operator, id, { mode: 'test' });
  return { plans, webhookSecret: secret, headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret } };
}

async function call(
  { stack }: Running,
  headers: Record<string, string>,
  name: RouteName,
  ask: { query?: Record<string, string>; body?: unknown },
) {
  const { methods, path } = routeNamed(name);
  const query = ask.query ? `?${new URLSearchParams(ask.query).toString()}` : '';
  const answer = await fetch(`${stack.baseUrl}${path}${query}`, {
    method: methods[0] ?? 'GET',
    headers: { ...headers, ...(ask.body !== undefined && { 'content-type': 'application/json' }) },
    ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  });
  const text = await answer.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body };
}
