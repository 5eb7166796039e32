import type { App } from '../../lib/runtime/app.ts';
import { setAcctAccount, setPayAccount } from '../../lib/account/provider-accounts.ts';
import { changeBrand } from '../../lib/account/brand.ts';
import { browserHostsOf } from '../../lib/billing/browser-address.ts';
import { brandTexts } from '../../lib/wire/brand.ts';
import { RIGHTS } from '../../lib/billing/rights.ts';
import { createKey } from '../../lib/account/keys.ts';
import { notificationsOf, setNotificationsSigned } from '../../lib/account/notifications.ts';
import { syncPlans } from '../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../lib/account/plans.ts';
import { createTenant, listTenants } from '../../lib/account/tenants.ts';
import { setChat } from '../../lib/account/chat.ts';
import { rotateWebhookSecret, setWebhook } from '../../lib/account/webhook.ts';
import { CUSTOMER_KINDS, NO_MESSAGES } from '../../lib/messages/kinds.ts';
import { key } from '../../lib/table/schema.ts';
import { TENANT, type Tenant } from '../../lib/table/tenants/tenant.ts';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import type { Cloud } from '../cloud.ts';
import type { DemoTenant } from '../demo-tenant.ts';
import { operatorOf } from '../operator/operator.ts';
import { demoLogo } from './logo.ts';
import { DEMO_PLANS, SECOND_PLANS, type DemoPlan } from './seed-plans.ts';
import { makeCompany, makeMerchant, makePlans } from './seed-providers.ts';
import { REGION } from '../template/template.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';

interface DemoSetup {
  readonly name: string;
  readonly plans: readonly DemoPlan[];
  /** Whether it has a webhook, chat, invoicing provider and signed notifications. */
  readonly everything: boolean;
}

/** Creates the two demo tenants with the operator's own functions. */
export async function seedDemo(cloud: Cloud): Promise<DemoTenant[]> {
  const app = operatorOf({
    tableName: cloud.tableName,
    keyId: cloud.keyId,
    endpoint: cloud.awsUrl,
    region: REGION,
    publicUrl: cloud.baseUrl,
    senderDomain: cloud.senderDomain ?? undefined,
    loopbackAllowed: cloud.loopbackAllowed,
  });
  const there = await listTenants(app);
  return Promise.all([
    seed(cloud, app, { name: 'demo', plans: DEMO_PLANS, everything: true }, there),
    seed(cloud, app, { name: 'second', plans: SECOND_PLANS, everything: false }, there),
  ]);
}

async function seed(cloud: Cloud, app: App, setup: DemoSetup, there: readonly Tenant[]): Promise<DemoTenant> {
  const before = there.find(({ name }) => name === setup.name);
  const saved = before && cloud.savedTenant(before.id);
  if (saved) return saved;
  const tenant = before ?? (await createTenant(app, setup.name)); // exists but not saved: interrupted seeding
  const own = forTenant(app, tenant);
  const notificationUrl = setup.everything ? notificationsOf(own).url : null;
  const merchant = await makeMerchant(cloud.payUrl, notificationUrl);
  await makePlans(cloud.payUrl, merchant, setup.plans);
  await setPayAccount(own, { baseUrl: cloud.payUrl, ...merchant });
  await syncPlans(own);
  await ownFields(app, tenant.id, setup.plans);
  const webhook = setup.everything ? await everythingElse(cloud, app, tenant.id) : undefined;
  const { key, apiSecret } = await createKey(own, { label: 'demo', rights: RIGHTS }, RIGHTS);
  const plans = await listPlans(own);
  const order = new Map(setup.plans.map(({ name }, index) => [name, index]));
  const made: DemoTenant = {
    tenantId: tenant.id,
    name: setup.name,
    apiKey: key.apiKey,
    apiSecret,
    webhookSecret: webhook?.secret ?? null,
    webhookUrl: webhook?.url ?? null,
    chatUrl: webhook?.chatUrl ?? null,
    notificationUrl,
    plans: plans
      .sort(
        (a, b) => Number(b.active) - Number(a.active) || (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0),
      )
      .map(({ id, reference, name, active }) => ({
        svcId: svcIdOf('plan', id),
        referenceCode: reference,
        name,
        active,
      })),
    pay: merchant,
  };
  cloud.saveTenant(made);
  return made;
}

async function everythingElse(
  cloud: Cloud,
  app: App,
  id: string,
): Promise<{ secret: string; url: string; chatUrl: string }> {
  const url = `${cloud.inboxUrl}/hooks/demo`;
  const chatUrl = `${cloud.inboxUrl}/chat/demo`;
  const own = forTenant(app, id);
  const issued = await setWebhook(own, url);
  const { secret = '' } = issued.secret === undefined ? await rotateWebhookSecret(own, 0) : issued;
  cloud.inbox.registerSecret('/hooks/demo', secret);
  await setChat(own, chatUrl);
  await setAcctAccount(own, await makeCompany(cloud.acctUrl));
  await setNotificationsSigned(own, true);
  await brand(cloud, app, id);
  const changed = TENANT.change({ messages: { ...NO_MESSAGES, on: CUSTOMER_KINDS } });
  await app.table.apply({ update: key.tenant(id), ...changed, if: [{ present: true }] });
  return { secret, url, chatUrl };
}

/** A shop with a name, a logo and a colour; the logo goes straight into the bucket's engine, as an operator has no bucket. */
async function brand({ bucketUrl }: Cloud, app: App, id: string): Promise<void> {
  const putLogo = async (name: string, image: Uint8Array, type: string) => {
    const sent = { method: 'PUT', headers: { 'content-type': type }, body: Buffer.from(image) };
    const { ok, status } = await fetch(`${bucketUrl ?? ''}/logos/${name}`, sent);
    if (!ok) throw new Error(`the bucket refused the demo's logo: ${status}`);
  };
  await changeBrand(forTenant({ ...app, documents: { putLogo } }, id), {
    ...brandTexts(
      {
        displayName: 'Kumru Kahve',
        accentColor: '#c2562d',
        supportEmail: 'help@kumru.example',
        termsUrl: 'https://kumru.example/terms',
        privacyUrl: 'https://kumru.example/privacy',
      },
      browserHostsOf(undefined, app.settings),
    ),
    ...(bucketUrl !== null && { logo: demoLogo() }),
  });
}

/** Sets our own fields of the plans, sequentially, as a plan's type applies to its whole product. */
async function ownFields(app: App, tenant: string, demoPlans: readonly DemoPlan[]): Promise<void> {
  const plans = await listPlans(forTenant(app, tenant));
  for (const { name, graceDays, lookupKey, unit, shippingPrice } of demoPlans) {
    const plan = plans.find((one) => one.name === name);
    if (!plan) throw new Error(`the plan ${name} was not taken over`);
    await setPlan(forTenant(app, tenant), plan.reference, {
      graceDays: graceDays ?? null,
      lookupKey: lookupKey ?? null,
      unit: unit ?? null,
      type: shippingPrice === undefined ? 'DIGITAL' : 'PHYSICAL',
      shippingPrice: shippingPrice ?? null,
    });
  }
}
