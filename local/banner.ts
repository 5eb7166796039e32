import type { Cloud } from './cloud.ts';
import type { DemoTenant } from './demo-tenant.ts';

/** All that a newcomer needs, on one screen. */
export function banner(cloud: Cloud, tenants: readonly DemoTenant[]): string {
  const lines = [
    '',
    `  Documentation        ${cloud.docsUrl ?? 'README.md'}`,
    `  Local console        ${cloud.inboxUrl}/`,
    ...tenants
      .slice(0, 1)
      .map((tenant) => `  Tenant console       ${signInUrl(cloud, tenant)}   (signs in at once)`),
    `  API                  ${cloud.baseUrl}`,
    `  Control (clock …)    ${cloud.controlUrl}`,
    `  Payment provider     ${cloud.payUrl}   (sandbox)`,
    `  Invoicing provider   ${cloud.acctUrl}   (sandbox)`,
    `  Mailbox              ${cloud.mailUrl}/messages`,
    `  Webhook inbox        ${cloud.inboxUrl}/hooks/<name>`,
    `  Exchange rates       ${cloud.ratesUrl}/today.xml   (sandbox)`,
    '',
    ...tenants.flatMap((tenant) => [
      `  Tenant ${tenant.name}`,
      `    X-Api-Key      ${tenant.apiKey}`,
      `    X-Api-Secret   ${tenant.apiSecret}`,
    ]),
    ...start(cloud, tenants),
    '',
  ];
  return lines.join('\n');
}

/** The link that signs in to a tenant's console, on this machine alone. */
export function signInUrl({ inboxUrl }: Pick<Cloud, 'inboxUrl'>, { name }: Pick<DemoTenant, 'name'>): string {
  const { port } = new URL(inboxUrl);
  return `http://localhost:${port}/sign-in?tenant=${encodeURIComponent(name)}`;
}

function start(cloud: Cloud, [demo]: readonly DemoTenant[]): string[] {
  const plan = demo?.plans[0];
  if (!demo || !plan) return ['  No tenants yet: npx billing tenants create --help'];
  const body = {
    pricingPlanReferenceCode: plan.referenceCode,
    callbackUrl: `${cloud.inboxUrl}/`,
    name: 'Ada',
    surname: 'Yılmaz',
    email: 'ada@example.com',
    gsmNumber: '+905350000000',
    identityNumber: '11111111111',
  };
  return [
    '',
    '  Start a checkout, then open the address that is printed, its paymentPageUrl, in a browser and pay with card',
    '  5528790000000008, any future month and year, any CVC:',
    '',
    `  curl -s ${cloud.baseUrl}/checkout/initialize \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -H 'X-Api-Key: ${demo.apiKey}' \\`,
    `    -H 'X-Api-Secret: ${demo.apiSecret}' \\`,
    `    -d '${JSON.stringify(body)}' \\`,
    `    | node -p 'JSON.parse(require("fs").readFileSync(0)).paymentPageUrl'`,
  ];
}
