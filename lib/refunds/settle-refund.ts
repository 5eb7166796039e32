import { OperatorError } from '../account/operator-error.ts';
import { givenUp, type Refund } from '../billing/refund.ts';
import { lookUpListedRefund } from '../table/subscribers/refunds.ts';
import { recordRefundOutcome, type RefundRecordingApp } from './record.ts';
import type { OfTenant } from '../runtime/app.ts';

/** What a person found of a refund whose outcome the provider does not tell. */
export type RefundFinding = 'made' | 'never made';

/**
 * Settles a refund as a person has found it. Throws OperatorError for a refund that is not there, not left to a person, or
 * changed at the same moment.
 */
export async function settleRefund(
  app: RefundRecordingApp & OfTenant,
  id: string,
  finding: RefundFinding,
): Promise<Refund> {
  const refund = await lookUpListedRefund(app, id);
  if (!refund) throw new OperatorError('there is no such refund');
  if (refund.state !== 'PENDING' || !refund.needsPerson)
    throw new OperatorError('the outcome of this refund is not left to a person');
  const state = finding === 'made' ? ('made' as const) : ('refused' as const);
  const calls = refund.calls.map((call) => (call.state === 'sent' ? { ...call, state } : call));
  const settled = givenUp({ ...refund, calls, needsPerson: false }, app.clock());
  const recorded = await recordRefundOutcome(app, refund, settled);
  if (!recorded) throw new OperatorError('the refund was changed at the same moment; try again');
  return recorded;
}
