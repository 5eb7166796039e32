import { disagreements } from '../billing/comparison.ts';
import { storedId } from '../billing/identifiers.ts';
import type { ProviderSnapshot } from '../billing/provider-snapshot.ts';
import type { Subscription } from '../billing/subscription.ts';
import { bySchedule } from '../billing/timeline.ts';
import type { CoreApp, SubscriptionApp, OfTenant } from '../runtime/app.ts';
import { differenceClose, openDifference, type KnownDifference } from '../table/differences/differences.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import { tryWrite } from '../table/table.ts';
import { hasInvoice, saysItWaits } from './close-differences.ts';
import { reconcileWith } from '../reconciliation/reconcile.ts';

/** Names an open difference of a subscriber. */
interface Named {
  readonly subscriberId: string;
  readonly differenceId: string;
}

/**
 * Reconciles a subscriber of whom a comparison has found a difference, with all events that are owed, and closes the
 * difference if that was it: what was found late stays listed until then. One that stays is for a person. Throws as
 * `reconcileWith` does.
 */
export async function repairDifference(app: SubscriptionApp & OfTenant, named: Named): Promise<void> {
  const { subscriberId, differenceId } = named;
  const found = await openDifference(app, storedId(differenceId));
  if (!found) return;
  const { outcome, read } = await reconcileWith(app, subscriberId, bySchedule, undefined);
  if (outcome !== 'reconciled' || !read) return;
  const ref = { by: 'svc', id: storedId(subscriberId) } as const;
  const { subscription } = await findSubscriber(app, ref);
  if (!(await isRepaired(app, found, { subscription, read }))) return;
  // One that a person closes meanwhile stays as they leave it.
  await tryWrite(() => app.table.write(differenceClose(app.tenantId, found, app.clock())));
}

/** Whether record and provider agree now on what a difference is about. */
async function isRepaired(
  app: CoreApp & OfTenant,
  found: KnownDifference,
  now: { readonly subscription: Subscription; readonly read: ProviderSnapshot },
): Promise<boolean> {
  const { current } = now.read;
  if (found.kind === 'charge_without_invoice') return hasInvoice(app, found);
  if (saysItWaits(found) && current.status === 'PENDING') return false;
  return disagreements(now.subscription, current, app.clock()).every(({ kind }) => kind !== found.kind);
}
