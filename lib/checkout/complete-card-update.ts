import { storedId } from '../billing/identifiers.ts';
import type { CoreApp, SendsTo, WithTenant } from '../runtime/app.ts';
import type { CardCheckout } from '../billing/checkout.ts';
import { viewAt, type SubscriptionView } from '../billing/current-state.ts';
import { CARD_RETRY_PAUSE_MS, SWEEP_GRACE_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { messageOf } from '../queue/messages.ts';
import { cardFormReturned } from '../table/purchases/checkouts.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import { causeOf, transitionPut } from '../table/subscribers/timeline.ts';
import { tryWrite } from '../table/table.ts';

/** The result of a return from a card form. */
export type CardUpdateResult =
  { readonly is: 'returned'; readonly subscription: SubscriptionView } | { readonly is: 'expired' };

/**
 * Handles the return of a browser from the card form. The provider has no call that reports the result: the customer may have
 * entered a new card, or none. So a return before expiry retries a failed payment, once per return. A second arrival within
 * a minute is the same return. After expiry the result is `expired`. Throws `subscriber_not_found`.
 */
export async function completeCardUpdate(
  app: CoreApp & SendsTo<'reconciliation'> & WithTenant,
  checkout: CardCheckout,
  now: number,
): Promise<CardUpdateResult> {
  const { subscription } = await findSubscriber(app, {
    by: 'svc',
    id: storedId(checkout.subscriberId),
  });
  if (now >= checkout.expiresAt) return { is: 'expired' };
  const isNew = checkout.returnedAt === null || now >= checkout.returnedAt + CARD_RETRY_PAUSE_MS;
  if (isNew && (await recordReturn(app, checkout, now))) await requestRetry(app, checkout);
  return { is: 'returned', subscription: viewAt(subscription, now) };
}

/** Records a return and its timeline entry; false if another return was recorded concurrently. */
async function recordReturn(
  app: CoreApp & WithTenant,
  checkout: CardCheckout,
  now: number,
): Promise<boolean> {
  const { subscriberId, token } = checkout;
  const returned = {
    subscriberId,
    what: 'card_form_returned',
    at: now,
    from: null,
    to: null,
    about: token,
  } as const;
  return tryWrite(() =>
    app.table.write([
      cardFormReturned(checkout, now, now + SWEEP_GRACE_MS),
      transitionPut(app.tenantId, returned, causeOf(app)),
    ]),
  );
}

async function requestRetry(
  app: CoreApp & SendsTo<'reconciliation'>,
  { tenant: tenantId, token }: CardCheckout,
): Promise<void> {
  try {
    await app.queues.reconciliation.send([messageOf({ kind: 'checkout', tenantId, token })]);
  } catch (error) {
    app.log.warn('messages left to the sweep', errorFields(error));
  }
}
