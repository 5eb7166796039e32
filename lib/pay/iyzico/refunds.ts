import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf } from './account.ts';
import type { Caller } from './call.ts';
import { mayFollow } from './codes.ts';
import {
  currency,
  answerFieldsOf,
  identifier,
  listOf,
  money,
  optionalLine,
  optionalNumber,
  optionalText,
  timeIfReadable,
  UnreadableAnswer,
  type Fields,
} from './fields.ts';
import { MOST_PAGES } from './limits.ts';
import type { Pay, PayAccount, PayAnswer, PayRefundAsk } from '../pay.ts';
import type { PayPayment, PayPaymentRefund } from '../provider-records.ts';

const REPORTING = '/v2/reporting/payment';

/** Who asks: sources differ on whether the address is mandatory, and none uses it. */
const OWN_ADDRESS = '127.0.0.1';

/** The code for a payment that the account does not have. */
const NO_SUCH_PAYMENT = '5087';

/** Gives money back: of a whole payment, or of one of its lines. */
export const refund = (account: PayAccount, call: Caller, ask: PayRefundAsk): ReturnType<Pay['refund']> =>
  call.postRefund(
    ask.line === undefined ? '/v2/payment/refund' : '/payment/refund',
    refundBody(ask),
    (answer) => readRefund(answer, ask, keysOf(account).secretKey),
  );

/** A refund in the provider's format; only that of a line takes a reason. */
function refundBody({
  paymentId,
  line,
  amount,
  currency,
  reason,
  note,
  correlationId,
}: PayRefundAsk): object {
  const common = { conversationId: correlationId, price: amount, currency, ip: OWN_ADDRESS };
  if (line === undefined) return { ...common, paymentId };
  return { ...common, paymentTransactionId: line, reason, ...(note !== undefined && { description: note }) };
}

/** An answer that is not of exactly this refund, or not signed, proves nothing: it counts as none. Throws `UnreadableAnswer`. */
function readRefund(answer: Fields, ask: PayRefundAsk, secretKey: string) {
  const refunded = identifier(answer, 'paymentId');
  if (refunded !== ask.paymentId) throw new UnreadableAnswer('paymentId');
  if (ask.line !== undefined && identifier(answer, 'paymentTransactionId') !== ask.line)
    throw new UnreadableAnswer('paymentTransactionId');
  if (amountOf(answer, 'price') !== ask.amount) throw new UnreadableAnswer('price');
  if (currency(answer, 'currency') !== ask.currency) throw new UnreadableAnswer('currency');
  if (identifier(answer, 'conversationId') !== ask.correlationId)
    throw new UnreadableAnswer('conversationId');
  const signed = [refunded, bare(ask.amount), ask.currency, ask.correlationId].join(':');
  const expected = createHmac('sha256', secretKey).update(signed, 'utf8').digest();
  const given = Buffer.from(optionalText(answer, 'signature') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new UnreadableAnswer('signature');
  return {
    hostReference: optionalLine(answer, 'refundHostReference') ?? optionalLine(answer, 'hostReference'),
  };
}

/** An amount as it is signed: without trailing zeros. */
const bare = (amount: string): string => amount.replace(/\.?0+$/, '');

/** An amount, which this part of the provider also writes with an exponent. Throws `UnreadableAnswer`. */
function amountOf(fields: Fields, name: string): string {
  const written = optionalText(fields, name) ?? '';
  const plain = /^\d+(\.\d+)?e[+-]?\d{1,2}$/i.test(written) ? Number(written).toFixed(8) : written;
  return money({ [name]: plain }, name);
}

/**
 * A payment with its lines and refunds, which the report alone shows: what the other reading shows is marked as such.
 */
export async function readPayment(call: Caller, paymentId: string): Promise<PayAnswer<PayPayment>> {
  const reported = await call.get(`${REPORTING}/details`, { paymentId }, (answer) =>
    listOf(answer, 'payments').map(readReported),
  );
  if (!reported.ok && !isUnknownPayment(reported)) return reported;
  const found = reported.ok ? reported.value.find((one) => one.paymentId === paymentId) : undefined;
  if (found) return { ok: true, value: found };
  const detail = await call.post('/payment/detail', { paymentId }, readDetail);
  if (detail.ok && detail.value.paymentId === paymentId) return detail;
  if (!detail.ok && !isUnknownPayment(detail)) return detail;
  return { ok: true, value: { paymentId, lines: [], refunds: [], showsRefunds: false } };
}

const isUnknownPayment = (answer: PayAnswer<unknown>): boolean =>
  !answer.ok && 'providerCode' in answer && answer.providerCode === NO_SUCH_PAYMENT;

function readReported(payment: Fields): PayPayment {
  const listed = listOf(payment, 'itemTransactions');
  const lines = listed.map(readLine);
  const ofLines = listed.flatMap((line, at) =>
    listOf(line, 'refunds').map((one) => readGivenBack(one, lines[at]?.id)),
  );
  const cancels = listOf(payment, 'cancels').map((one) => readGivenBack(one, undefined));
  return {
    paymentId: identifier(payment, 'paymentId'),
    lines,
    refunds: [...ofLines, ...cancels],
    showsRefunds: true,
  };
}

function readDetail(payment: Fields): PayPayment {
  return {
    paymentId: identifier(payment, 'paymentId'),
    lines: listOf(payment, 'itemTransactions').map(readLine),
    refunds: [],
    showsRefunds: false,
  };
}

const readLine = (line: Fields) => ({
  id: identifier(line, 'paymentTransactionId'),
  amount: amountOf(line, 'paidPrice'),
});

/** A refund of a line or, without one, a cancellation of the whole payment. Status 1 alone is a success. */
function readGivenBack(one: Fields, line: string | undefined): PayPaymentRefund {
  return {
    id: optionalText(one, 'refundTxId') ?? optionalText(one, 'refundId'),
    correlationId: optionalText(one, 'refundConversationId') ?? optionalText(one, 'cancelConversationId'),
    line,
    amount: amountOf(one, 'refundPrice'),
    succeeded: optionalText(one, 'refundStatus') === '1',
    isPutOff: mayFollow(optionalText(one, 'errorCode')),
    at: timeIfReadable(one, 'createdDate'),
    hostReference: optionalLine(one, 'hostReference'),
    errorCode: optionalLine(one, 'errorCode'),
    errorMessage: optionalLine(one, 'errorMessage'),
  };
}

const GIVEN_BACK: ReadonlySet<string | undefined> = new Set(['REFUND', 'CANCEL']);

/** The payments of which something was given back on a day; an empty day has no pages. */
export async function refundedPayments(call: Caller, day: string): Promise<PayAnswer<readonly string[]>> {
  const found = new Set<string>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const asked = { transactionDate: day, page: String(page) };
    const answer = await call.get(`${REPORTING}/transactions`, asked, readRows);
    if (!answer.ok) return answer;
    for (const paymentId of answer.value.refunded) found.add(paymentId);
    if (page >= answer.value.pages) return { ok: true, value: [...found] };
  }
  return { ok: false, is: 'invalidResponse', httpStatus: 200 };
}

function readRows(answer: Fields): { pages: number; refunded: string[] } {
  const rows = listOf(answer, 'transactions').map(answerFieldsOf);
  return {
    pages: optionalNumber(answer, 'totalPageCount') ?? 0,
    refunded: rows
      .filter((row) => GIVEN_BACK.has(optionalText(row, 'transactionType')))
      .map((row) => identifier(row, 'paymentId')),
  };
}
