import { hasNothingReadable, payClientFor } from '../pay/client.ts';
import type { CoreApp, SubscriptionApp } from '../runtime/app.ts';
import { verdict, type IntentOutcome, type PaymentIntent } from '../billing/payment-intent.ts';
import { CLOCK_DIFFERENCE_MS, INTENT_LOOK_UP_AFTER_MS, INTENT_NOT_FOUND_AFTER_MS } from '../limits.ts';
import { isSameEmail } from '../text/email-address.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import type { Pay } from '../pay/pay.ts';
import type { PaySubscriptionDetails } from '../pay/provider-records.ts';
import { customerFrom } from '../table/subscribers/customers.ts';
import {
  intentAmbiguous,
  intentFailed,
  intentSettled,
  intentUnknown,
  lookUpIntent,
} from '../table/purchases/payment-intents.ts';
import { key } from '../table/schema.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { findTenant, type Tenant } from '../table/tenants/tenants.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { recordCharge } from './charge-direct.ts';
import { settleByImport, type RecordedSubscription } from './imported-outcome.ts';
import { waitForOutcome } from '../table/work/silences.ts';
import { tryWrite, type Update } from '../table/table.ts';
import { ensureFirstEventDelivered } from '../table/events/first-event.ts';

/**
 * Finds the outcome of a money call by looking it up, never by calling again, and records it. The intent stays due until
 * its outcome and its first order are on record, or is left to an operator if more than one charge fits.
 */
export async function resolveIntent(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
): Promise<void> {
  const intent = await lookUpIntent(app, tenantId, reference);
  if (!intent || intent.state === 'FAILED') return;
  if (intent.outcome) return ensureFirstOrderRecorded(app, tenantId, reference, intent.outcome);
  const tenant = await findTenant(app, tenantId);
  const pay = await payClientFor(app, tenant);
  const fitting = await purchasesFitting(app, tenant, pay, intent);
  if (!fitting) return lookUpLater(app, tenantId, intent);
  const { found, recorded } = fitting;
  if (found.length === 0 && (await settleByImport(app, tenantId, intent, recorded))) return;
  return recordVerdict(app, { tenant, pay, intent }, fitting);
}

/** Records what a look-up says of an intent, by the purchases that are not on record. */
async function recordVerdict(
  app: SubscriptionApp,
  { tenant, pay, intent }: { readonly tenant: Tenant; readonly pay: Pay; readonly intent: PaymentIntent },
  { found, nameless }: Fitting,
): Promise<void> {
  const now = app.clock();
  const dueSoon = intentUnknown(tenant.id, intent, now + INTENT_LOOK_UP_AFTER_MS);
  const record = async (update: Update) => void (await tryWrite(() => app.table.apply(update)));
  switch (verdict(found.length, now - intent.startedAt, nameless)) {
    case 'adopt': {
      await record(dueSoon); // even if it was left to an operator before: its first invoice and event depend on that
      const placed = await withCustomerOnRecord(app, tenant.id, intent);
      if (found[0]) await recordCharge(app, { tenant, pay, intent: placed }, found[0]);
      return;
    }
    case 'ambiguous':
      reportAmbiguous(app, tenant.id, intent.reference, found.length + nameless);
      return record(intentAmbiguous(tenant.id, intent, now));
    case 'poll again':
      return record(dueSoon);
    case 'never happened':
      return record(intentFailed(tenant.id, intent));
  }
}

/** The intent with the customer on record: a new customer's concurrent purchase may have recorded the customer first. */
async function withCustomerOnRecord(
  app: CoreApp,
  tenant: string,
  intent: PaymentIntent,
): Promise<PaymentIntent> {
  const item = await app.table.get(key.customer(tenant, intent.customer), { consistent: true });
  return item ? { ...intent, customer: { ...intent.customer, id: customerFrom(item).id } } : intent;
}

/** A known outcome stays due until its first order is on record. */
async function ensureFirstOrderRecorded(
  app: SubscriptionApp,
  tenantId: string,
  reference: string,
  { subscriberId }: IntentOutcome,
): Promise<void> {
  await ensureFirstEventDelivered(app, tenantId, subscriberId);
  const outcome = await reconcileSubscriber(app, { tenantId, subscriberId }, causeOf(app));
  if (outcome === 'reconciled') await app.table.apply(intentSettled(tenantId, reference));
}

/** Silence decides nothing: the outcome is looked up until there is an answer. */
async function lookUpLater(app: CoreApp, tenant: string, intent: PaymentIntent): Promise<void> {
  const now = app.clock();
  const age = now - intent.startedAt;
  const { reference } = intent;
  if (age >= INTENT_NOT_FOUND_AFTER_MS)
    app.log.measure('OutcomesUnknown', 1, 'silent provider', { tenant, reference });
  const waitMs = await waitForOutcome(app, tenant, age);
  await tryWrite(() => app.table.apply(intentUnknown(tenant, intent, now + waitMs)));
}

function reportAmbiguous({ log }: CoreApp, tenant: string, reference: string, count: number): void {
  log.measure('AmbiguousCharge', 1, 'intent');
  log.error('more than one charge fits an unknown outcome; check the provider', { tenant, reference, count });
}

/** Purchases that an intent may have made. */
interface Fitting {
  /** Those of the customer that are not on record. */
  readonly found: readonly PaySubscriptionDetails[];
  /** How many more are not on record, and of a customer whom the provider does not know. */
  readonly nameless: number;
  /** Those on record; one without an e-mail may be another customer's. */
  readonly recorded: readonly RecordedSubscription[];
}

/** The customer's purchases of the plan, created around the call; undefined if the provider does not answer. */
async function purchasesFitting(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  intent: PaymentIntent,
): Promise<Fitting | undefined> {
  const answer = await pay.search({
    planReference: intent.plan.reference,
    createdFrom: intent.startedAt - CLOCK_DIFFERENCE_MS,
    createdTo: intent.startedAt + CLOCK_DIFFERENCE_MS,
  });
  if (!answer.ok) return undefined;
  const { email } = intent.customer;
  const recorded: RecordedSubscription[] = [];
  const unclaimed: PaySubscriptionDetails[] = [];
  for (const made of answer.value) {
    if (!isSameEmail(made.customerEmail ?? email, email)) continue;
    const subscriberId = await lookUpReference(app, tenant.id, made.reference);
    if (subscriberId === undefined) unclaimed.push(made);
    else recorded.push({ made, subscriberId });
  }
  const theirs = await purchasesOf(pay, email, unclaimed);
  const found = theirs && (await purchasesAmong(pay, theirs.named));
  return found && { found, recorded, nameless: theirs.nameless };
}

/**
 * Those of the customer with this e-mail. Where one names none, its customer is read, and it counts as nameless if there
 * is none; undefined without an answer.
 */
async function purchasesOf(
  pay: Pay,
  email: string,
  made: readonly PaySubscriptionDetails[],
): Promise<{ named: PaySubscriptionDetails[]; nameless: number } | undefined> {
  const named: PaySubscriptionDetails[] = [];
  let nameless = 0;
  for (const one of made) {
    const person =
      one.customerEmail === undefined ? await pay.readCustomer(one.customerReference) : undefined;
    if (person && !person.ok) {
      if (!hasNothingReadable(person)) return undefined;
      nameless++;
    } else if (isSameEmail(one.customerEmail ?? person?.value.email ?? '', email)) named.push(one);
  }
  return { named, nameless };
}

/** Those that are purchases and not results of a plan change; undefined if the provider does not answer. */
async function purchasesAmong(
  pay: Pay,
  made: readonly PaySubscriptionDetails[],
): Promise<PaySubscriptionDetails[] | undefined> {
  const bought: PaySubscriptionDetails[] = [];
  for (const one of made) {
    const ancestors = await pay.ancestors(one);
    if (!ancestors.ok) return undefined;
    if (ancestors.value.length === 0) bought.push(one);
  }
  return bought;
}
