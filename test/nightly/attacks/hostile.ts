import { join } from 'node:path';
import { openTarget } from '../../../cli/open.ts';
import { setNotificationsSigned } from '../../../lib/account/notifications.ts';
import { setAcctAccount, setPayAccount } from '../../../lib/account/provider-accounts.ts';
import { makeCompany } from '../../../local/demo/seed-providers.ts';
import { makeShop, type OwnShop } from '../../flows/cloud/own-shop.ts';
import type { Running } from '../../flows/cloud/running.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** A tenant that does what it can against the others; its notifications need no signature, so that it can send them itself. */
export interface Hostile extends OwnShop {
  /** The key at the payment provider that the service knows is wrong, or the right one again. */
  useKey(isRight: boolean): Promise<void>;
}

const PLANS = ['First', 'Second'].map((name, at) => ({
  ...{ product: 'Hostile', paymentInterval: 'DAILY' as const, graceDays: 1 },
  ...{ name, price: 10 + at },
}));

export async function makeHostile(cloud: Running, name: string, webhookUrl: string): Promise<Hostile> {
  const shop = await makeShop(cloud, { name, webhookUrl, plans: PLANS });
  const { app } = await openTarget({ local: join(cloud.out, 'stack.json') });
  await setAcctAccount(forTenant(app, shop.tenantId), await makeCompany(cloud.stack.acctUrl));
  await setNotificationsSigned(forTenant(app, shop.tenantId), false);
  const useKey = async (isRight: boolean) => {
    const account = isRight ? shop.merchant : { ...shop.merchant, secretKey: 'sandbox-wrong' };
    await setPayAccount(
      forTenant(app, shop.tenantId),
      { baseUrl: cloud.stack.payUrl, ...account },
      { check: false },
    );
  };
  return { ...shop, useKey };
}
