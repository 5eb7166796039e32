import { authorization } from '../../../lib/pay/iyzico/sign.ts';
import type { TestTenant } from './tenant.ts';
import type { World } from './world.ts';

/** What the provider is asked to start a subscription by, in its own words. */
export function directStartBody(plan: string, email: string) {
  return {
    pricingPlanReferenceCode: plan,
    subscriptionInitialStatus: 'ACTIVE',
    customer: {
      name: 'Ada',
      surname: 'Lovelace',
      email,
      gsmNumber: '+905359999999',
      identityNumber: '11111111111',
      billingAddress: { contactName: 'Ada', country: 'Türkiye', city: 'Ankara', address: 'Sok. 1' },
    },
    paymentCard: {
      cardHolderName: 'Ada',
      cardNumber: '5528790000000008',
      expireMonth: '12',
      expireYear: '2030',
      cvc: '123',
    },
  };
}

/** A subscription that the tenant's customer has at the provider and that we know nothing of. */
export async function directStart(
  world: World,
  { credentials }: TestTenant,
  plan: string,
  email: string,
): Promise<string> {
  const path = '/v2/subscription/initialize';
  const body = JSON.stringify(directStartBody(plan, email));
  const signed = { secretKey: credentials.secretKey, randomKey: 'r', path, body };
  const answer = await fetch(world.pay.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: authorization(credentials.apiKey, signed) },
  });
  const { status, data } = (await answer.json()) as { status: string; data?: { referenceCode: string } };
  if (status !== 'success' || !data) throw new Error(`the provider did not start a subscription: ${status}`);
  return data.referenceCode;
}
