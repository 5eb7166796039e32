import { Refusal, type Answer } from './envelope.ts';
import { optionalText, text } from './fields.ts';
import { centsOf, findPayment, linesOf, refundsOf } from './payments.ts';
import type { LedgerEntry, Refund } from './records.ts';
import type { RefundTruth } from './refund-truths.ts';
import { turkishDay, turkishTime } from './turkish-day.ts';
import type { MerchantRequest, World } from './world.ts';

/** Ours: no source has the answer of an account without reports. */
const NO_REPORTS = '5905';
const ROWS_A_PAGE = 100;
/** The code of a refund that is put off. */
export const DEFERRED = '10246';

/** An amount in hundredths as this part of the provider writes it. */
export function amountAs(cents: number, { refundAmounts }: RefundTruth): string | number {
  const amount = cents / 100;
  if (refundAmounts === 'numbers') return amount;
  if (refundAmounts === 'text') return amount.toFixed(2);
  return cents === 0 ? '0E-8' : amount.toFixed(8);
}

/** An identifier of a payment as answers, or reports, write it. */
export function idAs(
  id: string | number,
  { paymentIds }: RefundTruth,
  where: 'answer' | 'report',
): string | number {
  const isText = paymentIds === 'text' || (paymentIds === 'asDocumented' && where === 'answer');
  return isText ? String(id) : Number(id);
}

/** POST /payment/detail: a payment without its refunds. */
export function readPaymentDetail(world: World, { merchant, body }: MerchantRequest): Answer {
  const truth = world.behaviour.of(merchant.merchantId);
  const entry = findPayment(world, merchant.merchantId, text(body, 'paymentId', '5002'));
  if (isHidden(entry, truth, 'notDetailed')) throw new Refusal('5087');
  return {
    root: {
      paymentId: idAs(entry.paymentId, truth, 'answer'),
      paymentStatus: 'SUCCESS',
      price: amountAs(centsOf(entry.amount), truth),
      paidPrice: amountAs(centsOf(entry.amount), truth),
      currency: entry.currency,
      itemTransactions: linesOf(entry, truth).map(({ id, cents }) => ({
        paymentTransactionId: idAs(id, truth, 'answer'),
        price: amountAs(cents, truth),
        paidPrice: amountAs(cents, truth),
      })),
    },
  };
}

/** GET /v2/reporting/payment/details: a payment with what was given back of it. */
export function reportPayment(world: World, { merchant, query }: MerchantRequest): Answer {
  const truth = reportsOf(world, merchant.merchantId);
  const entry = world.store.ledger.get(optionalText(query, 'paymentId') ?? '');
  const isShown =
    entry?.merchantId === merchant.merchantId &&
    entry.status === 'SUCCESS' &&
    !isHidden(entry, truth, 'notReported');
  if (isShown) return { root: { payments: [paymentView(world, entry, truth)] } };
  if (truth.unknownPayment === 'refused') throw new Refusal('5087');
  return { root: { payments: [] } };
}

const isHidden = (
  { kind }: LedgerEntry,
  { subscriptionPayments: where }: RefundTruth,
  here: 'notReported' | 'notDetailed',
) => kind === 'order' && (where === 'hidden' || where === here);

function reportsOf(world: World, merchantId: string): RefundTruth {
  const truth = world.behaviour.of(merchantId);
  if (truth.reporting === 'off') throw new Refusal(NO_REPORTS);
  return truth;
}

function paymentView(world: World, entry: LedgerEntry, truth: RefundTruth): unknown {
  const listed = refundsOf(world, entry).filter((one) => isListed(world, one, truth));
  const made = listed.filter(({ status }) => status === 1);
  const whole = centsOf(entry.amount);
  const back = made.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const partly = back === 0 ? 'NOT_REFUNDED' : 'PARTIALLY_REFUNDED';
  return {
    paymentId: idAs(entry.paymentId, truth, 'report'),
    paymentStatus: 1,
    paymentRefundStatus: back >= whole ? 'TOTALLY_REFUNDED' : partly,
    price: amountAs(whole, truth),
    paidPrice: amountAs(whole, truth),
    currency: entry.currency,
    createdDate: turkishTime(entry.time),
    cancels: listed.filter(({ kind }) => kind === 'cancel').map((one) => cancelView(one, truth)),
    itemTransactions: linesOf(entry, truth).map(({ id, cents }) => ({
      paymentTransactionId: idAs(id, truth, 'report'),
      price: amountAs(cents, truth),
      paidPrice: amountAs(cents, truth),
      iyziCommissionRateAmount: amountAs(0, truth),
      refunds: listed.filter((one) => one.paymentTransactionId === id).map((one) => refundView(one, truth)),
    })),
  };
}

/** What was refused is listed or not, and everything appears only after the delay of reports. */
function isListed(world: World, { status, createdDate, errorCode }: Refund, truth: RefundTruth): boolean {
  if (createdDate + truth.reportingDelayMs > world.clock.now()) return false;
  if (errorCode === DEFERRED && truth.deferredShown !== 'asRefused') return truth.deferredShown === 'always';
  return status === 1 || truth.refusedRefunds !== 'unlisted';
}

const REFUSED_STATUS = { unlisted: 0, status0: 0, status2: 2, statusMinus1: -1 } as const;

function givenBackView({ amount, currency, status, createdDate, errorCode }: Refund, truth: RefundTruth) {
  return {
    refundPrice: amountAs(centsOf(amount), truth),
    refundStatus: status === 1 ? 1 : REFUSED_STATUS[truth.refusedRefunds],
    isAfterSettlement: 0,
    createdDate: turkishTime(createdDate),
    currencyCode: currency,
    authCode: '682735',
    ...(errorCode !== null && { errorCode, errorMessage: 'İade yapılamadı', errorGroup: 'REFUND' }),
  };
}

function refundView(one: Refund, truth: RefundTruth): object {
  const told = truth.refundConversation === 'told' && one.conversationId !== null;
  return {
    ...(truth.refundIds === 'told' && { refundTxId: idAs(one.refundTxId, truth, 'report') }),
    ...(told && { refundConversationId: one.conversationId }),
    ...givenBackView(one, truth),
    hostReference: `refund-host-${one.paymentTransactionId}`,
  };
}

function cancelView(one: Refund, truth: RefundTruth): object {
  return {
    ...(truth.refundIds === 'told' && { refundId: idAs(one.refundTxId, truth, 'report') }),
    ...givenBackView(one, truth),
    hostReference: `cancel-host-${one.paymentId}`,
  };
}

/** GET /v2/reporting/payment/transactions: all of a day, oldest first; an empty day has no pages. */
export function reportDay(world: World, { merchant, query }: MerchantRequest): Answer {
  const truth = reportsOf(world, merchant.merchantId);
  const day = text(query, 'transactionDate');
  const page = Number(text(query, 'page'));
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !Number.isInteger(page) || page < 1) throw new Refusal('11');
  const rows = rowsOf(world, merchant.merchantId, day, truth);
  if (rows.length === 0) return { root: { transactions: [] } };
  const shown = rows.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return {
    root: {
      transactions: shown,
      currentPage: page,
      totalPageCount: Math.ceil(rows.length / ROWS_A_PAGE),
    },
  };
}

function rowsOf(world: World, merchantId: string, day: string, truth: RefundTruth): object[] {
  const payments = world.store.ledger
    .all()
    .filter((entry) => entry.merchantId === merchantId && entry.status === 'SUCCESS');
  const charged = payments.map((entry) => ({ entry, at: entry.time, type: 'PAYMENT', of: undefined }));
  const checked = payments.flatMap((entry) =>
    entry.refundedAt === null ? [] : [{ entry, at: entry.refundedAt, type: 'REFUND', of: undefined }],
  );
  const back = payments.flatMap((entry) =>
    refundsOf(world, entry)
      .filter((one) => one.status === 1 && isListed(world, one, truth))
      .map((of) => ({ entry, at: of.createdDate, type: of.kind === 'cancel' ? 'CANCEL' : 'REFUND', of })),
  );
  return [...charged, ...checked, ...back]
    .filter(({ at, entry }) => turkishDay(at) === day && !isHidden(entry, truth, 'notReported'))
    .sort((one, other) => one.at - other.at)
    .map(({ entry, at, type, of }) => ({
      transactionType: type,
      transactionDate: turkishTime(at),
      transactionId: idAs(of?.refundTxId ?? entry.paymentId, truth, 'report'),
      paymentTxId: idAs(`${entry.paymentId}1`, truth, 'report'),
      paymentId: idAs(entry.paymentId, truth, 'report'),
      price: amountAs(centsOf(of?.amount ?? entry.amount), truth),
      paidPrice: amountAs(centsOf(of?.amount ?? entry.amount), truth),
      transactionCurrency: entry.currency,
      settlementCurrency: entry.currency,
      afterSettlement: 0,
    }));
}
