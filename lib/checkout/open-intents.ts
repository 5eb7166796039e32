import type { CoreApp } from '../app.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import { intentFrom } from '../table/payment-intents.ts';
import { dueThing, duePartitions } from '../table/due.ts';
import type { DueKey } from '../table/table.ts';

/** So many of each partition are looked through at once. */
const PAGE = 100;

/** A tenant's money calls that are not settled, oldest first: for operators, since all tenants' are looked through. */
export async function openIntents(app: CoreApp, tenant: string): Promise<PaymentIntent[]> {
  const keys: DueKey[] = [];
  for (const partition of duePartitions('intent'))
    for (let after: DueKey | undefined; ;) {
      const page: DueKey[] = await app.table.due(partition, Number.MAX_SAFE_INTEGER, PAGE, after);
      keys.push(...page.filter((one) => isOf(one, tenant)));
      after = page.at(-1);
      if (page.length < PAGE || after === undefined) break;
    }
  const found: PaymentIntent[] = [];
  for (let from = 0; from < keys.length; from += PAGE)
    for (const item of await app.table.getMany(keys.slice(from, from + PAGE), { consistent: true }))
      if (item) found.push(intentFrom(item));
  return found.sort((a, b) => a.startedAt - b.startedAt);
}

function isOf(at: DueKey, tenant: string): boolean {
  const thing = dueThing(at);
  return thing.is === 'intent' && thing.tenant === tenant;
}
