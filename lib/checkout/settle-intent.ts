import { OperatorError } from '../account/operator-error.ts';
import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import type { SubscriptionApp, OfTenant } from '../runtime/app.ts';
import { intentFailed, lookUpIntent } from '../table/purchases/payment-intents.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { tryWrite } from '../table/table.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { adoptCharge } from './resolve-intent.ts';

/** What a person found of a charge: the subscription at the provider that it made, or that it was never made. */
export type Finding = { readonly made: string } | 'never made';

/**
 * Settles a charge as a person has found it, where the provider's answers do not. Throws OperatorError for a charge that is
 * settled already, or a subscription that cannot be what it made; and the refusals of a provider call.
 */
export async function settleIntent(
  app: SubscriptionApp & OfTenant,
  reference: string,
  finding: Finding,
): Promise<void> {
  const intent = await lookUpIntent(app, reference);
  if (!intent || intent.state === 'DONE') throw new OperatorError('the charge is settled already');
  if (finding === 'never made')
    return void (await tryWrite(() => app.table.apply(intentFailed(app.tenantId, intent))));
  const own = await withTenant(app);
  const pay = await payClientFor(own);
  const found = await pay.readSubscription(finding.made);
  if (!found.ok && found.is === 'notFound') throw new OperatorError('the provider has no such subscription');
  const made = valueOrRefuse(found);
  if (made.planReference !== intent.plan.reference)
    throw new OperatorError('that subscription is not of the plan that was bought');
  if ((await lookUpReference(app, made.reference)) !== undefined)
    throw new OperatorError('that subscription is on record already: resolve the charge without naming it');
  await adoptCharge(own, { pay, intent }, made);
}
