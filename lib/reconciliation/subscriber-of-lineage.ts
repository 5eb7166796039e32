import { storedId } from '../billing/identifiers.ts';
import { isAnswer } from '../pay/failure.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { hasEnded } from '../billing/subscription.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import { findSubscriber, lookUpReference } from '../table/subscribers/subscribers.ts';

/** Whose lineage an unknown reference belongs to; `silent` if the provider does not answer. */
export type LineageOwner = { readonly subscriberId: string } | 'unknown' | 'silent';

/** The subscriber of a reference that is not on record: of one that it has replaced by a plan change at the provider. */
export async function subscriberOfLineage(
  app: CoreApp & OfTenant,
  pay: Pay,
  one: PaySubscription,
): Promise<LineageOwner> {
  const ancestors = await pay.ancestors(one);
  if (!ancestors.ok) return isAnswer(ancestors) ? 'unknown' : 'silent';
  for (const { reference } of ancestors.value) {
    const subscriberId = await lookUpReference(app, reference);
    if (subscriberId !== undefined) return { subscriberId };
  }
  return 'unknown';
}

/**
 * Whether an unknown reference is the result of a plan change at the provider that its subscriber's next reconciliation
 * will find, even after an end in our records alone. Also true if the provider does not answer: what is unknown is not
 * reported.
 */
export async function isToBeReconciled(
  app: CoreApp & OfTenant,
  pay: Pay,
  one: PaySubscription,
): Promise<boolean> {
  const owner = await subscriberOfLineage(app, pay, one);
  if (owner === 'unknown') return false;
  if (owner === 'silent') return true;
  const { subscription } = await findSubscriber(app, { by: 'svc', id: storedId(owner.subscriberId) });
  return !hasEnded(subscription) || subscription.cancellation?.by === 'svc';
}
