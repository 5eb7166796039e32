import { idFrom, storedId } from '../../../../lib/billing/identifiers.ts';
import { stateAt, type KnownOrder, type State } from '../../../../lib/billing/projection.ts';
import { hasEnded, type Subscription } from '../../../../lib/billing/subscription.ts';
import { payClientFor } from '../../../../lib/pay/client.ts';
import { snapshotOf } from '../../../../lib/reconciliation/fetch-snapshot.ts';
import { lookUpSubscriber } from '../../../../lib/table/subscribers/subscribers.ts';
import { readTenant } from '../../../../lib/table/tenants/tenants.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { forTenant } from '../../../../lib/runtime/for-tenant.ts';

/** What of a state is compared: the rest follows from plans that may be sold no more. */
const COMPARED = [
  ...(['status', 'periodStart', 'periodEnd', 'accessUntil'] as const),
  ...(['failedOrder', 'failedAt', 'failedDueAt'] as const),
] as const;

/**
 * What follows from the tail that the records of live subscriptions keep, once all is quiet, against what follows from all
 * references that the provider has of each and from what was wanted, whatever was recorded on the way. Of two references that
 * it says were made in the same second, the older one is that which it made first: its answers leave that open.
 */
export async function derivedWrong(stage: Stage): Promise<string[]> {
  if (stage.place.longestMs !== Infinity) return []; // where time runs by itself, the provider is ahead of every record
  const found: string[] = [];
  for (const shop of stage.shops)
    for (const svcId of new Set(shop.members.map((one) => one.svcId)))
      found.push(...(await wrongOf(stage, shop, svcId)));
  return found;
}

async function wrongOf(stage: Stage, shop: Shop, svcId: string): Promise<string[]> {
  const { app } = stage.place;
  const { tenantId } = shop.tenant;
  const id = idFrom('subscription', svcId);
  const stored = id && (await lookUpSubscriber(forTenant(app, tenantId), { by: 'svc', id: storedId(id) }));
  const tenant = await readTenant(forTenant(app, tenantId));
  if (!stored || hasEnded(stored.subscription)) return [];
  const one = stored.subscription;
  const pay = await payClientFor(forTenant(app, tenant), one);
  const read = await pay.lineage(one.payReference);
  const before = read.ok ? await pay.ancestors(read.value.current) : read;
  if (!read.ok || !before.ok) return [];
  const made = (await stage.panel(shop)).map(({ referenceCode }) => referenceCode);
  const earlier = before.value
    .toSorted((a, b) => made.indexOf(a.reference) - made.indexOf(b.reference))
    .map((each) => snapshotOf(each, one.plan.currency));
  const lineage = { earlier, current: snapshotOf(read.value.current, one.plan.currency) };
  const graceDaysOf = ({ planReference }: KnownOrder) =>
    shop.plans.find(({ reference }) => reference === planReference)?.graceDays ?? one.plan.graceDays;
  const state = stateAt({ ...lineage, cancellation: one.cancellation, graceDaysOf }, stage.now);
  const recorded = recordedOf(one);
  return COMPARED.filter((field) => state[field] !== recorded[field]).map(
    (field) =>
      `${svcId} ${field}: ${told(recorded[field])} on record, ${told(state[field])} by all that is there (recorded ${told(recorded.status)})`,
  );
}

const recordedOf = (one: Subscription): State => ({
  ...one,
  accessUntil: one.cancellation?.accessUntil ?? null,
});

const told = (value: unknown): string =>
  typeof value === 'number' ? new Date(value).toISOString() : String(value);
