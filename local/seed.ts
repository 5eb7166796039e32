import { setAcctAccount, setPayAccount } from '../lib/account/provider-accounts.ts';
import { issueKey } from '../lib/account/keys.ts';
import { notificationsOf, setNotificationsSigned } from '../lib/account/notifications.ts';
import { syncPlans } from '../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../lib/account/plans.ts';
import { createTenant, listTenants, type Operator } from '../lib/account/tenants.ts';
import { rotateWebhookSecret, setChat, setWebhook } from '../lib/account/webhook.ts';
import type { Tenant } from '../lib/table/tenants.ts';
import { svcIdOf } from '../lib/billing/identifiers.ts';
import type { Cloud } from './cloud.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { operatorOf } from './operator.ts';
import { DEMO_PLANS, SECOND_PLANS, type DemoPlan } from './seed-plans.ts';
import { makeCompany, makeMerchant, makePlans } from './seed-providers.ts';
import { REGION } from './template.ts';

interface DemoSetup {
  readonly name: string;
  readonly plans: readonly DemoPlan[];
  /** Webhook, chat, invoicing provider and signed notifications, or none of them. */
  readonly everything: boolean;
}

/** Makes the two demo tenants with the operator's own verbs. */
export async function seedDemo(cloud: Cloud): Promise<DemoTenant[]> {
  const operator = operatorOf({
    tableName: cloud.tableName,
    keyId: cloud.keyId,
    endpoint: cloud.awsUrl,
    region: REGION,
    publicUrl: cloud.baseUrl,
    loopbackAllowed: cloud.loopbackAllowed,
  });
  const there = await listTenants(operator);
  return Promise.all([
    seed(cloud, operator, { name: 'demo', plans: DEMO_PLANS, everything: true }, there),
    seed(cloud, operator, { name: 'second', plans: SECOND_PLANS, everything: false }, there),
  ]);
}

async function seed(
  cloud: Cloud,
  operator: Operator,
  setup: DemoSetup,
  there: readonly Tenant[],
): Promise<DemoTenant> {
  const before = there.find(({ name }) => name === setup.name);
  const saved = before && cloud.savedTenant(before.id);
  if (saved) return saved;
  const tenant = before ?? (await createTenant(operator, setup.name)); // there, but not saved: a seeding that broke off
  const notificationUrl = setup.everything ? notificationsOf(operator, tenant).url : null;
  const merchant = await makeMerchant(cloud.payUrl, notificationUrl);
  await makePlans(cloud.payUrl, merchant, setup.plans);
  await setPayAccount(operator, tenant.id, { baseUrl: cloud.payUrl, ...merchant });
  await syncPlans(operator, tenant.id);
  await ownFields(operator, tenant.id, setup.plans);
  const webhook = setup.everything ? await everythingElse(cloud, operator, tenant.id) : undefined;
  const { apiKey, apiSecret } = await issueKey(operator, tenant.id, { mode: 'test' });
  const plans = await listPlans(operator, tenant.id);
  const order = new Map(setup.plans.map(({ name }, index) => [name, index]));
  const made: DemoTenant = {
    tenantId: tenant.id,
    name: setup.name,
    apiKey,
    apiSecret,
    webhookSecret: webhook?.secret ?? null,
    webhookUrl: webhook?.url ?? null,
    chatUrl: webhook?.chatUrl ?? null,
    notificationUrl,
    plans: plans
      .filter(({ active }) => active)
      .sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0))
      .map(({ id, reference, name }) => ({ svcId: svcIdOf('plan', id), referenceCode: reference, name })),
    pay: merchant,
  };
  cloud.saveTenant(made);
  return made;
}

async function everythingElse(
  cloud: Cloud,
  operator: Operator,
  id: string,
): Promise<{ secret: string; url: string; chatUrl: string }> {
  const url = `${cloud.inboxUrl}/hooks/demo`;
  const chatUrl = `${cloud.inboxUrl}/chat/demo`;
  const issued = await setWebhook(operator, id, url);
  const { secret = '' } = issued.secret === undefined ? await rotateWebhookSecret(operator, id) : issued;
  cloud.inbox.registerSecret('/hooks/demo', secret);
  await setChat(operator, id, chatUrl);
  await setAcctAccount(operator, id, await makeCompany(cloud.acctUrl));
  await setNotificationsSigned(operator, id, true);
  return { secret, url, chatUrl };
}

/** What the provider does not know of the plans; one after another, as a plan's type is its whole product's. */
async function ownFields(operator: Operator, tenant: string, demoPlans: readonly DemoPlan[]): Promise<void> {
  const plans = await listPlans(operator, tenant);
  for (const { name, graceDays, lookupKey, unit, shippingPrice } of demoPlans) {
    const plan = plans.find((one) => one.name === name);
    if (!plan) throw new Error(`the plan ${name} was not taken over`);
    await setPlan(operator, tenant, plan.reference, {
      graceDays: graceDays ?? null,
      lookupKey: lookupKey ?? null,
      unit: unit ?? null,
      type: shippingPrice === undefined ? 'DIGITAL' : 'PHYSICAL',
      shippingPrice: shippingPrice ?? null,
    });
  }
}
