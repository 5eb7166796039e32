import { say } from '../say.ts';
import { connectPay as connectOwnPay } from '../../account/own-pay.ts';
import { syncPlans as sync } from '../../account/plan-sync.ts';
import { html } from '../../pages/html.ts';
import { paymentInput } from '../../wire/payment-account.ts';
import type { Act } from '../act.ts';
import { facts, head, to } from '../screens/parts.ts';

const needs = 'connections';

/** Connects the payment provider, after a harmless call with the credentials; they are never shown again. */
export const connectPay: Act = {
  needs,
  asksPasskey: true,
  about: ({ merchantId }) => merchantId?.slice(0, 60),
  from: () => ({ screen: 'pay-account', query: {} }),
  run: async ({ app, tenant, form }) => {
    const given = paymentInput(form, app.settings.loopbackAllowed.length > 0);
    await connectOwnPay(app, tenant, given);
    return { to: 'providers', done: 'connected' };
  },
};

/** Takes the plans over from the payment provider. */
export const syncPlans: Act = {
  needs,
  about: () => undefined,
  from: () => ({ screen: 'plans', query: {} }),
  run: async ({ app, tenant }) => {
    const { added, changed, retired, unchanged } = await sync(app, tenant.id);
    const pairs = [
      [say().acts.added, String(added.length)],
      [say().acts.changed, String(changed.length)],
      [say().acts.retired, String(retired.length)],
      [say().acts.unchanged, String(unchanged.length)],
    ] as const;
    const title = say().acts.plansTaken;
    return { title, content: html`${head(title, [to('plans'), say().acts.plans])}${facts(pairs)}` };
  },
};
