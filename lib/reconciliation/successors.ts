import { isAccountRefusal, isTransientFailure, payClientFor } from '../account/pay-client.ts';
import type { CoreApp, PayApp } from '../app.ts';
import type { ProviderSnapshot, ProviderSubscription } from '../billing/provider-snapshot.ts';
import { normaliseEmail } from '../billing/customer.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import type { PaySubscription, PaySubscriptionDetails } from '../pay/provider-records.ts';
import { lookUpCustomer } from '../table/customers.ts';
import { key } from '../table/schema.ts';
import { lookUpReference } from '../table/subscribers.ts';
import { findTenant } from '../table/tenants.ts';

/** Plan changes made elsewhere may lead from one reference to the next; more than this many in a row is not believed. */
const SUCCESSORS_MAX = 10;

/** A subscription and all that took its place, one after the other; ends with one whose successor is not to be had. */
export async function successors(pay: Pay, first: PaySubscriptionDetails): Promise<PaySubscriptionDetails[]> {
  const chain = [first];
  for (let last: PaySubscriptionDetails | undefined = first; last?.status === 'UPGRADED';) {
    if (chain.length > SUCCESSORS_MAX) return chain;
    last = await successor(pay, last, chain);
    if (last) chain.push(last);
  }
  return chain;
}

/**
 * The subscription that took the place of one whose plan was changed: the next made under the same parent. Two made
 * within one millisecond do not show which came first: one that was met already is not gone back to, and one whose place
 * was taken in its turn goes before one that stands.
 */
async function successor(
  pay: Pay,
  old: PaySubscriptionDetails,
  met: readonly PaySubscriptionDetails[],
): Promise<PaySubscriptionDetails | undefined> {
  if (old.parentReference === undefined) return undefined;
  const found = await pay.search({ parentReference: old.parentReference });
  if (!found.ok) return undefined;
  const later = found.value.filter(
    (one) => one.createdAt >= old.createdAt && !met.some(({ reference }) => reference === one.reference),
  );
  const standing = ({ status }: PaySubscription) => (status === 'UPGRADED' ? 0 : 1);
  const next = later.sort((a, b) => a.createdAt - b.createdAt || standing(a) - standing(b))[0];
  if (!next) return undefined;
  const answer = await pay.readSubscription(next.reference);
  return answer.ok ? answer.value : undefined;
}

/**
 * The snapshot without references that are on record and settled. Of two plan changes within one millisecond nothing
 * shows which came first, so the way to the newest reference may lead past one that is done with.
 */
export async function withoutSettled(
  app: CoreApp,
  tenant: string,
  { id, openReferences }: Subscription,
  { earlier, current }: ProviderSnapshot,
): Promise<ProviderSnapshot> {
  const isOpen = ({ reference }: ProviderSubscription) =>
    openReferences.some((one) => one.reference === reference);
  const met = earlier.filter((one) => !isOpen(one));
  if (met.length === 0) return { earlier, current };
  const keys = met.map(({ reference }) => key.reference(tenant, reference));
  const items = await app.table.getMany(keys, { consistent: true });
  const settled = new Set(met.filter((_, nth) => items[nth]?.subscriberId === id));
  return { earlier: earlier.filter((one) => !settled.has(one)), current };
}

/**
 * The subscriber of a reference that is not on record, found by the other references of its family at the provider: a plan
 * change that was never recorded leaves such a one. `silent` where the provider does not answer now.
 */
export async function lookUpRelative(
  app: PayApp,
  tenantId: string,
  reference: string,
): Promise<{ subscriberId: string } | 'unknown' | 'silent'> {
  const pay = await payClientFor(app, await findTenant(app, tenantId));
  const read = await pay.readSubscription(reference);
  if (!read.ok) return isSilence(read) ? 'silent' : 'unknown';
  if (read.value.parentReference === undefined) return 'unknown';
  const relatives = await pay.search({ parentReference: read.value.parentReference });
  if (!relatives.ok) return isSilence(relatives) ? 'silent' : 'unknown';
  for (const relative of relatives.value) {
    const subscriberId = await lookUpReference(app, tenantId, relative.reference);
    if (subscriberId !== undefined) return { subscriberId };
  }
  return 'unknown';
}

/** Whether the provider said nothing about what was asked: no answer, or one about the account alone. */
const isSilence = (failure: PayFailure) => isTransientFailure(failure) || isAccountRefusal(failure);

/**
 * Whether a subscription came of a plan changed at the provider: the next reconciliation of its subscriber then finds it.
 * True also where the provider does not tell now.
 */
export async function isSuccessor(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  { customerEmail, parentReference, reference }: PaySubscriptionDetails,
): Promise<boolean> {
  if (customerEmail === undefined || parentReference === undefined) return false;
  const { subscriptions } = await lookUpCustomer(app, tenant, normaliseEmail(customerEmail));
  if (subscriptions.every(hasEnded)) return false;
  const family = await pay.search({ parentReference });
  if (!family.ok) return true; // what is not known is not reported
  const others = family.value.filter((each) => each.reference !== reference);
  return others.some((each) => subscriptions.some(({ payReference }) => payReference === each.reference));
}
