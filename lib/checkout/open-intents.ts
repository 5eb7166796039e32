import type { CoreApp } from '../app.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import { dueThing } from '../table/due.ts';
import { dueItems } from '../table/due-items.ts';
import { intentFrom } from '../table/payment-intents.ts';
import { key } from '../table/schema.ts';
import type { DueKey } from '../table/table.ts';

/** A tenant's money calls that are not settled, oldest first: for operators, since all tenants' are looked through. */
export async function openIntents(app: CoreApp, tenant: string): Promise<PaymentIntent[]> {
  const items = await dueItems(app, 'intent', (at) => isOf(at, tenant));
  return items.map(intentFrom).sort((a, b) => a.startedAt - b.startedAt);
}

function isOf(at: DueKey, tenant: string): boolean {
  const thing = dueThing(at);
  return thing.is === 'intent' && thing.tenant === tenant;
}

/** A tenant's money call under a reference, as it stands; undefined where there is none, or not any more. */
export async function lookUpIntent(
  app: CoreApp,
  tenant: string,
  reference: string,
): Promise<PaymentIntent | undefined> {
  const item = await app.table.get(key.intent(tenant, reference), { consistent: true });
  return item && intentFrom(item);
}
