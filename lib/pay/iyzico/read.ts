import type { Address } from '../../billing/buyer.ts';
import { NOT_GIVEN } from './bodies.ts';
import { declineClass } from './decline-codes.ts';
import {
  address,
  COUNT_MAX,
  currency,
  answerFieldsOf,
  line,
  listOf,
  money,
  optionalLine,
  optionalNumber,
  optionalIdentifier,
  optionalText,
  identifier,
  text,
  time,
  timeIfReadable,
  timeIfSet,
  translated,
  UnreadableAnswer,
  type Fields,
} from './fields.ts';
import type { Observe } from './call.ts';
import type {
  PayAttempt,
  PayOrder,
  PayPerson,
  PayPlan,
  PayProduct,
  PayStatus,
  PaySubscription,
  PaySubscriptionDetails,
} from '../provider-records.ts';

/** The status of a subscription that a plan change has replaced by another. */
const REPLACED = 'UPGRADED';

const STATUSES: ReadonlyMap<string, PayStatus> = new Map([
  ['ACTIVE', 'ACTIVE'],
  ['PENDING', 'PENDING'],
  ['UNPAID', 'UNPAID'],
  ['CANCELED', 'CANCELLED'],
  ['CANCELLED', 'CANCELLED'],
  ['EXPIRED', 'EXPIRED'],
  [REPLACED, 'ACTIVE'],
  ['MERCHANT_SUSPENDED', 'UNPAID'],
]);

const ORDER_STATUSES: ReadonlyMap<string, PayOrder['status']> = new Map([
  ['WAITING', 'WAITING'],
  ['PROCESSING', 'WAITING'],
  ['QUEUED', 'WAITING'],
  ['SUCCESS', 'PAID'],
  ['FAILED', 'FAILED'],
  ['SUBSCRIPTION_UPGRADED', 'VOID'],
  ['SUBSCRIPTION_CANCELED', 'VOID'],
  ['MERCHANT_SUSPENDED', 'VOID'],
]);

const INTERVALS: ReadonlyMap<string, PayPlan['interval']> = new Map([
  ['DAILY', 'DAILY'],
  ['WEEKLY', 'WEEKLY'],
  ['MONTHLY', 'MONTHLY'],
  ['YEARLY', 'YEARLY'],
]);

/** The `data` of an answer; also if it is a one-item list, or if the fields are at the root. */
export function dataOf(envelope: Fields): Fields {
  const data = answerFieldsOf(envelope['data'] ?? envelope);
  const [only] = listOf(data, 'items');
  return only ?? data;
}

/** Parses a subscription. Throws `UnreadableAnswer` for missing fields and unknown words. */
export function readSubscription(fields: Fields): PaySubscription {
  const createdAt = time(fields, 'createdDate');
  const providerStatus = text(fields, 'subscriptionStatus');
  return {
    reference: identifier(fields, 'referenceCode'),
    parentReference: optionalIdentifier(fields, 'parentReferenceCode'),
    planReference: identifier(fields, 'pricingPlanReferenceCode'),
    customerReference: identifier(fields, 'customerReferenceCode'),
    status: translated(fields, 'subscriptionStatus', STATUSES),
    isReplaced: providerStatus === REPLACED,
    providerStatus,
    trialEnd: timeIfSet(fields, 'trialEndDate'),
    createdAt,
    startAt: timeIfSet(fields, 'startDate') ?? createdAt,
    endAt: timeIfSet(fields, 'endDate'),
  };
}

/** Parses a subscription with its orders, oldest first; what is odd in one is reported to `observe` and left out. */
export function readDetails(fields: Fields, observe: Observe): PaySubscriptionDetails {
  const listed = listOf(fields, 'orders');
  const readable = listed.flatMap((order) => readableOrder(order, observe));
  const orders = onceEach(readable.reverse());
  return {
    ...readSubscription(fields),
    customerEmail: optionalIdentifier(fields, 'customerEmail'), // compared, so nothing is taken out of it
    customerPhone: optionalLine(fields, 'customerGsmNumber'),
    orders: orders.sort((one, other) => one.periodStart - other.periodStart),
  };
}

/** Parses a product with its plans. Throws `UnreadableAnswer` for a plan without a reference. */
export function readProduct(fields: Fields): PayProduct {
  const reference = identifier(fields, 'referenceCode');
  const plans = listOf(fields, 'pricingPlans').map((plan) => readablePlan(plan, reference));
  return {
    reference,
    name: line(fields, 'name'),
    plans: plans.filter((plan) => typeof plan !== 'string'),
    unreadablePlans: plans.filter((plan) => typeof plan === 'string'),
  };
}

/** A plan, or its reference if its terms are unreadable: one bad plan must not hide the others. */
function readablePlan(fields: Fields, productReference: string): PayPlan | string {
  const reference = identifier(fields, 'referenceCode');
  try {
    return readPlan(fields, productReference);
  } catch (error) {
    if (error instanceof UnreadableAnswer) return reference;
    throw error;
  }
}

/** Parses a plan; inside a product it does not name the product, so the reference is passed in. */
function readPlan(fields: Fields, productReference: string): PayPlan {
  return {
    reference: identifier(fields, 'referenceCode'),
    productReference: optionalIdentifier(fields, 'productReferenceCode') ?? productReference,
    name: line(fields, 'name'),
    price: money(fields, 'price'),
    currency: currency(fields, 'currencyCode'),
    interval: translated(fields, 'paymentInterval', INTERVALS),
    intervalCount: optionalNumber(fields, 'paymentIntervalCount', COUNT_MAX) ?? 1,
    trialDays: optionalNumber(fields, 'trialPeriodDays', COUNT_MAX) ?? 0,
    active: (optionalText(fields, 'status') ?? 'ACTIVE') === 'ACTIVE',
    createdAt: timeIfReadable(fields, 'createdDate'),
  };
}

/** Parses a customer, without the identity number. */
export function readPerson(fields: Fields): PayPerson {
  return {
    reference: identifier(fields, 'referenceCode'),
    name: line(fields, 'name'),
    surname: line(fields, 'surname'),
    email: address(fields, 'email'),
    gsmNumber: optionalLine(fields, 'gsmNumber'),
    billingAddress: readAddress(answerFieldsOf(fields['billingAddress'])),
  };
}

/** Parses an address; undefined for a part of one, and for the words that stand there where a buyer gave none. */
function readAddress(fields: Fields): Address | undefined {
  const [country, city] = [optionalLine(fields, 'country'), optionalLine(fields, 'city')];
  const [contactName, address] = [optionalLine(fields, 'contactName'), optionalLine(fields, 'address')];
  const zipCode = optionalLine(fields, 'zipCode');
  if (!contactName || !country || !city || !address || address === NOT_GIVEN.address) return undefined;
  return { contactName, country, city, address, ...(zipCode !== undefined && { zipCode }) };
}

const FAILURE_WITHOUT_ATTEMPT = {
  paymentId: '',
  succeeded: false,
  errorCode: undefined,
  errorMessage: undefined,
  decline: declineClass(undefined),
} as const satisfies Partial<PayAttempt>;

function readableOrder(fields: Fields, observe: Observe): PayOrder[] {
  try {
    return [readOrder(fields, observe)];
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    observe('orderLeftOut');
    return [];
  }
}

/** An order is paid once a payment of it succeeded; an unknown status counts as waiting. */
function readOrder(fields: Fields, observe: Observe): PayOrder {
  const periodStart = time(fields, 'startPeriod');
  const listed = listOf(fields, 'paymentAttempts');
  const readable = listed.flatMap((one) => readAttempt(one, periodStart, observe));
  const isPaid = readable.some(({ succeeded }) => succeeded);
  const told = ORDER_STATUSES.get(optionalText(fields, 'orderStatus') ?? '') ?? 'WAITING';
  const status = isPaid ? 'PAID' : told;
  const lacksFailure = status === 'FAILED' && !readable.some(({ succeeded }) => !succeeded);
  const attempts = lacksFailure ? [...readable, { ...FAILURE_WITHOUT_ATTEMPT, at: periodStart }] : readable;
  return {
    reference: identifier(fields, 'referenceCode'),
    amount: money(fields, 'price'),
    currency: optionalIdentifier(fields, 'currencyCode'),
    periodStart,
    periodEnd: time(fields, 'endPeriod'),
    status,
    attempts: attempts.sort((one, other) => one.at - other.at),
    undated: countUndated(listed),
  };
}

/** How many attempts are listed whose time nobody knows: one of them, where none has a time, is that of the period's beginning. */
function countUndated(listed: readonly Fields[]): number {
  const over = listed.filter((one) => attemptStatus(one) !== 'PROCESSING');
  const isUndated = (one: Fields) =>
    attemptStatus(one) === undefined || timeIfReadable(one, 'createdDate') === undefined;
  const undated = over.filter(isUndated).length;
  return undated === over.length ? Math.max(undated - 1, 0) : undated;
}

/** Each order once. Of one that is listed twice, the payment counts, or else what tells of more attempts. */
function onceEach(orders: readonly PayOrder[]): PayOrder[] {
  const once = new Map<string, PayOrder>();
  for (const order of orders) {
    const other = once.get(order.reference);
    const isBetter = order.attempts.length > (other?.attempts.length ?? -1) && other?.status !== 'PAID';
    if (order.status === 'PAID' || isBetter) once.set(order.reference, order);
  }
  return [...once.values()];
}

/** What became of an attempt; one without a status has failed by its error code. */
const attemptStatus = (fields: Fields): string | undefined =>
  optionalText(fields, 'paymentStatus') ??
  (optionalLine(fields, 'errorCode') === undefined ? undefined : 'FAILED');

/** An attempt; one still in progress is left out, and so is one of which nothing can be read. */
function readAttempt(fields: Fields, periodStart: number, observe: Observe): PayAttempt[] {
  const errorCode = optionalLine(fields, 'errorCode');
  const status = attemptStatus(fields);
  if (status === 'PROCESSING') return [];
  if (status === undefined) {
    observe('attemptLeftOut');
    return [];
  }
  const succeeded = status === 'SUCCESS';
  return [
    {
      at: timeIfReadable(fields, 'createdDate') ?? periodStart,
      paymentId: optionalLine(fields, 'paymentId') ?? '',
      succeeded,
      errorCode,
      errorMessage: optionalLine(fields, 'errorMessage'),
      decline: succeeded ? undefined : declineClass(errorCode),
    },
  ];
}
