import type { Pay, PayFailure } from '../pay/pay.ts';
import { effectOf, neverArrived } from '../pay/failure.ts';
import { concluded, nextMorning, type Refund, type RefundCall } from '../billing/refund.ts';
import { MINUTE_MS, REFUNDS } from '../limits.ts';
import type { RefundDue } from '../table/subscribers/refunds.ts';
import { lookLater, recordRefundOutcome, saveRefund, type RefundRecordingApp } from './record.ts';
import type { OfTenant } from '../runtime/app.ts';

/** What came of sending: the refund as it is on record, and the failure of its last call. */
export interface SentRefund {
  readonly refund: Refund;
  readonly failure: PayFailure | undefined;
}

/** A refund of which the next call is about to be sent; undefined if none is left. */
export function aboutToSend(refund: Refund, now: number): Refund | undefined {
  const next = refund.calls.findIndex(({ state }) => state === 'planned');
  if (next === -1 || refund.calls.some(({ state }) => state === 'sent')) return undefined;
  return withCall(refund, next, { state: 'sent', sentAt: now, isPutOff: false });
}

/** A refund with one of its calls changed. */
export const withCall = (refund: Refund, at: number, change: Partial<RefundCall>): Refund => ({
  ...refund,
  calls: refund.calls.map((call, nth) => (nth === at ? { ...call, ...change } : call)),
});

/**
 * Sends the calls of a refund, one after the other, each once and only after it is on record as sent: an answer is
 * recorded, and an outcome that stays unknown is looked for, never asked for again. `reserved` is on record with its
 * first call as sent.
 */
export async function sendRefund(
  app: RefundRecordingApp & OfTenant,
  pay: Pay,
  reserved: Refund,
): Promise<SentRefund> {
  let refund = reserved;
  for (;;) {
    const at = refund.calls.findIndex(({ state }) => state === 'sent');
    const call = refund.calls[at];
    if (!call) return { refund, failure: undefined };
    const answer = await pay.refund({
      paymentId: refund.paymentId,
      line: call.line ?? undefined,
      amount: call.amount,
      currency: refund.currency,
      reason: refund.reason,
      note: refund.note ?? undefined,
      correlationId: call.correlationId,
    });
    if (!answer.ok) return { refund: await recordFailure(app, refund, at, answer), failure: answer };
    const made = withCall(refund, at, { state: 'made', hostReference: answer.value.hostReference ?? null });
    const next = aboutToSend(made, app.clock());
    if (!next) return { refund: await recordEnd(app, refund, made), failure: undefined };
    if (!(await saveRefund(app, refund, next, leased(app.clock())))) return { refund, failure: undefined };
    refund = { ...next, revision: refund.revision + 1 };
  }
}

/** While a call is under way, nobody else looks for its outcome. */
export const leased = (now: number): RefundDue => ({ kind: 'intent', at: now + REFUNDS.leaseMs });

async function recordEnd(app: RefundRecordingApp & OfTenant, before: Refund, after: Refund) {
  const end = concluded(after, app.clock());
  return (await recordRefundOutcome(app, before, end)) ?? before;
}

async function recordFailure(
  app: RefundRecordingApp & OfTenant,
  refund: Refund,
  at: number,
  failure: PayFailure,
): Promise<Refund> {
  const now = app.clock();
  const said = 'providerCode' in failure ? failure : undefined;
  const told = { ...refund, errorCode: said?.providerCode ?? null, errorMessage: said?.message ?? null };
  if (neverArrived(failure) && !refund.calls.some(({ state }) => state === 'made')) return refund;
  if (effectOf(failure) === 'unknown') {
    const sent = withCall(told, at, { isPutOff: failure.is === 'unclear' });
    return lookForIt(app, refund, sent, now);
  }
  if (failure.is === 'notFinished' || neverArrived(failure)) {
    const later = failure.is === 'notFinished' ? nextMorning(now) : now + MINUTE_MS;
    const again = withCall(told, at, { state: 'planned' });
    const saved = await saveRefund(app, refund, again, { kind: 'intent', at: later });
    return saved ? { ...again, revision: refund.revision + 1 } : refund;
  }
  const refused = told.calls.reduce<Refund>(
    (one, { state }, nth) =>
      nth === at || state === 'planned' ? withCall(one, nth, { state: 'refused' }) : one,
    told,
  );
  return recordEnd(app, refund, refused);
}

async function lookForIt(
  app: RefundRecordingApp & OfTenant,
  before: Refund,
  sent: Refund,
  now: number,
): Promise<Refund> {
  const [firstMs] = REFUNDS.lookUpDelaysMs;
  const saved = await saveRefund(app, before, sent, { kind: 'intent', at: now + firstMs });
  if (!saved) return before;
  await lookLater(app, sent, firstMs);
  return { ...sent, revision: before.revision + 1 };
}
