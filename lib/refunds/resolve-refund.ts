import { payClientFor } from '../pay/client.ts';
import { givenUp, learned, nextLookUpAt, type Refund } from '../billing/refund.ts';
import { MINUTE_MS, REFUNDS } from '../limits.ts';
import { neverArrived } from '../pay/failure.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayPayment } from '../pay/provider-records.ts';
import { newsOf, peopleNotice, writeWithNotices } from '../messages/owe.ts';
import { differencePut, type NewDifference } from '../table/differences/differences.ts';
import { lookUpRefund, refundNotDue, refundPut, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import { tryWrite } from '../table/table.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { readInvoice } from './find-invoice.ts';
import { recordFoundRefunds } from './found-refunds.ts';
import { lookLater, recordRefundOutcome, saveRefund, type RefundRecordingApp } from './record.ts';
import { aboutToSend, leased, sendRefund } from './send.ts';
import type { RefundingApp } from './refund-invoice.ts';
import type { OfTenant } from '../runtime/app.ts';

/** Names a refund. */
export interface RefundName {
  readonly subscriberId: string;
  readonly refundId: string;
}

/**
 * Looks for the outcome of a refund in the provider's report, and records it; what was certainly not carried out is sent
 * after that look. A refused one is looked at once more a day later, as the provider may make it by itself. One that is
 * not to be found within three days is a person's to settle: it keeps its amount reserved, is never sent again, and is
 * looked for once a day.
 */
export async function resolveRefund(app: RefundingApp & OfTenant, name: RefundName): Promise<void> {
  const { subscriberId, refundId } = name;
  const refund = await lookUpRefund(app, subscriberId, { id: refundId });
  if (!refund || refund.state === 'SUCCEEDED') return;
  const pay = await payClientFor(await withTenant(app));
  const { isGranted } = await takeToken(app, 'reports');
  const payment = isGranted ? await pay.readPayment(refund.paymentId) : undefined;
  if (!payment?.ok) return lookAgain(app, refund);
  const all = await refundsOfInvoice(app, subscriberId, refund.invoiceId);
  const now = learned(refund, payment.value.refunds, all, app.clock());
  if (now.state !== refund.state) return void (await recordRefundOutcome(app, refund, now));
  if (refund.state === 'FAILED')
    return void (await tryWrite(() => app.table.apply(refundNotDue(app.tenantId, refund))));
  await recordOthers(app, refund, payment.value);
  const next = refund.needsPerson ? undefined : aboutToSend(now, app.clock());
  if (!next) return lookAgain(app, refund, now, payment.value);
  return sendNext(app, pay, refund, next);
}

/** What others gave back is recorded before anything more is sent. */
async function recordOthers(
  app: RefundRecordingApp & OfTenant,
  { subscriberId, invoiceId }: Refund,
  payment: PayPayment,
): Promise<void> {
  const found = await readInvoice(app, subscriberId, invoiceId);
  if (found) await recordFoundRefunds(app, found, payment);
}

async function sendNext(app: RefundingApp & OfTenant, pay: Pay, before: Refund, next: Refund): Promise<void> {
  if (!(await saveRefund(app, before, next, leased(app.clock())))) return;
  const reserved = { ...next, revision: before.revision + 1 };
  const { refund, failure } = await sendRefund(app, pay, reserved);
  if (!failure || !neverArrived(failure) || refund.revision !== reserved.revision) return;
  const again = {
    ...reserved,
    calls: reserved.calls.map((call) =>
      call.state === 'sent' ? { ...call, state: 'planned' as const } : call,
    ),
  };
  await saveRefund(app, reserved, again, { kind: 'intent', at: app.clock() + MINUTE_MS });
}

/** Silence and an empty report decide nothing: it is looked for again, and in the end left to a person. */
async function lookAgain(
  app: RefundRecordingApp & OfTenant,
  before: Refund,
  known = before,
  payment?: PayPayment,
): Promise<void> {
  const now = app.clock();
  const lookUps = before.lookUps + 1;
  const at = nextLookUpAt({ ...before, lookUps }, now);
  if (at !== undefined || before.state === 'FAILED') {
    const again = at ?? now + MINUTE_MS * 60;
    await saveRefund(app, before, { ...known, lookUps }, { kind: 'intent', at: again });
    return lookLater(app, before, again - now);
  }
  const left = { ...givenUp(known, now), lookUps };
  if (left.state !== 'PENDING') return void (await recordRefundOutcome(app, before, left));
  await leaveToPerson(app, before, left, payment?.showsRefunds ?? false);
}

/** Leaves a refund to a person, who is told once, and looks for it once a day: it may still be proven. */
async function leaveToPerson(
  app: RefundRecordingApp & OfTenant,
  before: Refund,
  left: Refund,
  wouldShow: boolean,
): Promise<void> {
  const now = app.clock();
  const dueAt = { kind: 'intent', at: now + REFUNDS.personLookMs } as const;
  const saved = refundPut(app.tenantId, before, { ...left, needsPerson: true }, dueAt);
  const found = before.needsPerson ? [] : [unconfirmed(left, wouldShow)];
  const told = found.flatMap((one) => differencePut(app.tenantId, one, now));
  const notices = await Promise.all(found.map((one) => peopleNotice(app, newsOf(one, now))));
  const write = () => writeWithNotices(app, [saved, ...told], notices.flat());
  if (!(await tryWrite(write)) || before.needsPerson) return;
  app.log.measure('AmbiguousCharge', 1, 'refund');
  app.log.measure('DifferencesFound', 1, 'refund_unconfirmed');
  app.log.error('the outcome of a refund is not to be found; a person has to say', {
    ...{ tenant: app.tenantId, subscriberId: left.subscriberId, reference: left.paymentId },
  });
}

/** What a person is told of a refund; where the provider shows no refunds of its payment, that nothing shows proves nothing. */
function unconfirmed(refund: Refund, wouldShow: boolean): NewDifference {
  const { id, subscriberId, paymentId, amount, currency, requestedAt, calls } = refund;
  return {
    kind: 'refund_unconfirmed',
    about: id,
    subscriberId,
    reference: paymentId,
    ours: `A refund of ${amount} ${currency} was asked for as ${calls.map((one) => one.correlationId).join(', ')}.`,
    theirs: wouldShow
      ? 'The reports of three days show nothing of it.'
      : 'The reports do not show what was given back of this payment.',
    since: requestedAt,
  };
}
