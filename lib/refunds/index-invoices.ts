import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../billing/subscription.ts';
import type { CoreApp } from '../runtime/app.ts';
import { subscriberIdIn } from '../table/key-parts.ts';
import { list } from '../table/lists.ts';
import { unindexedInvoices } from '../table/subscribers/invoices.ts';

/** How many subscribers are read from a list at once. */
const AT_ONCE = 100;

/** What was gone through, and how many invoices are found by their id only now. */
export interface Indexed {
  readonly subscribers: number;
  readonly invoices: number;
}

/**
 * Lets a tenant's invoices of earlier releases, which recorded no way from an invoice to its subscriber, be found by their
 * id: read and refunded. Idempotent; a subscriber whose status changes meanwhile may be passed over, and is found when it is
 * repeated. `progress` is told after each hundred subscribers.
 */
export async function indexInvoices(
  app: CoreApp,
  tenant: string,
  progress: (sofar: Indexed) => void,
): Promise<Indexed> {
  let sofar: Indexed = { subscribers: 0, invoices: 0 };
  for (const status of SUBSCRIPTION_STATUSES)
    for await (const ids of subscribersOf(app, tenant, status)) {
      for (const id of ids) {
        const missing = await unindexedInvoices(app, tenant, id);
        for (const pointer of missing) await app.table.apply(pointer);
        sofar = { subscribers: sofar.subscribers + 1, invoices: sofar.invoices + missing.length };
      }
      progress(sofar);
    }
  return sofar;
}

async function* subscribersOf(
  app: CoreApp,
  tenant: string,
  status: SubscriptionStatus,
): AsyncGenerator<string[]> {
  for (let after: string | undefined; ;) {
    const bound = after === undefined ? {} : { after };
    const page = await app.table.list({
      ...list.subscribersOfStatus(tenant, status),
      ...bound,
      limit: AT_ONCE,
    });
    if (page.length > 0) yield page.map(subscriberIdIn);
    if (page.length < AT_ONCE) return;
    after = page.at(-1)?.position;
  }
}
