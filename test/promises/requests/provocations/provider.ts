import type { PayAnswer } from '../../../../lib/pay/pay.ts';
import { create as cancelWith } from '../../../../functions/subscribers/cancel.ts';
import { behave, CARDS, someone } from '../../../support/world/shop.ts';
import { changeTenant, GOOD_CARD, makeTenant } from '../../../support/world/tenant.ts';
import { callWith, direct, start, type Cast, type Provocations } from './cast.ts';
import { paying } from '../../../support/world/paying.ts';

/** How the codes that come from the payment provider come about. */
export function byProvider(to: Cast) {
  const { world, shop, member } = to;
  return {
    payment_refused: () => direct(to, { paymentCard: { ...GOOD_CARD, cardNumber: CARDS.noMoney } }),
    provider_refused: () => {
      const gone: PayAnswer<never> = { ok: false, is: 'notFound', providerCode: '201400', message: 'gone' };
      const { pay } = paying(world.app, () => ({ readSubscription: async () => gone }));
      const ask = { body: { 'pay-subscriber-reference-code': member.reference } };
      return callWith(to, cancelWith, { pay }, 'subscribers/cancel', ask);
    },
    provider_answer_invalid: async () => {
      await behave(world, shop, { failNext: 1, path: '/checkoutform' });
      return start(shop);
    },
    provider_credentials_refused: async () => {
      const other = await makeTenant(world);
      const wrong = JSON.stringify({ ...other.credentials, secretKey: 'wrong' });
      const sealed = await world.app.secrets.encrypt(other.tenant.id, 'pay', wrong);
      await changeTenant(world, other, { pay: { ...other.tenant.pay!, sealed } });
      return start(other);
    },
    provider_configuration: async () => {
      const other = await makeTenant(world);
      await behave(world, other, { featureEnabled: false });
      return start(other);
    },
    provider_not_configured: async () => start(await makeTenant(world, { pay: null })),
    provider_unreachable: async () => {
      const other = await makeTenant(world);
      await changeTenant(world, other, { pay: { ...other.tenant.pay!, baseUrl: 'http://127.0.0.1:9' } });
      return start(other);
    },
    provider_limited: async () => {
      await behave(world, shop, { limitNext: 1, path: '/checkoutform' });
      return start(shop);
    },
    provider_timeout: async () => {
      await behave(world, shop, { loseAnswerNext: 1, path: '/checkoutform' });
      return start(shop);
    },
    payment_outcome_unknown: async () => {
      await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
      return direct(to);
    },
    purchase_in_progress: async () => {
      const email = someone();
      await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
      await direct(to, { email });
      return start(shop, { email, ifActive: 'refuse' });
    },
  } satisfies Partial<Provocations>;
}
