import type { CoreApp } from '../runtime/app.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import { dueRecordOf } from '../table/work/due.ts';
import { dueItems } from '../table/work/due-items.ts';
import { intentFrom } from '../table/purchases/payment-intents.ts';
import { skipUnreadable } from '../table/readable.ts';
import type { Key } from '../table/table.ts';

/**
 * A tenant's unsettled payment intents, oldest first. For operators: it scans all tenants'. Unreadable ones are
 * skipped.
 */
export async function openIntents(app: CoreApp, tenant: string): Promise<PaymentIntent[]> {
  const items = await dueItems(app, 'intent', (at) => referenceOf(at, tenant) !== undefined);
  const intents = await Promise.all(
    items.map((item) => {
      const whose = { tenant, reference: referenceOf(item, tenant) };
      return skipUnreadable(app, 'intent', whose, () => intentFrom(item));
    }),
  );
  return intents.filter((one) => one !== undefined).sort((a, b) => a.startedAt - b.startedAt);
}

/** The reference of a tenant's intent, from its key; undefined for another tenant's. */
function referenceOf(at: Key, tenant: string): string | undefined {
  const thing = dueRecordOf(at);
  return thing.is === 'intent' && thing.tenant === tenant ? thing.reference : undefined;
}
