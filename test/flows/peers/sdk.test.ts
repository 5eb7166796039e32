import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MovableClock } from '../../../sandbox/clock.ts';
import { startPaySandbox } from '../../../sandbox/pay/sandbox.ts';
import { NODE_TOOLS as node, run } from './tools.ts';

/** Sells, finds, moves and cancels a subscription with the provider's SDK; only the buyer's part of the form is the sandbox's. */
const SDK = `import Iyzipay from 'iyzipay';
const { PAY, API_KEY, SECRET_KEY } = process.env;
const sdk = new Iyzipay({ apiKey: API_KEY, secretKey: SECRET_KEY, uri: PAY });
const ask = (part, verb, input) => new Promise((done, failed) =>
  sdk[part][verb]({ locale: 'tr', ...input }, (error, answer) => (error ? failed(error) : done(answer))));
const said = (what, answer) => console.log(what, answer);

const product = await ask('subscriptionProduct', 'create', { name: 'Club', description: 'Of the SDK' });
said('product', product.status);
const planned = async (name, price) => (await ask('subscriptionPricingPlan', 'create', {
  productReferenceCode: product.data.referenceCode, name, price, currencyCode: 'TRY',
  paymentInterval: 'MONTHLY', paymentIntervalCount: 1, planPaymentType: 'RECURRING',
})).data.referenceCode;
const [member, patron] = [await planned('Member', 10), await planned('Patron', 20)];
const products = await ask('subscriptionProduct', 'retrieveList', { page: 1, count: 10 });
said('plans', products.data.items[0].pricingPlans.length);

const address = { contactName: 'Ada Ak', city: 'İzmir', country: 'Türkiye', address: 'Kıbrıs Şehitleri 1' };
const customer = (email) => ({ name: 'Ada', surname: 'Ak', email, gsmNumber: '+905350000000', identityNumber: '11111111111', billingAddress: address, shippingAddress: address });
const paymentCard = { cardHolderName: 'Ada Ak', cardNumber: '5528790000000008', expireMonth: '12', expireYear: '2039', cvc: '123' };
const form = await ask('subscriptionCheckoutForm', 'initialize', {
  callbackUrl: 'https://shop.example/', pricingPlanReferenceCode: member, subscriptionInitialStatus: 'ACTIVE', customer: customer('form@example.com'),
});
said('form', form.status);
await fetch(PAY + '/v2/subscription/checkoutform/complete', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: form.token, paymentCard }) });
const { data: bought } = await ask('subscriptionCheckoutForm', 'retrieve', { checkoutFormToken: form.token });
said('bought', bought.subscriptionStatus);
const direct = await ask('subscription', 'initialize', {
  pricingPlanReferenceCode: member, subscriptionInitialStatus: 'ACTIVE', customer: customer('card@example.com'), paymentCard,
});
said('direct', direct.data.subscriptionStatus);

const moved = await ask('subscription', 'upgrade', {
  subscriptionReferenceCode: bought.referenceCode, newPricingPlanReferenceCode: patron, upgradePeriod: 'NOW', useTrial: false, resetRecurrenceCount: false,
});
said('upgrade', moved.status);
const found = async (filter) => (await ask('subscription', 'search', { page: 1, count: 10, ...filter })).data.items.map(({ subscriptionStatus }) => subscriptionStatus).sort().join(' ');
said('all', await found({}));
said('family', await found({ parentReferenceCode: bought.parentReferenceCode }));
said('one', await found({ subscriptionReferenceCode: direct.data.referenceCode }));
const card = await ask('subscriptionCard', 'updateWithSubscriptionReferenceCode', {
  callbackUrl: 'https://shop.example/', subscriptionReferenceCode: direct.data.referenceCode, customerReferenceCode: direct.data.customerReferenceCode,
});
said('card form', card.status);
const cancelled = await ask('subscription', 'cancel', { subscriptionReferenceCode: moved.data.referenceCode });
said('cancel', cancelled.status);
const { data: then } = await ask('subscription', 'retrieve', { subscriptionReferenceCode: moved.data.referenceCode });
said('then', (then.items?.[0] ?? then).subscriptionStatus);
`;

it('the payment provider’s official SDK understands its sandbox, from a product to a cancelled subscription', async () => {
  const pay = await startPaySandbox({ clock: new MovableClock() });
  try {
    const { apiKey, secretKey } = pay.addMerchant();
    const file = join(node, 'sdk.mjs');
    writeFileSync(file, SDK);
    const env = { PAY: pay.url, API_KEY: apiKey, SECRET_KEY: secretKey };
    const printed = await run(process.execPath, [file], { cwd: node, env });
    expect(printed.trim().split('\n')).toEqual([
      'product success',
      'plans 2',
      'form success',
      'bought ACTIVE',
      'direct ACTIVE',
      'upgrade success',
      'all ACTIVE ACTIVE UPGRADED',
      'family ACTIVE UPGRADED',
      'one ACTIVE',
      'card form success',
      'cancel success',
      'then CANCELED',
    ]);
  } finally {
    await pay.stop();
  }
});
