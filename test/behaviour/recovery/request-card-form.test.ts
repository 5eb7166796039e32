import { storedId } from '../../../lib/billing/identifiers.ts';
import { expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { requestCardForm } from '../../../lib/checkout/open-card-update.ts';
import type { Pay, PayAnswer, HostedForm } from '../../../lib/pay/pay.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { readingAs } from '../../support/world/reading-as.ts';
import { subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const { id } = await subscribe(world, shop);
const { subscription } = await findSubscriber(world.app, shop.tenant.id, { by: 'svc', id: storedId(id) });

const FORM: HostedForm = {
  token: 'token',
  content: '<form>',
  expiresInSeconds: 1800,
  sources: 'https://pay.example',
};

/** The form that is asked for where the provider answers so, and what else the provider is asked. */
async function formWhere(answer: PayAnswer<HostedForm>) {
  const asked: string[] = [];
  const pay: App['pay'] = (...account) => {
    const provider: Pay = world.app.pay(...account);
    const refusing: Pay = { ...provider, openCardForm: async () => answer };
    return readingAs(refusing, (reference) => {
      asked.push(reference);
      return provider.readSubscription(reference);
    });
  };
  const form = await requestCardForm({ ...world.app, pay }, shop.tenant, subscription).catch(
    (error: unknown) => error,
  );
  return { form, asked };
}

it('A card form that the provider opens, or does not answer about, is requested without reading the subscription', async () => {
  expect(await formWhere({ ok: true, value: FORM })).toEqual({ form: FORM, asked: [] });
  const { form, asked } = await formWhere({ ok: false, is: 'unreachable' });
  expect(form).toMatchObject({ code: 'provider_unreachable' });
  expect(asked).toEqual([]);
});

it('A card form that the provider refuses is refused, where the subscription has no newer reference', async () => {
  const refused = { ok: false, is: 'refused', providerCode: '1', message: 'no' } as const;
  const { form, asked } = await formWhere(refused);
  expect(form).toMatchObject({ code: 'not_active' });
  expect(asked).toEqual([subscription.payReference]);
});
