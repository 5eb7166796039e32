import { payClientFor } from '../pay/client.ts';
import type { CoreApp, SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import {
  verdict,
  type ChargeOutcome,
  type LookUpProgress,
  type PaymentIntent,
} from '../billing/payment-intent.ts';
import { INTENT_LOOK_UP_AFTER_MS, INTENT_NOT_FOUND_AFTER_MS, LOOK_UP_GOES_ON_MS } from '../limits.ts';
import { lookUpPurchases, nextPass, type LookUp, type PurchasesMade } from './look-up-purchases.ts';
import { hasEmail, isSameBuyer } from './same-buyer.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import { customerFrom } from '../table/subscribers/customers.ts';
import {
  intentAmbiguous,
  intentFailed,
  intentSettled,
  intentUnknown,
  lookUpIntent,
} from '../table/purchases/payment-intents.ts';
import { key } from '../table/schema.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { reconcileSubscriber } from '../reconciliation/reconcile.ts';
import { recordCharge } from './charge-direct.ts';
import { settleByImport } from './imported-outcome.ts';
import { waitForOutcome } from '../table/work/silences.ts';
import { tryWrite, type Update } from '../table/table.ts';
import { ensureFirstEventDelivered } from '../table/events/first-event.ts';

/**
 * Finds the outcome of a money call by looking it up, never by calling again, and records it. The intent stays due until
 * its outcome and its first order are on record, or is left to an operator if more than one charge fits, or one that
 * nobody has claimed.
 */
export async function resolveIntent(app: SubscriptionApp & OfTenant, reference: string): Promise<void> {
  const intent = await lookUpIntent(app, reference);
  if (!intent || intent.state === 'FAILED') return;
  if (intent.outcome) return ensureFirstOrderRecorded(app, reference, intent.outcome);
  const own = await withTenant(app);
  const pay = await payClientFor(own, intent);
  const { customer } = intent;
  const made = await lookUpPurchases(own, { pay, intent });
  if (made === 'silent') return lookUpLater(app, intent);
  if (made.is === 'going on') return goOn(app, intent, made.lookUp);
  const hasFitting = made.unclaimed.some((one) => isSameBuyer(one, customer));
  if (!hasFitting && (await settleByImport(app, intent, made.recorded))) return;
  return recordVerdict(own, { pay, intent }, made);
}

/** The pass takes another look-up: nothing is decided before it has seen everything. */
async function goOn(app: CoreApp & OfTenant, intent: PaymentIntent, lookUp: LookUpProgress): Promise<void> {
  const at = app.clock() + LOOK_UP_GOES_ON_MS;
  await tryWrite(() => app.table.apply(intentUnknown(app.tenantId, intent, at, lookUp)));
}

/** Records what a look-up says of an intent, by the purchases that are not on record, as old as it was when that began. */
async function recordVerdict(
  app: SubscriptionApp & WithTenant,
  { pay, intent }: LookUp,
  { unclaimed, lookUp }: PurchasesMade,
): Promise<void> {
  const now = app.clock();
  const record = async (update: Update) => void (await tryWrite(() => app.table.apply(update)));
  const sameEmail = unclaimed.filter((one) => hasEmail(one, intent.customer.email));
  const ours = unclaimed.filter((one) => isSameBuyer(one, intent.customer));
  const samePhone = ours.length - sameEmail.length;
  const hasOthers = lookUp.isCrowded || unclaimed.length > ours.length;
  const found = { sameEmail: sameEmail.length, samePhone, hasOthers };
  switch (verdict(found, lookUp.beganAt - intent.startedAt)) {
    case 'adopt': {
      const [made] = [...sameEmail, ...ours];
      if (made) await adoptCharge(app, { pay, intent }, made);
      return;
    }
    case 'ambiguous':
      reportAmbiguous(app, intent.clientReferenceId, unclaimed.length);
      return record(intentAmbiguous(app.tenantId, intent, now));
    case 'poll again':
      return record(
        intentUnknown(app.tenantId, intent, now + pollAfterMs(now - intent.startedAt), nextPass(lookUp, now)),
      );
    case 'never happened':
      return record(intentFailed(app.tenantId, intent));
  }
}

/** What cannot be concluded from yet is looked up each minute, and after a quarter of an hour ever more seldom. */
const pollAfterMs = (age: number) => Math.max(INTENT_LOOK_UP_AFTER_MS, Math.round(age / POLLS_PER_AGE));
const POLLS_PER_AGE = 15;

/**
 * Records a purchase as what an intent made. The intent is due again first, even if it was left to an operator before: its
 * first invoice and event depend on that.
 */
export async function adoptCharge(
  app: SubscriptionApp & WithTenant,
  { pay, intent }: LookUp,
  made: PaySubscription,
): Promise<void> {
  const dueSoon = intentUnknown(app.tenantId, intent, app.clock() + INTENT_LOOK_UP_AFTER_MS);
  await tryWrite(() => app.table.apply(dueSoon));
  const placed = await withCustomerOnRecord(app, intent);
  await recordCharge(app, { pay, intent: placed }, made);
}

/** The intent with the customer on record: a new customer's concurrent purchase may have recorded the customer first. */
async function withCustomerOnRecord(app: CoreApp & OfTenant, intent: PaymentIntent): Promise<PaymentIntent> {
  const item = await app.table.get(key.customer(app.tenantId, intent.customer), { consistent: true });
  return item ? { ...intent, customer: { ...intent.customer, id: customerFrom(item).id } } : intent;
}

/** A known outcome stays due until its first order is on record. */
async function ensureFirstOrderRecorded(
  app: SubscriptionApp & OfTenant,
  reference: string,
  { subscriberId }: ChargeOutcome,
): Promise<void> {
  await ensureFirstEventDelivered(app, subscriberId);
  const outcome = await reconcileSubscriber(app, subscriberId, causeOf(app));
  if (outcome === 'reconciled') await app.table.apply(intentSettled(app.tenantId, reference));
}

/** Silence decides nothing: the outcome is looked up until there is an answer. */
async function lookUpLater(app: CoreApp & OfTenant, intent: PaymentIntent): Promise<void> {
  const now = app.clock();
  const age = now - intent.startedAt;
  const { clientReferenceId: reference } = intent;
  if (age >= INTENT_NOT_FOUND_AFTER_MS)
    app.log.measure('OutcomesUnknown', 1, 'silent provider', { tenant: app.tenantId, reference });
  const waitMs = await waitForOutcome(app, age);
  await tryWrite(() => app.table.apply(intentUnknown(app.tenantId, intent, now + waitMs)));
}

function reportAmbiguous({ log, tenantId }: CoreApp & OfTenant, reference: string, count: number): void {
  log.measure('AmbiguousCharge', 1, 'intent');
  log.error('charges at the provider may be of an unknown outcome; a person has to decide', {
    ...{ tenant: tenantId, reference, count },
  });
}
