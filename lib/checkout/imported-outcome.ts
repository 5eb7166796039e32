import { storedId } from '../billing/identifiers.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { intentImported } from '../table/purchases/payment-intents.ts';
import { lookUpSubscriber, referenceOfIntent } from '../table/subscribers/subscribers.ts';
import { tryWrite } from '../table/table.ts';
import { outcomeOf } from '../billing/begun-purchase.ts';
import { chargeOutcome } from './charge-direct.ts';
import { hasEmail, isSameBuyer } from './same-buyer.ts';

/** A subscription at the provider, and the subscriber it is on record as. */
export interface RecordedSubscription {
  readonly made: PaySubscriptionDetails;
  readonly subscriberId: string;
}

/**
 * Gives an intent the first of its buyer's among these subscriptions that an import has recorded, and that is no other
 * intent's. The phone alone tells the buyer where a person has been asked, whose import it then is. Returns
 * whether there was one: then the money call did happen, and its reference answers with that subscription.
 */
export async function settleByImport(
  app: CoreApp & OfTenant,
  intent: PaymentIntent,
  recorded: readonly RecordedSubscription[],
): Promise<boolean> {
  for (const { made, subscriberId } of recorded) {
    const found = await lookUpSubscriber(app, { by: 'svc', id: storedId(subscriberId) });
    if (!found || found.subscription.invoicedSince === null) continue; // it was bought here, by another purchase
    const { id, email } = found.subscription.customer;
    const theirs = { ...made, customerEmail: made.customerEmail ?? email };
    if (!(intent.isAmbiguous ? isSameBuyer : isOfEmail)(theirs, intent.customer)) continue;
    const outcome = chargeOutcome(intent, outcomeOf(made, { subscriberId, customerId: id }), made);
    const changes = [
      intentImported(app.tenantId, intent, outcome),
      referenceOfIntent(app.tenantId, made.reference, intent.clientReferenceId),
    ];
    if (await tryWrite(() => app.table.write(changes))) return true;
  }
  return false;
}

const isOfEmail: typeof isSameBuyer = (made, { email }) => hasEmail(made, email);
