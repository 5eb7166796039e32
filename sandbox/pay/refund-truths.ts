import { oneOf, text, upTo, type Switch } from '../switches.ts';

/** What the provider may really do about refunds, as `TRUTHS` says it of the rest; the first value is the favoured one. */
export const REFUND_TRUTHS = {
  /** Which of the two calls that refund the account may make; the other is refused with 5266. */
  refundCalls: ['both', 'linesOnly', 'paymentsOnly'],
  /** Whether the account has reports at all. */
  reporting: ['on', 'off'],
  /** The HTTP status of a refused refund. */
  refundFailureStatus: ['400', '200', '422'],
  /** Whether a refund has to name an address. */
  refundIp: ['optional', 'required'],
  /** How amounts are written. */
  refundAmounts: ['numbers', 'text', 'eightDecimals'],
  /** What the answer to a refund lacks. */
  refundAnswer: ['whole', 'withoutSignature', 'badSignature', 'withoutHostReference', 'withoutRetryable'],
  /** Whether reports list refused refunds, and with which status. */
  refusedRefunds: ['unlisted', 'status0', 'status2', 'statusMinus1'],
  /** Whether reports tell the `conversationId` of a refund. */
  refundConversation: ['told', 'dropped'],
  /** Whether reports tell an id of each refund. */
  refundIds: ['told', 'untold'],
  /** Whether payments' identifiers are text in answers and numbers in reports, or the same in both. */
  paymentIds: ['asDocumented', 'text', 'numbers'],
  /** The lines of a subscription's payment. */
  paymentLines: ['one', 'several'],
  /** Where a subscription's payment can be read. */
  subscriptionPayments: ['shown', 'notReported', 'notDetailed', 'hidden'],
  /** What a report says of a payment that it does not have. */
  unknownPayment: ['emptyList', 'refused'],
  /** Whether the merchant's balance is enough for refunds. */
  merchantBalance: ['enough', 'tooSmall'],
  /** What becomes of a refund on the day of its charge, before the bank's day ends. */
  sameDayRefunds: ['made', 'afterDayEnd'],
  /** Whether a refund is put off with 10246, made later by itself, and whether that is announced. */
  deferredRefunds: ['never', 'silently', 'announced'],
  /** Whether reports show one that was put off before it is paid out: as any refused one, never, or always. */
  deferredShown: ['asRefused', 'never', 'always'],
  /** When one that was put off is paid out. */
  deferredPayout: ['afterAnHour', 'afterFiveDays'],
  /** What an order says after its payment was refunded in full. */
  orderAfterRefund: ['unchanged', 'changed'],
  /** The refunds that a merchant may ask for in a minute. */
  refundLimit: ['none', 'fiftyAMinute'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One answer to each question. */
export type RefundTruth = {
  -readonly [Question in keyof typeof REFUND_TRUTHS]: (typeof REFUND_TRUTHS)[Question][number];
} & {
  /** Milliseconds of the sandbox's clock before a refund appears in reports. */
  reportingDelayMs: number;
  /** The codes that no source has: ours. */
  alreadyRefundedCode: string;
  aboveRestCode: string;
  tooOldCode: string;
  balanceTooSmallCode: string;
};

/** What evidence favours. */
export const FAVOURED_REFUNDS = {
  ...Object.fromEntries(Object.entries(REFUND_TRUTHS).map(([question, [favoured]]) => [question, favoured])),
  reportingDelayMs: 0,
  alreadyRefundedCode: '5901',
  aboveRestCode: '5902',
  tooOldCode: '5903',
  balanceTooSmallCode: '5904',
} as RefundTruth;

/** What the switches take. */
export const REFUND_SWITCHES = {
  ...Object.fromEntries(
    Object.entries(REFUND_TRUTHS).map(([question, values]) => [question, oneOf(...values)]),
  ),
  reportingDelayMs: upTo(3_600_000, 'whole milliseconds'),
  alreadyRefundedCode: text,
  aboveRestCode: text,
  tooOldCode: text,
  balanceTooSmallCode: text,
} as Record<keyof RefundTruth, Switch>;
