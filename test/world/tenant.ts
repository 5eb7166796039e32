import type { Plan } from '../../lib/billing/plan.ts';
import { hashOf, apiKeyItem } from '../../lib/table/keys.ts';
import { planChanges } from '../../lib/table/plans.ts';
import { tenantItem, type Tenant } from '../../lib/table/tenants.ts';
import type { Ask, Answer, World } from './world.ts';
import type { RouteName } from '../../lib/routes.ts';

/** What a test says of a plan; the rest is a monthly plan of 100 lira with seven days of grace. */
export interface PlanWish {
  readonly name: string;
  readonly product?: string;
  readonly price?: string;
  readonly currency?: string;
  readonly interval?: Plan['interval'];
  readonly count?: number;
  readonly trialDays?: number;
  readonly graceDays?: number | null;
  readonly active?: boolean;
}

/** A tenant of a test, with its own account at the sandbox provider and what is needed to call as that tenant. */
export interface TestTenant {
  readonly tenant: Tenant;
  readonly headers: Record<string, string>;
  readonly webhookSecret: string;
  readonly hook: string;
  readonly plans: Record<string, Plan>;
  readonly credentials: { apiKey: string; secretKey: string; merchantId: string };
  call(route: RouteName, ask?: Ask): Promise<Answer>;
}

const MONTHLY: PlanWish[] = [
  { name: 'basic', price: '100.00' },
  { name: 'plus', price: '200.00' },
];

let made = 0;

/** Makes a tenant with plans. `settings` overrides what a tenant usually has: webhook, signed notifications. */
export async function makeTenant(
  world: World,
  settings: Partial<Tenant> & { plans?: PlanWish[] } = {},
): Promise<TestTenant> {
  const id = world.app.newId().replaceAll('-', '');
  const number = ++made;
  const hook = `/hooks/${number}`;
  const webhookSecret = `whsec_${number}`;
  const notificationToken = `${id}_${'n'.repeat(24)}`;
  const credentials = world.pay.addMerchant({
    notificationUrl: `${world.url}/notifications/pay/${notificationToken}`,
    signed: true,
  });
  const { plans: wishes, ...overrides } = settings;
  const { secrets } = world.app;
  const tenant: Tenant = {
    id,
    name: `Tenant ${number}`,
    status: 'ACTIVE',
    webhookUrl: `${world.receiver.url}${hook}`,
    chatUrl: null,
    webhookSecret: await secrets.seal(id, 'webhook', webhookSecret),
    previousWebhookSecret: null,
    pay: {
      baseUrl: world.pay.url,
      merchantId: credentials.merchantId,
      sealed: await secrets.seal(id, 'pay', JSON.stringify(credentials)),
    },
    acct: null,
    notificationToken,
    noticesSigned: true,
    createdAt: world.clock.now(),
    ...overrides,
  };
  const apiKey = `svck_test_${id}_abcdefgh`;
  const apiSecret = `svcs_${id}`;
  await world.table.write([
    { put: tenantItem(tenant) },
    {
      put: apiKeyItem({
        apiKey,
        tenant: id,
        secretHash: hashOf(apiSecret),
        status: 'ACTIVE',
        expiresAt: null,
        createdAt: world.clock.now(),
      }),
    },
  ]);
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
  return {
    tenant,
    headers,
    webhookSecret,
    hook,
    credentials,
    plans: await makePlans(world, id, credentials, wishes ?? MONTHLY),
    call: (route, ask = {}) => world.call(route, { ...ask, headers: { ...headers, ...ask.headers } }),
  };
}

async function makePlans(
  world: World,
  tenant: string,
  credentials: TestTenant['credentials'],
  wishes: readonly PlanWish[],
): Promise<Record<string, Plan>> {
  const products = [...new Set(wishes.map(({ product }) => product ?? 'main'))];
  const references = new Map<string, string>();
  for (const name of products)
    references.set(name, await provider(world, credentials, '/products', { name }));
  const plans: Record<string, Plan> = {};
  for (const wish of wishes) {
    const product = references.get(wish.product ?? 'main')!;
    const plan: Plan = {
      id: world.app.newId(),
      reference: await provider(world, credentials, `/products/${product}/pricing-plans`, {
        name: wish.name,
        price: wish.price ?? '100.00',
        currencyCode: wish.currency ?? 'TRY',
        paymentInterval: wish.interval ?? 'MONTHLY',
        paymentIntervalCount: wish.count ?? 1,
        trialPeriodDays: wish.trialDays ?? 0,
        planPaymentType: 'RECURRING',
      }),
      productReference: product,
      name: wish.name,
      lookupKey: null,
      price: wish.price ?? '100.00',
      currency: wish.currency ?? 'TRY',
      interval: wish.interval ?? 'MONTHLY',
      intervalCount: wish.count ?? 1,
      trialDays: wish.trialDays ?? 0,
      unit: null,
      type: 'DIGITAL',
      shippingPrice: null,
      graceDays: wish.graceDays === undefined ? 7 : wish.graceDays,
      active: wish.active ?? true,
      createdAt: world.clock.now(),
    };
    plans[wish.name] = plan;
    await world.table.write(planChanges(tenant, plan));
    await world.clock.advanceTo(world.clock.now() + 1);
  }
  return plans;
}

/** One call of the provider's own API by the merchant; answers the new thing's reference. */
async function provider(
  world: World,
  { apiKey, secretKey }: TestTenant['credentials'],
  path: string,
  body: object,
): Promise<string> {
  const { authorization } = await import('../../lib/pay/iyzico-sign.ts');
  const full = `/v2/subscription${path}`;
  const text = JSON.stringify(body);
  const response = await fetch(`${world.pay.url}${full}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      authorization: authorization(apiKey, {
        secretKey,
        randomKey: String(Math.random()),
        path: full,
        body: text,
      }),
    },
  });
  const answer = (await response.json()) as {
    status: string;
    data?: { referenceCode: string };
    errorMessage?: string;
  };
  if (!answer.data) throw new Error(`the sandbox refused ${path}: ${answer.errorMessage ?? ''}`);
  return answer.data.referenceCode;
}

/** A well-formed body of a checkout, for a plan of the tenant. */
export function checkoutBody(plan: Plan, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    pricingPlanReferenceCode: plan.reference,
    callbackUrl: 'https://shop.example/done',
    name: 'Ayşe',
    surname: 'Yılmaz',
    email: 'ayse@example.com',
    gsmNumber: '+905350000000',
    identityNumber: '11111111111',
    billingAddress: {
      contactName: 'Ayşe Yılmaz',
      country: 'Türkiye',
      city: 'Ankara',
      address: 'Örnek Sok. 1',
    },
    ...more,
  };
}

export const GOOD_CARD = {
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: '5528790000000008',
  expireMonth: '12',
  expireYear: '2030',
  cvc: '123',
};

/** Pays a hosted form as a browser would; answers the provider's own answer. */
export async function payForm(
  world: World,
  token: string,
  card: Partial<typeof GOOD_CARD> = {},
): Promise<Response> {
  const { cardHolderName, cardNumber, expireMonth, expireYear, cvc } = { ...GOOD_CARD, ...card };
  return fetch(`${world.pay.url}/v2/subscription/checkoutform/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      paymentCard: { cardHolderName, cardNumber, expireMonth, expireYear, cvc },
    }),
  });
}
