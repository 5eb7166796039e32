import type { Address, Company } from '../../billing/buyer.ts';
import type { LastRequest } from '../../billing/last-request.ts';
import type { Interval, PlanTerms } from '../../billing/plan.ts';
import { CANCEL_REASONS, SUBSCRIPTION_STATUSES } from '../../billing/subscription.ts';
import type { DeclineClass } from '../../billing/provider-snapshot.ts';
import type {
  Cancellation,
  CancelWhy,
  OpenReference,
  PlanIntent,
  Recovery,
  RetryIntent,
  Subscription,
} from '../../billing/subscription.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { refusalIn, storedRefusal } from '../purchases/stored-refusal.ts';
import { withoutNulls } from '../item.ts';
import { subscriberIdIn } from '../key-parts.ts';
import type { Attribute, Item } from '../table.ts';

const INTERVALS = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const satisfies readonly Interval[];
const SUBTYPES = ['INITIAL_BUY', 'RESUBSCRIBE'] as const;
const NAMED_BY = ['pay', 'svc'] as const;
const CANCEL_PROGRESS = [
  'scheduled',
  'sent',
  'confirmed',
] as const satisfies readonly Cancellation['progress'][];
const DECLINES = ['never', 'customer', 'ours', 'soft', 'unknown'] as const satisfies readonly DeclineClass[];

/** A subscriber's attributes, without its key and without defaults, to stay within one write unit. */
export function storedSubscription(subscription: Subscription): Record<string, Attribute> {
  const { id: _, payPlanReference, openReferences, beganWithTrial, cancellation, ...others } = subscription;
  const { planIntent, lastRequest, recovery, retry, ...rest } = others;
  const { payReference, plan } = subscription;
  return withoutNulls({
    ...rest,
    beganWithTrial: beganWithTrial || null,
    cancellation: cancellation && storedCancellation(cancellation),
    recovery: recovery && storedRecovery(recovery),
    retry: retry && { ...retry },
    planIntent: planIntent && { ...planIntent },
    lastRequest: lastRequest && storedRequest(lastRequest),
    payPlanReference: payPlanReference === plan.reference ? null : payPlanReference,
    openReferences: openReferences.map(({ reference, recordedBefore }) =>
      reference === payReference ? { recordedBefore } : { reference, recordedBefore },
    ),
  });
}

/** A cancellation as it is stored. */
export function storedCancellation({ reason, comment, ...cancellation }: Cancellation) {
  return {
    ...cancellation,
    ...(reason !== undefined && { reason }),
    ...(comment !== undefined && { comment }),
  };
}

function storedRecovery({ attempts, asked, isRunning, decline, ...recovery }: Recovery) {
  return withoutNulls({
    ...recovery,
    attempts: [...attempts],
    asked: [...asked],
    isRunning: isRunning || null,
    decline: withoutNulls({ ...decline }),
  });
}

function storedRequest({ as, at, refusal }: LastRequest) {
  return { as, at, ...(refusal && { refusal: storedRefusal(refusal) }) };
}

/** Parses a subscriber. Throws Unreadable. */
export function subscriptionFrom(item: Item): Subscription {
  const of = fieldsOf(item);
  const payReference = of.text('payReference');
  const plan = planTermsFrom(of.requiredPart('plan'));
  const nextPlan = of.part('nextPlan');
  const cancellation = of.part('cancellation');
  const nextOrderAt = of.numberOrNull('nextOrderAt');
  return {
    id: subscriberIdIn(item),
    revision: of.number('revision'),
    eventCount: of.number('eventCount'),
    payReference,
    customerReference: of.text('customerReference'),
    merchantId: of.textOrNull('merchantId'),
    plan,
    nextPlan: nextPlan && {
      plan: planTermsFrom(nextPlan.requiredPart('plan')),
      from: nextPlan.number('from'),
    },
    payPlanReference: of.textOrNull('payPlanReference') ?? plan.reference,
    openReferences: of.parts('openReferences').map((one) => openReferenceFrom(one, payReference)),
    invoicedSince: of.numberOrNull('invoicedSince'),
    customer: buyerFrom(of.requiredPart('customer')),
    clientReferenceId: of.textOrNull('clientReferenceId'),
    status: of.oneOf('status', SUBSCRIPTION_STATUSES),
    createdAt: of.number('createdAt'),
    firstStart: of.numberOrNull('firstStart'),
    periodStart: of.numberOrNull('periodStart'),
    periodEnd: of.numberOrNull('periodEnd'),
    nextOrderAt,
    firstOrder: of.textOrNull('firstOrder'),
    beganWithTrial: of.isSet('beganWithTrial'),
    unannouncedSubtype: of.oneOfOrNull('unannouncedSubtype', SUBTYPES),
    failedOrder: of.textOrNull('failedOrder'),
    failedAt: of.numberOrNull('failedAt'),
    failedDueAt: of.numberOrNull('failedDueAt'),
    graceEndsAt: of.numberOrNull('graceEndsAt'),
    recovery: recoveryFrom(of.part('recovery')),
    retry: retryFrom(of.part('retry')),
    cardReturnedAt: of.numberOrNull('cardReturnedAt'),
    cancellation: cancellation && cancellationFrom(cancellation),
    planChangedAt: of.numberOrNull('planChangedAt'),
    planIntent: planIntentFrom(of.part('planIntent')),
    lastRequest: lastRequestFrom(of.part('lastRequest')),
    endedAt: of.numberOrNull('endedAt'),
  };
}

function recoveryFrom(of: Fields | null): Recovery | null {
  if (!of) return null;
  const decline = of.requiredPart('decline');
  return {
    order: of.text('order'),
    failedAt: of.number('failedAt'),
    attempts: of.numbers('attempts') ?? [],
    asked: of.numbers('asked') ?? [],
    failures: of.numberOrNull('failures') ?? 0,
    isRunning: of.isSet('isRunning'),
    decline: { code: decline.textOrNull('code'), means: decline.oneOf('means', DECLINES) },
    nextAttemptAt: of.numberOrNull('nextAttemptAt'),
    endsAt: of.number('endsAt'),
  };
}

function retryFrom(of: Fields | null): RetryIntent | null {
  if (!of) return null;
  const failures = of.numberOrNull('failures') ?? 0;
  return { order: of.text('order'), at: of.number('at'), failures, isLost: of.isSet('isLost') };
}

function planIntentFrom(of: Fields | null): PlanIntent | null {
  return of && { planReference: of.text('planReference'), at: of.number('at'), as: of.text('as') };
}

function lastRequestFrom(of: Fields | null): LastRequest | null {
  return of && { as: of.text('as'), at: of.number('at'), refusal: refusalIn(of).refusal ?? null };
}

/** Parses the plan terms stored with a purchase. */
export function planTermsFrom(of: Fields): PlanTerms {
  return {
    id: of.text('id'),
    reference: of.text('reference'),
    name: of.text('name'),
    price: of.text('price'),
    currency: of.text('currency'),
    interval: of.oneOf('interval', INTERVALS),
    intervalCount: of.number('intervalCount'),
    graceDays: of.numberOrNull('graceDays'),
    trialDays: of.number('trialDays'),
  };
}

/** Parses the buyer stored with a purchase. */
export function buyerFrom(of: Fields): Subscription['customer'] {
  const billingAddress = of.part('billingAddress');
  const company = of.part('company');
  const [typedEmail, externalId] = [of.textOrNull('typedEmail'), of.textOrNull('externalId')];
  return {
    ...identityFrom(of),
    ...(typedEmail !== null && { typedEmail }),
    ...(externalId !== null && { externalId }),
    ...(billingAddress && { billingAddress: addressFrom(billingAddress) }),
    ...(company && { company: companyFrom(company) }),
  };
}

/** Parses who a stored customer is. */
export function identityFrom(of: Fields): Subscription['customer'] {
  return {
    id: of.text('id'),
    email: of.text('email'),
    name: of.text('name'),
    surname: of.text('surname'),
    gsmNumber: of.textOrNull('gsmNumber'),
  };
}

function addressFrom(of: Fields): Address {
  const [district, zipCode] = [of.textOrNull('district'), of.textOrNull('zipCode')];
  return {
    contactName: of.text('contactName'),
    country: of.text('country'),
    city: of.text('city'),
    ...(district !== null && { district }),
    address: of.text('address'),
    ...(zipCode !== null && { zipCode }),
  };
}

function companyFrom(of: Fields): Company {
  const eInvoiceAddress = of.textOrNull('eInvoiceAddress');
  return {
    title: of.text('title'),
    taxNumber: of.text('taxNumber'),
    taxOffice: of.text('taxOffice'),
    ...(eInvoiceAddress !== null && { eInvoiceAddress }),
  };
}

function openReferenceFrom(of: Fields, payReference: string): OpenReference {
  return {
    reference: of.textOrNull('reference') ?? payReference,
    recordedBefore: of.number('recordedBefore'),
  };
}

function cancellationFrom(of: Fields): Cancellation {
  return {
    at: of.number('at'),
    accessUntil: of.numberOrNull('accessUntil'),
    by: of.oneOf('by', NAMED_BY),
    progress: of.oneOf('progress', CANCEL_PROGRESS),
    ...whyFrom(of),
  };
}

/** Parses why somebody cancelled, as they said it. */
export function whyFrom(of: Fields): CancelWhy {
  const [reason, comment] = [of.oneOfOrNull('reason', CANCEL_REASONS), of.textOrNull('comment')];
  return { ...(reason !== null && { reason }), ...(comment !== null && { comment }) };
}
