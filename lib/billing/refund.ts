import { flag, listOf, number, oneOf, orElse, orNull, part, record, text, type TypeOf } from '../record.ts';
import type { ParsedId } from './identifiers.ts';
import { CLOCK_DIFFERENCE_MS, DAY_MS, HOUR_MS, REFUNDS } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { wasPaid, type Invoice } from './invoice.ts';
import { cents, decimal } from './money.ts';
import { dayInTurkey } from './turkish-day.ts';

/** PENDING until its outcome is known. */
export const REFUND_STATES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
/** One of `REFUND_STATES`. */
export type RefundState = (typeof REFUND_STATES)[number];

/** Why money is given back. */
export const REFUND_REASONS = ['BUYER_REQUEST', 'DOUBLE_PAYMENT', 'FRAUD', 'OTHER'] as const;
/** One of `REFUND_REASONS`. */
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Who gave it back; `provider`: somebody in the provider's panel. */
export const REFUND_BY = ['request', 'operator', 'person', 'provider'] as const;
/** `task`: a person has to do it; `separate`: by an expense note or a return invoice, and the document stands. */
export const REFUND_DOCUMENT_STATES = [
  'pending',
  'none_needed',
  'adjusted',
  'cancelled',
  'separate',
  'task',
] as const;

const REFUND_CALL = part({
  /** Null where the provider shows no lines. */
  line: orNull(text),
  amount: text,
  /** By which the provider's report names it. */
  correlationId: text,
  state: oneOf(['planned', 'sent', 'made', 'refused']),
  /** Epoch ms; null before, and where the report does not tell when others made it. */
  sentAt: orNull(number),
  /** It was refused in a way that may still become a success by itself. */
  isPutOff: flag,
  /** What proves it: the provider's id in reports, and the bank's reference. */
  reportId: orNull(text),
  hostReference: orNull(text),
});
/**
 * One call of a refund, for one line of the payment. `planned` was not sent, or not carried out for certain; `sent` may
 * have been carried out.
 */
export type RefundCall = TypeOf<typeof REFUND_CALL>;

const REFUND_DOCUMENT = part({
  state: oneOf(REFUND_DOCUMENT_STATES),
  taskId: orNull(text),
});
/** What becomes of the document of what was given back. */
export type RefundDocument = TypeOf<typeof REFUND_DOCUMENT>;

/** Money given back of an invoice, or an attempt to. Times are epoch ms, the amount a two-decimal string. */
export const REFUND = record('refund', {
  id: text,
  revision: number,
  subscriberId: text,
  invoiceId: text,
  invoiceNumber: text,
  paymentId: text,
  /** What is given back; of a refund in several calls that ended early, what was. */
  amount: text,
  /** What the request asked for, and whether that was all that was left. */
  askedAmount: text,
  askedForAll: flag,
  currency: text,
  state: oneOf(REFUND_STATES),
  reason: oneOf(REFUND_REASONS),
  note: orNull(text),
  by: oneOf(REFUND_BY),
  clientReferenceId: orNull(text),
  requestedAt: number,
  completedAt: orNull(number),
  errorCode: orNull(text),
  errorMessage: orNull(text),
  calls: listOf(REFUND_CALL),
  /** Looks for its outcome without finding it. */
  lookUps: orElse(number, 0),
  /** Its outcome is not to be found: a person has to say. */
  needsPerson: flag,
  document: orNull(REFUND_DOCUMENT),
});
/** A refund. */
export type Refund = TypeOf<typeof REFUND>;

/** What a refund asks for; without an amount, all that is left. */
export interface RefundAsk {
  readonly invoiceId: ParsedId;
  readonly amount: string | undefined;
  readonly reason: RefundReason;
  readonly note: string | null;
  readonly clientReferenceId: string | null;
}

/** An amount in hundredths; amounts on record are whole ones. */
export const hundredths = (amount: string): bigint => cents(amount) ?? 0n;

/** What is left of an invoice: its amount without what was given back, also by others. */
export function leftOf({ amount, refundedAmount = '0.00' }: Invoice): string {
  const left = hundredths(amount) - hundredths(refundedAmount);
  return decimal(left > 0n ? left : 0n, 2);
}

/**
 * The amount to give back of an invoice at `now` (epoch ms). Throws `invoice_not_paid`, `refund_in_progress`,
 * `already_refunded`, `too_old`, or `amount_too_large` with what is left.
 */
export function refundableAmount(invoice: Invoice, asked: string | undefined, now: number): string {
  if (!wasPaid(invoice) || hundredths(invoice.amount) === 0n) throw new Refusal('invoice_not_paid');
  if (invoice.refunding !== undefined) throw new Refusal('refund_in_progress');
  const left = leftOf(invoice);
  if (hundredths(left) === 0n) throw new Refusal('already_refunded');
  if (now > invoice.date + REFUNDS.withinMs) throw new Refusal('too_old');
  const amount = asked ?? left;
  if (hundredths(amount) > hundredths(left)) throw new Refusal('amount_too_large', { extra: { left } });
  return amount;
}

/** What the provider shows of a payment, as far as the calls of a refund need it. */
export interface RefundableLine {
  readonly id: string;
  /** In hundredths. */
  readonly rest: bigint;
}

/** The calls of a refund: of the largest rest first. Undefined where so much is not left at the provider. */
export function callsFor(
  amount: string,
  lines: readonly RefundableLine[],
  newCorrelationId: () => string,
): RefundCall[] | undefined {
  const planned = (line: string | null, part: bigint): RefundCall => ({
    line,
    amount: decimal(part, 2),
    correlationId: newCorrelationId(),
    state: 'planned',
    sentAt: null,
    isPutOff: false,
    reportId: null,
    hostReference: null,
  });
  let open = hundredths(amount);
  if (lines.length === 0) return [planned(null, open)];
  const calls: RefundCall[] = [];
  for (const { id, rest } of lines.toSorted((one, other) => (one.rest < other.rest ? 1 : -1))) {
    const part = rest < open ? rest : open;
    if (part > 0n) calls.push(planned(id, part));
    open -= part > 0n ? part : 0n;
  }
  return open === 0n ? calls : undefined;
}

/** Something given back of a payment as the provider reports it. */
export interface ReportedRefund {
  readonly id: string | undefined;
  readonly correlationId: string | undefined;
  readonly line: string | undefined;
  readonly amount: string;
  readonly succeeded: boolean;
  /** It was refused in a way that may still become a success by itself. */
  readonly isPutOff: boolean;
  readonly at: number | undefined;
  readonly hostReference: string | undefined;
  /** Why it was refused, in the provider's words. */
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
}

/** Which reported refunds are whose. */
export interface Attributed<Reported> {
  /** What each of our calls made. */
  readonly ours: ReadonlyMap<RefundCall, Reported>;
  /** What others gave back and nothing on record is of. */
  readonly others: readonly Reported[];
}

/**
 * Attributes what was given back of a payment to what is on record of it, each once: by the id we sent or the provider's
 * own, never by its place in the report. Where the report tells no id, what others gave back is known again by its amount,
 * line and time, and what is left may be our call's of that amount and line that was sent before.
 */
export function attribute<Reported extends ReportedRefund>(
  reported: readonly Reported[],
  refunds: readonly Refund[],
): Attributed<Reported> {
  const known = new Map<RefundCall, Reported>();
  const left = new Set(reported.filter(({ succeeded }) => succeeded));
  const ours = refunds.filter(({ by }) => by !== 'provider').flatMap(claimsOf);
  const found = refunds.filter(({ by }) => by === 'provider').flatMap(({ calls }) => calls);
  const take = (calls: readonly RefundCall[], isOf: (one: Reported, call: RefundCall) => boolean) => {
    for (const call of calls) {
      if (known.has(call)) continue;
      const one = [...left].find((each) => isOf(each, call));
      if (one) known.set(call, one);
      if (one) left.delete(one);
    }
  };
  take(ours, (one, call) => one.correlationId === call.correlationId);
  take([...ours, ...found], (one, call) => one.id !== undefined && one.id === call.reportId);
  take(found, isFoundAgain);
  take(ours, (one, call) => one.correlationId === undefined && call.reportId === null && fits(one, call));
  return { ours: new Map([...known].filter(([call]) => ours.includes(call))), others: [...left] };
}

/** The calls that may have made what is reported: what a refund that is over had given up, counts as made by others. */
const claimsOf = ({ state, calls }: Refund): RefundCall[] =>
  calls.filter((call) => state !== 'SUCCEEDED' || call.state !== 'refused');

/** Whether it is what was once found, of which the report tells no id now or told none then. */
function isFoundAgain(one: ReportedRefund, call: RefundCall): boolean {
  if (one.id !== undefined && call.reportId !== null) return false;
  const isOfTime = one.at === undefined || call.sentAt === null || one.at === call.sentAt;
  return (
    isOfTime && one.line === (call.line ?? undefined) && hundredths(one.amount) === hundredths(call.amount)
  );
}

function fits({ line, amount, at }: ReportedRefund, call: RefundCall): boolean {
  if (call.sentAt === null || call.state === 'refused') return false;
  const isOfLine = call.line === null || call.line === line;
  const isLater = at === undefined || at >= call.sentAt - CLOCK_DIFFERENCE_MS;
  return isOfLine && isLater && hundredths(amount) === hundredths(call.amount);
}

/**
 * A refund with what the report of its payment proves of its calls; `all` are those of its invoice. What the report does
 * not show is not learned: it proves nothing.
 */
export function learned(
  refund: Refund,
  reported: readonly ReportedRefund[],
  all: readonly Refund[],
  now: number,
): Refund {
  const { ours } = attribute(
    reported,
    all.map((one) => (one.id === refund.id ? refund : one)),
  );
  const refusalOf = ({ correlationId, state }: RefundCall) =>
    state === 'sent'
      ? reported.find((one) => one.correlationId === correlationId && !one.succeeded && !one.isPutOff)
      : undefined;
  const calls = refund.calls.map((call): RefundCall => {
    const made = ours.get(call);
    if (made && call.state !== 'made')
      return { ...call, state: 'made', reportId: made.id ?? null, hostReference: made.hostReference ?? null };
    return refusalOf(call) ? { ...call, state: 'refused' } : call;
  });
  const isOver = refund.state === 'PENDING' || calls.some(({ state }) => state === 'made');
  if (!isOver) return refund;
  const refused = refund.calls.map(refusalOf).find((one) => one !== undefined);
  const { errorCode = null, errorMessage = null } = refused ?? {};
  return concluded({ ...refund, calls, ...(refused && { errorCode, errorMessage }) }, now);
}

/** A refund whose outcome was looked for long enough: what was never sent is given up. */
export const givenUp = (refund: Refund, now: number): Refund => {
  const calls = refund.calls.map((call) =>
    call.state === 'planned' ? { ...call, state: 'refused' as const } : call,
  );
  return concluded({ ...refund, calls }, now);
};

/** When the outcome is looked for again (epoch ms) after so many looks without an outcome; undefined when a person has to say. */
export function nextLookUpAt({ lookUps, requestedAt }: Refund, now: number): number | undefined {
  if (now - requestedAt >= REFUNDS.lookedForMs) return undefined;
  return now + (REFUNDS.lookUpDelaysMs[lookUps] ?? HOUR_MS);
}

/** When a refund that the bank takes only after its day's end is sent again (epoch ms): at eight the next morning in Turkey. */
export const nextMorning = (now: number): number => Date.parse(`${dayInTurkey(now + DAY_MS)}T08:00:00+03:00`);

/** A refund after its calls: SUCCEEDED with what was made, FAILED where nothing was; PENDING while one may still be. */
export function concluded(refund: Refund, now: number): Refund {
  const isOpen = refund.calls.some(({ state }) => state === 'planned' || state === 'sent');
  if (isOpen) return refund;
  const made = refund.calls.filter(({ state }) => state === 'made');
  const amount = made.reduce((sum, call) => sum + hundredths(call.amount), 0n);
  if (made.length === 0) return { ...refund, state: 'FAILED', completedAt: now };
  return {
    ...refund,
    state: 'SUCCEEDED',
    amount: decimal(amount, 2),
    completedAt: now,
    needsPerson: false,
    ...(made.length === refund.calls.length && { errorCode: null, errorMessage: null }),
    document: refund.document ?? { state: 'pending', taskId: null },
  };
}

/** An invoice after so much more was given back of it. */
export function afterRefund(
  invoice: Invoice,
  amount: string,
): Pick<Invoice, 'status'> & {
  readonly refundedAmount: string;
} {
  const refunded = hundredths(invoice.refundedAmount ?? '0.00') + hundredths(amount);
  const isAll = refunded >= hundredths(invoice.amount);
  return { refundedAmount: decimal(refunded, 2), status: isAll ? 'REFUNDED' : invoice.status };
}
