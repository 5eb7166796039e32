import { payClientFor, valueOrRefuse } from '../account/pay-client.ts';
import type { PayApp } from '../app.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { HostedForm, Pay } from '../pay/pay.ts';
import { successors } from '../reconciliation/successors.ts';
import type { Tenant } from '../table/tenants.ts';

/**
 * Has the provider draw up a form for a new card: for whatever has taken the subscription's place there, where a change of
 * plan is not on record yet. Refused with `not_active`, and as every call of the provider is.
 */
export async function drawUpCardForm(
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

/** The reference that has taken this one's place; undefined where none has, or the provider does not tell. */
async function successorOf(pay: Pay, reference: string): Promise<string | undefined> {
  const read = await pay.readSubscription(reference);
  if (!read.ok || read.value.status !== 'UPGRADED') return undefined;
  return (await successors(pay, read.value)).at(-1)?.reference;
}
