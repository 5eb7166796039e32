import { join } from 'node:path';
import { openTarget } from '../../../cli/open.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { DemoPlan } from '../../../local/demo/seed-plans.ts';
import type { Merchant } from '../../../local/demo-tenant.ts';
import { makeMerchant, makePlans } from '../../../local/demo/seed-providers.ts';
import type { Plan } from '../../../lib/billing/plan.ts';
import { setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { createKey } from '../../../lib/account/keys.ts';
import { setNotificationsSigned } from '../../../lib/account/notifications.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { listPlans, setPlan } from '../../../lib/account/plans.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import { setWebhook } from '../../../lib/account/webhook.ts';
import type { Running } from './running.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** A tenant of a test's own. */
export interface OwnShop {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly webhookSecret: string;
  /** By name. */
  readonly plans: Readonly<Record<string, Plan>>;
  /** Its account at the sandbox provider, and where that sends its notifications. */
  readonly merchant: Merchant;
  readonly notificationUrl: string;
}

/** What a tenant of a test's own is to have. */
export interface OwnShopOptions {
  readonly name: string;
  readonly webhookUrl: string;
  readonly plans: readonly DemoPlan[];
  /** Where the service reaches the provider for this tenant, if not at its own address. */
  readonly providerUrl?: (merchant: Merchant) => Promise<string>;
}

/** Makes a tenant with the operator's verbs: an account at the sandbox provider, signed notifications, plans, webhook. */
export async function makeShop({ stack, out }: Running, options: OwnShopOptions): Promise<OwnShop> {
  const { app } = await openTarget({ local: join(out, 'stack.json') });
  return makeShopIn(app, stack, options);
}

/** The same, as this operator. */
export async function makeShopIn(
  app: App,
  stack: { readonly baseUrl: string; readonly payUrl: string },
  options: OwnShopOptions,
): Promise<OwnShop> {
  const { id, notificationToken } = await createTenant(app, options.name);
  const notificationUrl = `${stack.baseUrl}/notifications/pay/${notificationToken ?? ''}`;
  const merchant = await makeMerchant(stack.payUrl, notificationUrl);
  await makePlans(stack.payUrl, merchant, options.plans);
  const baseUrl = (await options.providerUrl?.(merchant)) ?? stack.payUrl;
  await setPayAccount(forTenant(app, id), { baseUrl, ...merchant });
  await setNotificationsSigned(forTenant(app, id), true);
  await syncPlans(forTenant(app, id));
  const graceOf = new Map(options.plans.map(({ name, graceDays }) => [name, graceDays]));
  for (const { reference, name } of await listPlans(forTenant(app, id)))
    await setPlan(forTenant(app, id), reference, { graceDays: graceOf.get(name) ?? null });
  const plans = Object.fromEntries((await listPlans(forTenant(app, id))).map((plan) => [plan.name, plan]));
  const { secret = '' } = await setWebhook(forTenant(app, id), options.webhookUrl);
  const { key, apiSecret } = await createKey(forTenant(app, id), { label: 'own', rights: RIGHTS }, RIGHTS);
  const keys = { apiKey: key.apiKey, apiSecret, webhookSecret: secret };
  return { tenantId: id, ...keys, plans, merchant, notificationUrl };
}
