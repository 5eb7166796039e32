import type { PlanRef } from '../billing/identifiers.ts';
import { merchantOf } from '../pay/another-account.ts';
import { orOutcomeUnknown, payClientFor, refusalOf } from '../pay/client.ts';
import { effectOf } from '../pay/failure.ts';
import type { SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import type { PurchaseDetails } from '../billing/buyer.ts';
import type { Customer } from '../billing/customer.ts';
import type { PurchaseOutcome } from '../billing/begun-purchase.ts';
import type { ChargeOutcome, PaymentIntent } from '../billing/payment-intent.ts';
import { termsOf } from '../billing/plan.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { INTENT_LOOK_UP_AFTER_MS } from '../limits.ts';
import type { Pay, PayAnswer, PayCard, PayCustomer } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import type { Redacted } from '../text/redacted.ts';
import { callOver, refusalOfCall, reserveIntent, startAfter } from '../table/purchases/calls-under-way.ts';
import { begunPurchasePut } from '../table/purchases/begun-purchases.ts';
import { intentDone, intentFrom, intentRefused, intentUnknown } from '../table/purchases/payment-intents.ts';
import { purchaseBegunAlone } from '../table/subscribers/customers.ts';
import { key } from '../table/schema.ts';
import { foundIn, tryWrite, type Change, type Put } from '../table/table.ts';
import {
  buyerOf,
  planAndCustomerFrom,
  planAndCustomerKeys,
  recordCustomer,
  type PlanAndCustomer,
} from './plan-and-customer.ts';
import { refuseIfActive } from './if-active.ts';
import { fetchPurchase, recordPurchase } from './record-purchase.ts';

/** What to charge a card for. The card lives in the memory of one invocation. */
export interface DirectCharge {
  /** The caller's, or fresh: one reference charges once. */
  readonly reference: string;
  readonly plan: PlanRef;
  readonly customer: PayCustomer;
  /** What else is said of the buyer. */
  readonly details?: PurchaseDetails | undefined;
  readonly card: Redacted<PayCard>;
  readonly initialStatus: 'ACTIVE' | 'PENDING';
  /** Whether it is refused to a customer who has, or may just have bought, a subscription of the product. */
  readonly ifActive?: 'refuse' | undefined;
}

/**
 * Charges a card and starts a subscription: records the intent, calls the provider once, records the outcome. A repeated
 * reference waits for the first call's outcome; an unknown one is looked up, never retried. Throws `plan_not_found`,
 * `plan_inactive`, `external_id_taken`, `already_subscribed`, `purchase_in_progress`, `reference_reused`, `operation_in_progress`, `payment_outcome_unknown`, and provider refusals.
 */
export async function chargeDirect(
  app: SubscriptionApp & WithTenant,
  input: DirectCharge,
  now: number,
): Promise<ChargeOutcome> {
  const { reference, customer, card, initialStatus } = input;
  const keys = [
    key.intent(app.tenantId, reference),
    ...planAndCustomerKeys(app.tenant, input.plan, customer, input.details),
  ];
  const [intentItem, ...items] = await app.table.getMany(keys, { consistent: false });
  const fingerprint = chargeFingerprint(input);
  // Before all that may be refused: nobody is told that nothing was begun while a call is under way.
  const earlier = intentItem && (await callOver(app, intentFrom(intentItem), fingerprint));
  if (earlier?.outcome) return earlier.outcome;
  const found = planAndCustomerFrom(app, items, customer);
  const { plan } = found;
  const begun = input.ifActive && (await purchaseBegunAlone(app, found.customer));
  if (begun) await refuseIfActive(app, { plan, customer: found.customer }, now);
  const startedAt = startAfter(earlier, now);
  const merchantId = merchantOf(app.tenant);
  const of = { clientReferenceId: reference, fingerprint, startedAt, merchantId };
  const call = intentFor(found, input, of);
  const pay = await payClientFor(app);
  const listed = begunPurchasePut(app.tenantId, call);
  const alone = begun && [begun, listed];
  const recorded = alone ? Promise.resolve(found.customer) : recordBuyer(app, found, listed);
  const intent = await reserve(app, call, earlier, { recorded, alone });
  if (intent === 'not alone') return chargeDirect(app, input, now);
  if (intent.outcome) return intent.outcome;
  const { id } = await recorded;
  const planReference = plan.reference;
  const asked = { planReference, customer, card, initialStatus, correlationId: reference };
  const answer = await pay.startDirect(asked);
  const open = { pay, intent: { ...intent, customer: { ...intent.customer, id } } };
  return orOutcomeUnknown(recordAnswer(app, open, answer), { clientReferenceId: reference });
}

function intentFor(
  { plan, customer }: PlanAndCustomer,
  input: DirectCharge,
  call: Pick<PaymentIntent, 'clientReferenceId' | 'fingerprint' | 'startedAt' | 'merchantId'>,
): PaymentIntent {
  const { endedAt: endedBefore } = customer;
  const buyer = buyerOf(customer, { ...input.customer, ...input.details });
  return {
    kind: 'charge',
    ...call,
    plan: termsOf(plan),
    customer: buyer,
    endedBefore,
    state: 'CALLING',
    outcome: null,
  };
}

async function recordBuyer(
  app: SubscriptionApp & OfTenant,
  { customer, known }: PlanAndCustomer,
  listed: Put,
): Promise<Customer> {
  const [recorded] = await Promise.all([recordCustomer(app, customer, known), app.table.apply(listed)]);
  return recorded;
}

/** What else is on record before a call is made. */
interface Beside {
  readonly recorded: Promise<unknown>;
  /** Written with the reservation, and only if no other purchase of the customer has begun or succeeded since it was read. */
  readonly alone: readonly Change[] | undefined;
}

/** Only one call at a time runs under a reference: others wait for it, and get its outcome or its refusal. */
async function reserve(
  app: SubscriptionApp & WithTenant,
  intent: PaymentIntent,
  earlier: PaymentIntent | undefined,
  beside: Beside,
): Promise<PaymentIntent | 'not alone'> {
  const existing = await reserveIntent(app, intent, earlier, beside);
  if (existing === 'not alone') return existing;
  if (!existing) return intent;
  const over = await callOver(app, existing, intent.fingerprint);
  if (over?.outcome) return over;
  const next = { ...intent, startedAt: startAfter(over, app.clock()) };
  return reserve(app, next, over, beside);
}

/** A charge whose outcome is to be recorded. */
interface OpenCharge {
  readonly pay: Pay;
  readonly intent: PaymentIntent;
}

async function recordAnswer(
  app: SubscriptionApp & WithTenant,
  charge: OpenCharge,
  answer: PayAnswer<PaySubscription>,
): Promise<ChargeOutcome> {
  if (answer.ok) return recordCharge(app, charge, answer.value);
  const { intent } = charge;
  if (effectOf(answer) === 'unknown') {
    const lookUpAt = app.clock() + INTENT_LOOK_UP_AFTER_MS;
    await app.table.apply(intentUnknown(app.tenantId, intent, lookUpAt)).catch(() => undefined);
    throw refusalOfCall('payment_outcome_unknown', intent);
  }
  const refused = refusalOf(answer, { declined: 'payment_refused' });
  // If it is no longer open, an SDK retry has met its own first write.
  await tryWrite(() => app.table.apply(intentRefused(app.tenantId, intent, refused)));
  throw refused;
}

/** Records a charge's purchase together with its intent. A second caller gets the first outcome. */
export async function recordCharge(
  app: SubscriptionApp & WithTenant,
  { pay, intent }: OpenCharge,
  made: PaySubscription,
): Promise<ChargeOutcome> {
  const buyer = { ...intent, since: intent.startedAt };
  const purchase = await fetchPurchase(app, pay, buyer, made);
  return recordPurchase(app, purchase, {
    begun: intent,
    cause: `direct:${intent.clientReferenceId}:${intent.startedAt}`,
    outcomeFrom: (outcome) => chargeOutcome(intent, outcome, made),
    originChange: (outcome) => intentDone(app.tenantId, intent, outcome),
    outcomeAfterConflict: (conflict) => {
      const { outcome } = intentFrom(foundIn(conflict));
      if (outcome) return outcome;
      throw conflict;
    },
  });
}

/** The outcome of a charge that made this subscription. */
export function chargeOutcome(
  { plan }: PaymentIntent,
  outcome: PurchaseOutcome,
  made: PaySubscription,
): ChargeOutcome {
  return {
    ...outcome,
    planId: plan.id,
    parentReference: made.parentReference ?? null,
    providerStatus: made.providerStatus,
    createdAt: made.createdAt,
    startAt: made.startAt,
    endAt: made.endAt ?? null,
  };
}

/**
 * The fingerprint of a request. It covers whatever the request has but the reference itself, and how things were written
 * that are compared in one form: what is secret is redacted, and counts as present only.
 */
function chargeFingerprint(input: DirectCharge): string {
  const { reference: _reference, details, ...request } = input;
  const { typedEmail: _typed, ...said } = details ?? {};
  return fingerprintOf({ ...request, details: said });
}
