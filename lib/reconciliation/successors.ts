import { hasNothingReadable, isNoAnswer, payClientFor } from '../pay/client.ts';
import type { CoreApp, PayApp } from '../runtime/app.ts';
import type { ProviderSnapshot } from '../billing/provider-snapshot.ts';
import type { Pay, PayAnswer } from '../pay/pay.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { key } from '../table/schema.ts';
import { lookUpReference, type StoredSubscriber } from '../table/subscribers/subscribers.ts';
import { findTenant } from '../table/tenants/tenants.ts';

/** The most plan changes made at the provider that one reading follows, with two calls each; the next goes on from there. */
const SUCCESSORS_MAX = 50;

/** The `known` references, in order, and the successors of the last; it ends early if a successor cannot be found. */
export async function successors(pay: Pay, ...known: PaySubscriptionDetails[]): Promise<typeof known> {
  const chain = [...known];
  for (let last = chain.at(-1); last?.status === 'UPGRADED';) {
    if (chain.length >= known.length + SUCCESSORS_MAX) return chain;
    last = await successor(pay, last, chain);
    if (last) chain.push(last);
  }
  return chain;
}

/**
 * The successor of a subscription whose plan was changed: the next one created under the same parent. If two were
 * created in the same millisecond, the order is unknown: visited ones are skipped, a superseded one precedes a live one,
 * and one on another plan than the one before it precedes one on the same.
 */
async function successor(
  pay: Pay,
  old: PaySubscriptionDetails,
  visited: readonly PaySubscriptionDetails[],
): Promise<PaySubscriptionDetails | undefined> {
  if (old.parentReference === undefined) return undefined;
  const found = await pay.search({ parentReference: old.parentReference });
  if (!found.ok) return undefined;
  const later = found.value.filter(
    (one) => one.createdAt >= old.createdAt && !visited.some(({ reference }) => reference === one.reference),
  );
  const rank = ({ status, planReference }: PaySubscription) =>
    (status === 'UPGRADED' ? 0 : 2) + (planReference === old.planReference ? 1 : 0);
  const next = later.sort((a, b) => a.createdAt - b.createdAt || rank(a) - rank(b))[0];
  if (!next) return undefined;
  const read = await pay.readSubscription(next.reference);
  if (read.ok) return read.value;
  // A list may tell all of one that cannot be read itself.
  return next.status === 'UPGRADED' && next.orders.length > 0 && hasNothingReadable(read) ? next : undefined;
}

/**
 * The snapshot without settled references, which a chain may pass through: the order of two plan changes in the same
 * millisecond is unknown. `unreachable` if it ends, superseded, at one on record: its successor is not visible yet.
 */
export async function withoutSettled(
  app: CoreApp,
  tenant: string,
  { subscription: { id, openReferences } }: StoredSubscriber,
  { earlier, current }: ProviderSnapshot,
): Promise<PayAnswer<ProviderSnapshot>> {
  const open = new Set(openReferences.map(({ reference }) => reference));
  const superseded = current.status === 'SUPERSEDED' ? [current] : [];
  const met = [...earlier, ...superseded].filter(({ reference }) => !open.has(reference));
  const keys = met.map(({ reference }) => key.reference(tenant, reference));
  const items = await app.table.getMany(keys, { consistent: true });
  const settled = new Set(met.filter((_, nth) => items[nth]?.subscriberId === id));
  if (superseded.some((one) => open.has(one.reference) || settled.has(one)))
    return { ok: false, is: 'unreachable' };
  return { ok: true, value: { earlier: earlier.filter((one) => !settled.has(one)), current } };
}

/**
 * The subscriber of an unknown reference, found through the other references with the same parent at the provider: an
 * unrecorded plan change leaves such a reference. `silent` if the provider does not answer.
 */
export async function lookUpByParent(
  app: PayApp,
  tenantId: string,
  reference: string,
): Promise<{ subscriberId: string } | 'unknown' | 'silent'> {
  const pay = await payClientFor(app, await findTenant(app, tenantId));
  const read = await pay.readSubscription(reference);
  if (!read.ok) return isNoAnswer(read) ? 'silent' : 'unknown';
  if (read.value.parentReference === undefined) return 'unknown';
  const relatives = await pay.search({ parentReference: read.value.parentReference });
  if (!relatives.ok) return isNoAnswer(relatives) ? 'silent' : 'unknown';
  for (const relative of relatives.value) {
    const subscriberId = await lookUpReference(app, tenantId, relative.reference);
    if (subscriberId !== undefined) return { subscriberId };
  }
  return 'unknown';
}
