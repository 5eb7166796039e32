import { say } from '../../pages/say.ts';
import { html } from '../../pages/html.ts';
import { connectPay as connectVerb } from '../../verbs/connect-pay.ts';
import { syncPlans as syncVerb } from '../../verbs/sync-plans.ts';
import { byPerson } from '../../verbs/verb.ts';
import { paymentInput } from '../../wire/payment-account.ts';
import type { Act } from '../act.ts';
import { facts, head, to } from '../screens/parts.ts';

/** Connects the payment provider, after a harmless call with the credentials; they are never shown again. */
export const connectPay: Act = {
  verb: connectVerb,
  about: ({ merchantId }) => merchantId?.slice(0, 60),
  from: () => ({ screen: 'pay-account', query: {} }),
  run: async (call) => {
    const given = paymentInput(call.form, call.app.settings.loopbackAllowed.length > 0);
    await byPerson(connectVerb, call, given);
    return { to: 'providers', done: 'connected' };
  },
};

/** Takes the plans over from the payment provider. */
export const syncPlans: Act = {
  verb: syncVerb,
  about: () => undefined,
  from: () => ({ screen: 'plans', query: {} }),
  run: async (call) => {
    const { added, changed, retired, unchanged } = await byPerson(syncVerb, call, undefined);
    const pairs = [
      [say('Added', 'Eklenen'), String(added.length)],
      [say('Changed', 'Değişen'), String(changed.length)],
      [say('Retired', 'Kaldırılan'), String(retired.length)],
      [say('Unchanged', 'Değişmeyen'), String(unchanged.length)],
    ] as const;
    const title = say('The plans are taken over', 'Planlar alındı');
    return { title, content: html`${head(title, [to('plans'), say('Plans', 'Planlar')])}${facts(pairs)}` };
  },
};
