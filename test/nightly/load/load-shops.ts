import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { makeShop, type OwnShop } from '../../flows/cloud/own-shop.ts';
import { checkoutBody } from '../../flows/cloud/checkout-calls.ts';
import type { Running } from '../../flows/cloud/running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';

export interface LoadShop extends OwnShop {
  /** Where its webhooks go at the receiver. */
  readonly path: string;
  readonly planIds: readonly string[];
}

/** A subscriber whose plan can be changed in our own records: the cheapest event there is. */
export interface Subject {
  readonly shop: number;
  readonly svcId: string;
  /** Which of the shop's plans it is on. */
  plan: number;
}

const PLANS = ['First', 'Second', 'Third'];
/** Of each tenant, so that a tenant may be asked for several changes at once. */
const SUBSCRIBERS = 5;

/** Makes tenants one by one, each with a webhook path of its own. */
export async function makeShops(running: Running, count: number, receiver: string): Promise<LoadShop[]> {
  const shops: LoadShop[] = [];
  for (let n = 0; n < count; n++) {
    const path = `/load-${n}`;
    const plans = PLANS.map((name, i) => ({
      ...{ product: 'Load', paymentInterval: 'MONTHLY' as const, graceDays: 7 },
      ...{ name, price: 10 + i },
    }));
    const shop = await makeShop(running, { name: `load ${n}`, webhookUrl: receiver + path, plans });
    const planIds = PLANS.map((name) => svcIdOf('plan', shop.plans[name]!.id));
    shops.push({ ...shop, path, planIds });
  }
  return shops;
}

/** Subscribers of each tenant, by direct checkout: tenants take turns. */
export async function makeSubjects(running: Running, shops: readonly LoadShop[]): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (let round = 0; round < SUBSCRIBERS; round++)
    for (const [n, shop] of shops.entries()) {
      const { callbackUrl: _, ...body } = checkoutBody(running.stack, shop.plans.First!.reference, {
        email: `load${n}.${round}@example.com`,
        paymentCard: GOOD_CARD,
      });
      const { status, body: told } = await running.api('POST', '/checkout/initialize-direct', body, shop);
      if (status !== 200) throw new Error(`no subscriber: ${status} ${JSON.stringify(told)}`);
      subjects.push({ shop: n, svcId: String(told.svcSubscriptionId), plan: 0 });
    }
  return subjects;
}
