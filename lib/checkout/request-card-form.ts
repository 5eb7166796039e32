import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import type { PayApp } from '../runtime/app.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { HostedForm, Pay } from '../pay/pay.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/**
 * Requests a card form from the provider: for the subscription, under its newest reference if a plan change is not on
 * record yet. Throws `not_active`, and the refusals of a provider call.
 */
export async function requestCardForm(
  app: PayApp,
  tenant: Tenant,
  subscription: Subscription,
): Promise<HostedForm> {
  const { customerReference, payReference } = subscription;
  const pay = await payClientFor(app, tenant, subscription);
  const callbackUrl = `${app.settings.publicUrl}/checkout/callback`;
  const answer = await pay.openCardForm({ customerReference, reference: payReference, callbackUrl });
  const newer = !answer.ok && answer.is === 'refused' ? await newerReference(pay, payReference) : undefined;
  return valueOrRefuse(
    newer === undefined
      ? answer
      : await pay.openCardForm({ customerReference, reference: newer, callbackUrl }),
    { refused: 'not_active' },
  );
}

/** The newest reference of a subscription; undefined if it is this one, or the provider does not answer. */
async function newerReference(pay: Pay, reference: string): Promise<string | undefined> {
  const lineage = await pay.lineage(reference);
  const newest = lineage.ok ? lineage.value.current.reference : reference;
  return newest === reference ? undefined : newest;
}
