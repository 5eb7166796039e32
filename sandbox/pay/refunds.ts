import { createHmac } from 'node:crypto';
import { Refusal, type Answer } from './envelope.ts';
import { decimal, oneOf, optionalText, text, type Fields } from './fields.ts';
import { keep } from './orders.ts';
import { notifyOfRefund } from './notifications.ts';
import { centsOf, findPayment, linesOf, paymentOfLine, refundsOf, restOf, type Line } from './payments.ts';
import type { LedgerEntry, Merchant, Refund } from './records.ts';
import { amountAs, DEFERRED, idAs } from './reports.ts';
import { turkishDay } from './turkish-day.ts';
import type { RefundTruth } from './refund-truths.ts';
import type { MerchantRequest, World } from './world.ts';

const DAY_MS = 86_400_000;
/** A payment can be given back this long. */
const WITHIN_DAYS = 365;
/** A refund that was put off is made this long after. */
const DEFERRED_MS: Readonly<Record<RefundTruth['deferredPayout'], number>> = {
  afterAnHour: 3_600_000,
  afterFiveDays: 5 * DAY_MS,
};
const FIRST_REFUND_ID = 91_000_001;
/** The card of which no bank takes a refund. */
export const REFUSES_REFUNDS = '5406670000000009';
/** Where no source has the code of a missing part. */
const REASONS = ['DOUBLE_PAYMENT', 'BUYER_REQUEST', 'FRAUD', 'OTHER'] as const;

/** A refusal of a refund, which also tells what it is about. */
export class RefundRefusal extends Refusal {
  override readonly more: Readonly<Record<string, unknown>>;

  constructor(code: string, httpStatus: number, more: Readonly<Record<string, unknown>>) {
    super(code, httpStatus);
    this.more = more;
  }
}

/** POST /payment/refund: gives back a line of a payment, or a part of it. */
export function refundLine(world: World, request: MerchantRequest): Answer {
  const truth = beginning(world, request, 'linesOnly');
  const { body, merchant } = request;
  if (optionalText(body, 'description') !== undefined || body['reason'] !== undefined)
    oneOf(body, 'reason', REASONS);
  const id = text(body, 'paymentTransactionId', '5001');
  const price = priceOf(body);
  const entry = paymentOfLine(world, merchant.merchantId, id, truth);
  const line = linesOf(entry, truth).find((one) => one.id === id);
  if (!line) throw new Refusal('5088');
  return giveBack(world, request, truth, { entry, line, price, isOfLine: true });
}

/** POST /v2/payment/refund: gives back of a payment with one line. */
export function refundPayment(world: World, request: MerchantRequest): Answer {
  const truth = beginning(world, request, 'paymentsOnly');
  const paymentId = text(request.body, 'paymentId', '5002');
  const price = priceOf(request.body);
  const entry = findPayment(world, request.merchant.merchantId, paymentId);
  const lines = linesOf(entry, truth).sort(
    (one, other) => restOf(world, entry, other) - restOf(world, entry, one),
  );
  const [line] = lines;
  if (!line) throw new Refusal('5088');
  return giveBack(world, request, truth, { entry, line, price, isOfLine: false });
}

function beginning(
  world: World,
  { merchant, body }: MerchantRequest,
  call: 'linesOnly' | 'paymentsOnly',
): RefundTruth {
  const truth = world.behaviour.of(merchant.merchantId);
  if (truth.refundLimit === 'fiftyAMinute' && world.calls.exceed(`${merchant.merchantId} refunds`, 50))
    throw new Refusal('50000', 429);
  if (truth.refundCalls !== 'both' && truth.refundCalls !== call) throw new Refusal('5266');
  if (truth.refundIp === 'required' && optionalText(body, 'ip') === undefined) throw new Refusal('11');
  return truth;
}

function priceOf(body: Fields): number {
  const price = Math.round(decimal(body, 'price') * 100);
  if (price <= 0) throw new Refusal('5005');
  return price;
}

interface Asked {
  readonly entry: LedgerEntry;
  readonly line: Line;
  /** In hundredths. */
  readonly price: number;
  readonly isOfLine: boolean;
}

function giveBack(world: World, request: MerchantRequest, truth: RefundTruth, asked: Asked): Answer {
  const { entry, line, price } = asked;
  const { merchant, body } = request;
  const conversationId = optionalText(body, 'conversationId') ?? null;
  const code = refusalOf(world, truth, asked, optionalText(body, 'currency'));
  const record = (made: Pick<Refund, 'status' | 'errorCode' | 'createdDate'>) =>
    keepRefund(world, entry, { ...made, line: line.id, cents: price, conversationId, by: 'api' });
  const more = { paymentId: entry.paymentId, ...(asked.isOfLine && { paymentTransactionId: line.id }) };
  if (code !== undefined) {
    record({ status: 0, errorCode: code, createdDate: world.clock.now() });
    const status = Number(truth.refundFailureStatus);
    const retryable = code === DEFERRED && truth.refundAnswer !== 'withoutRetryable' && { retryable: true };
    if (code === DEFERRED) deferRefund(world, entry, asked, conversationId, truth);
    throw new RefundRefusal(code, status, { ...more, ...retryable });
  }
  record({ status: 1, errorCode: null, createdDate: world.clock.now() });
  changeOrder(world, entry, truth);
  return { root: answerOf(merchant, truth, asked, conversationId) };
}

function refusalOf(
  world: World,
  truth: RefundTruth,
  { entry, line, price }: Asked,
  currency: string | undefined,
): string | undefined {
  const now = world.clock.now();
  const rest = restOf(world, entry, line);
  if (currency !== undefined && currency !== entry.currency) return '11';
  if (now > entry.time + WITHIN_DAYS * DAY_MS) return truth.tooOldCode;
  if (rest <= 0) return truth.alreadyRefundedCode;
  if (price > rest) return truth.aboveRestCode;
  if (truth.merchantBalance === 'tooSmall') return truth.balanceTooSmallCode;
  if (cardOf(world, entry) === REFUSES_REFUNDS) return '10220';
  if (truth.sameDayRefunds === 'afterDayEnd' && turkishDay(now) === turkishDay(entry.time)) return '10223';
  return truth.deferredRefunds === 'never' ? undefined : DEFERRED;
}

const cardOf = (world: World, { subscriptionReferenceCode }: LedgerEntry) =>
  world.store.subscriptions.get(subscriptionReferenceCode ?? '')?.cardNumber;

/** Has a refund that was refused for now made later by itself. */
function deferRefund(
  world: World,
  { paymentId }: LedgerEntry,
  { line, price }: Asked,
  conversationId: string | null,
  { deferredPayout }: RefundTruth,
): void {
  const subject = JSON.stringify({ paymentId, line: line.id, cents: price, conversationId });
  const at = world.clock.now() + DEFERRED_MS[deferredPayout];
  world.later({ at, kind: 'refund', subject });
}

/** Makes a refund that was put off, where enough is left. */
export function refundDeferred(world: World, subject: string): void {
  const asked = JSON.parse(subject) as {
    paymentId: number;
    line: string;
    cents: number;
    conversationId: string | null;
  };
  const entry = world.store.ledger.get(String(asked.paymentId));
  if (!entry) return;
  const truth = world.behaviour.of(entry.merchantId);
  const line = linesOf(entry, truth).find(({ id }) => id === asked.line);
  const isMade = line !== undefined && asked.cents <= restOf(world, entry, line);
  if (isMade)
    keepRefund(world, entry, {
      ...asked,
      status: 1,
      errorCode: null,
      createdDate: world.clock.now(),
      by: 'api',
    });
  if (isMade) changeOrder(world, entry, truth);
  if (truth.deferredRefunds === 'announced') notifyOfRefund(world, entry, isMade);
}

/** Gives money back in the provider's panel: a part of the largest line, or the whole payment by a cancellation. */
export function refundInPanel(
  world: World,
  entry: LedgerEntry,
  cents: number | undefined,
): Refund | undefined {
  const truth = world.behaviour.of(entry.merchantId);
  const [line] = linesOf(entry, truth).sort(
    (one, other) => restOf(world, entry, other) - restOf(world, entry, one),
  );
  const rest = line ? restOf(world, entry, line) : 0;
  const isCancel = cents === undefined;
  if (!line || rest <= 0 || (isCancel && refundsOf(world, entry).some(({ status }) => status === 1)))
    return undefined;
  const wanted = cents ?? centsOf(entry.amount);
  if (!isCancel && wanted > rest) return undefined;
  const made = keepRefund(world, entry, {
    status: 1,
    errorCode: null,
    createdDate: world.clock.now(),
    line: isCancel ? null : line.id,
    cents: wanted,
    conversationId: null,
    by: 'panel',
  });
  changeOrder(world, entry, truth);
  return made;
}

function keepRefund(
  world: World,
  entry: LedgerEntry,
  made: Pick<Refund, 'status' | 'errorCode' | 'createdDate' | 'by' | 'conversationId'> & {
    readonly line: string | null;
    readonly cents: number;
  },
): Refund {
  const refundTxId = FIRST_REFUND_ID + world.store.refunds.size;
  return world.store.refunds.put(String(refundTxId), {
    refundTxId,
    kind: made.line === null ? 'cancel' : 'refund',
    merchantId: entry.merchantId,
    paymentId: entry.paymentId,
    paymentTransactionId: made.line,
    conversationId: made.conversationId,
    amount: (made.cents / 100).toFixed(2),
    currency: entry.currency,
    status: made.status,
    errorCode: made.errorCode,
    createdDate: made.createdDate,
    by: made.by,
  });
}

/** An order whose payment was given back in full may say so, in a word that no source has. */
function changeOrder(world: World, entry: LedgerEntry, truth: RefundTruth): void {
  const subscription = world.store.subscriptions.get(entry.subscriptionReferenceCode ?? '');
  const order = subscription?.orders.find((one) => one.referenceCode === entry.orderReferenceCode);
  const isLeft = linesOf(entry, truth).some((line) => restOf(world, entry, line) > 0);
  if (truth.orderAfterRefund === 'unchanged' || isLeft || !subscription || !order) return;
  order.orderStatus = 'REFUNDED';
  keep(world, subscription);
}

function answerOf(
  merchant: Merchant,
  truth: RefundTruth,
  { entry, line, price, isOfLine }: Asked,
  conversationId: string | null,
): Record<string, unknown> {
  const amount = price / 100;
  const signed = [entry.paymentId, amount, entry.currency, conversationId ?? ''].join(':');
  const key = truth.refundAnswer === 'badSignature' ? `${merchant.secretKey}x` : merchant.secretKey;
  const signature = createHmac('sha256', key).update(signed).digest('hex');
  const reference = `host-${line.id}`;
  return {
    conversationId: conversationId ?? undefined,
    paymentId: idAs(entry.paymentId, truth, 'answer'),
    ...(isOfLine && { paymentTransactionId: idAs(line.id, truth, 'answer') }),
    price: amountAs(price, truth),
    currency: entry.currency,
    authCode: '682735',
    hostReference: reference,
    ...(truth.refundAnswer !== 'withoutHostReference' && { refundHostReference: `refund-${reference}` }),
    ...(truth.refundAnswer !== 'withoutRetryable' && { retryable: false }),
    ...(truth.refundAnswer !== 'withoutSignature' && { signature }),
  };
}
