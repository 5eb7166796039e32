import { randomUUID } from 'node:crypto';
import type { AcctAccount, AcctDefaults } from '../../lib/acct/acct.ts';
import type { Merchant } from '../demo-tenant.ts';
import { authorization } from '../../lib/pay/iyzico/sign.ts';
import { planFields, type CataloguePlan } from '../../sandbox/pay/demo-plans.ts';

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const text = JSON.stringify(body);
  const answer = await fetch(url, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const result = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(result)}`);
  return result;
}

/** Makes a merchant at the sandbox payment provider; null for no notification address. */
export async function makeMerchant(payUrl: string, notificationUrl: string | null): Promise<Merchant> {
  const result = await post(
    `${payUrl}/sandbox/merchants`,
    notificationUrl === null ? {} : { notificationUrl },
  );
  return {
    apiKey: String(result.apiKey),
    secretKey: String(result.secretKey),
    merchantId: String(result.merchantId),
  };
}

/** Creates products and plans through the provider's API, as a merchant's panel does. */
export async function makePlans(
  payUrl: string,
  merchant: Merchant,
  plans: readonly CataloguePlan[],
): Promise<void> {
  const products = [...new Set(plans.map(({ product }) => product))];
  await Promise.all(
    products.map(async (name) => {
      const product = await asMerchant(payUrl, merchant, '/products', { name });
      for (const plan of plans.filter((one) => one.product === name)) {
        const path = `/products/${product}/pricing-plans`;
        const reference = await asMerchant(payUrl, merchant, path, planFields(plan));
        if (plan.passive) await post(`${payUrl}/sandbox/plans/${reference}`, { status: 'PASSIVE' });
      }
    }),
  );
}

async function asMerchant(
  payUrl: string,
  { apiKey, secretKey }: Merchant,
  path: string,
  body: object,
): Promise<string> {
  const full = `/v2/subscription${path}`;
  const signed = { secretKey, randomKey: randomUUID(), path: full, body: JSON.stringify(body) };
  const result = await post(payUrl + full, body, { authorization: authorization(apiKey, signed) });
  return (result.data as { referenceCode: string }).referenceCode;
}

/** What the demo's documents say where a purchase does not. */
const DEMO_DEFAULTS: AcctDefaults = {
  defaultAddress: {
    country: 'Türkiye',
    city: 'İstanbul',
    district: 'Kadıköy',
    address: 'Moda Cad. 1',
    zipCode: '34710',
  },
  carrier: { title: 'Örnek Kargo A.Ş.', taxNumber: '1234567890' },
};

/** A company at the sandbox invoicing provider, as the account of a tenant. */
export async function makeCompany(acctUrl: string): Promise<AcctAccount> {
  const result = await post(`${acctUrl}/sandbox/companies`, {});
  const { companyId, clientId, clientSecret, username, password, productId, goodsProductId } =
    result as Record<string, string>;
  return {
    baseUrl: acctUrl,
    companyId: companyId ?? '',
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    username,
    password,
    productId: productId ?? '',
    goodsProductId,
    moneyAccounts: (result as { moneyAccounts: AcctAccount['moneyAccounts'] }).moneyAccounts,
    siteUrl: 'https://shop.example',
    ...DEMO_DEFAULTS,
  };
}
