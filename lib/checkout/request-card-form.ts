import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import type { PayApp } from '../runtime/app.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { HostedForm, Pay } from '../pay/pay.ts';
import { successors } from '../reconciliation/successors.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/**
 * Requests a card form from the provider: for the subscription, or for its successor if a plan change is not on record
 * yet. Throws `not_active`, and the refusals of a provider call.
 */
export async function requestCardForm(
  app: PayApp,
  tenant: Tenant,
  subscription: Subscription,
): Promise<HostedForm> {
  const { customerReference, payReference } = subscription;
  const pay = await payClientFor(app, tenant);
  const callbackUrl = `${app.settings.publicUrl}/checkout/callback`;
  const answer = await pay.openCardForm({ customerReference, reference: payReference, callbackUrl });
  const newer = !answer.ok && answer.is === 'refused' ? await successorOf(pay, payReference) : undefined;
  return valueOrRefuse(
    newer === undefined
      ? answer
      : await pay.openCardForm({ customerReference, reference: newer, callbackUrl }),
    { refused: 'not_active' },
  );
}

/** The reference of the newest successor; undefined if there is none, or the provider does not answer. */
async function successorOf(pay: Pay, reference: string): Promise<string | undefined> {
  const read = await pay.readSubscription(reference);
  if (!read.ok || read.value.status !== 'UPGRADED') return undefined;
  return (await successors(pay, read.value)).at(-1)?.reference;
}
