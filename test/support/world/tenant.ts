import { RIGHTS } from '../../../lib/billing/rights.ts';
import type { Plan } from '../../../lib/billing/plan.ts';
import { secretHashOf, apiKeyItem } from '../../../lib/table/tenants/keys.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem, type Tenant } from '../../../lib/table/tenants/tenant.ts';
import type { Fetch } from '../../../sandbox/pay/world.ts';
import { acctAccount } from './acct.ts';
import { makePlans, type PlanFields } from './plans.ts';
import { webhookAt } from './webhook.ts';
import type { Ask, Answer, World } from './world.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { bareTenant } from './bare-tenant.ts';
import { MADE_BY_OPERATOR } from './key.ts';
import { payProvider } from '../../../lib/pay/provider.ts';
import { fingerprintOf } from '../../../lib/text/fingerprint.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import type { App, OfTenant } from '../../../lib/runtime/app.ts';

/** A tenant of a test, with its own account at the sandbox provider and what is needed to call as that tenant. */
export interface TestTenant {
  readonly tenant: Tenant;
  /** The App of the world for this tenant. */
  readonly app: App & OfTenant;
  readonly headers: Record<string, string>;
  readonly webhookSecret: string;
  readonly hook: string;
  readonly plans: Record<string, Plan>;
  readonly credentials: { apiKey: string; secretKey: string; merchantId: string };
  call(route: RouteName, ask?: Ask): Promise<Answer>;
}

const MONTHLY: PlanFields[] = [
  { name: 'basic', price: '100.00' },
  { name: 'plus', price: '200.00' },
];

let made = 0;

/** Makes a tenant with plans, and with an invoicing provider where asked. `settings` overrides what a tenant usually has: webhook, signed notifications. */
export async function makeTenant(
  world: World,
  settings: Partial<Tenant> & { plans?: PlanFields[]; invoicing?: boolean } = {},
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
  const { plans: requested, invoicing, ...overrides } = settings;
  const { secrets } = world.app;
  const tenant = bareTenant(id, {
    name: `Tenant ${number}`,
    webhook: webhookAt(`${world.receiver.url}${hook}`, await secrets.encrypt(id, 'webhook', webhookSecret)),
    idKey: `customers of ${id}`,
    pay: {
      baseUrl: world.pay.url,
      merchantId: credentials.merchantId,
      sealed: await secrets.encrypt(id, 'pay', JSON.stringify(credentials)),
      owner: fingerprintOf([
        new URL(world.pay.url).origin,
        payProvider.identityOf({ ...credentials, baseUrl: world.pay.url }),
      ]),
    },
    acct: invoicing ? await acctAccount(world, id) : null,
    notificationToken,
    createdAt: world.clock.now(),
    ...overrides,
  });
  const apiKey = `svck_test_${id}_abcdefgh`;
  const apiSecret = `svcs_${id}`;
  await world.table.write([
    { put: tenantItem(tenant) },
    { put: { ...key.apiKeyListed(id, apiKey), apiKey } },
    {
      put: apiKeyItem({
        ...MADE_BY_OPERATOR,
        apiKey,
        tenant: id,
        rights: RIGHTS,
        secretHash: secretHashOf(apiSecret),
        status: 'ACTIVE',
        expiresAt: null,
        createdAt: world.clock.now(),
      }),
    },
  ]);
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
  return {
    tenant,
    app: forTenant(world.app, id),
    headers,
    webhookSecret,
    hook,
    credentials,
    plans: await makePlans(world, id, credentials, requested ?? MONTHLY),
    call: (route, ask = {}) => world.call(route, { ...ask, headers: { ...headers, ...ask.headers } }),
  };
}

/** Changes a tenant's settings, as an operator does, and lets what is cached of them expire. */
export async function changeTenant(world: World, shop: TestTenant, to: Partial<Tenant>): Promise<void> {
  await world.table.write([{ put: tenantItem({ ...shop.tenant, ...to }) }]);
  await world.clock.advanceTo(world.clock.now() + 61_000);
}

/** A well-formed body of a checkout, for a plan of the tenant. */
export function checkoutBody(
  plan: Pick<Plan, 'reference'>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
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

/** A card that the sandbox provider charges. */
export const GOOD_CARD = {
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: '5528790000000008',
  expireMonth: '12',
  expireYear: '2099',
  cvc: '123',
};

/** Pays a hosted form as a browser would; answers the provider's own answer. */
export async function payForm(
  world: Pick<World, 'fetch'> & { readonly pay: { readonly url: string } },
  token: string,
  card: Partial<typeof GOOD_CARD> = {},
): ReturnType<Fetch> {
  const { cardHolderName, cardNumber, expireMonth, expireYear, cvc } = { ...GOOD_CARD, ...card };
  return world.fetch(`${world.pay.url}/v2/subscription/checkoutform/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      paymentCard: { cardHolderName, cardNumber, expireMonth, expireYear, cvc },
    }),
  });
}
