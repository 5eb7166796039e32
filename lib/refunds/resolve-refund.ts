import { payClientFor } from '../pay/client.ts';
import { attribute, concluded, nextLookUpAt, type Refund } from '../billing/refund.ts';
import { MINUTE_MS } from '../limits.ts';
import { neverArrived } from '../pay/failure.ts';
import type { Pay } from '../pay/pay.ts';
import type { PayPayment, PayPaymentRefund } from '../pay/provider-records.ts';
import { differencePut, type NewDifference } from '../table/differences/differences.ts';
import { lookUpRefund, refundNotDue, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import { tryWrite } from '../table/table.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { findTenant, type Tenant } from '../table/tenants/tenants.ts';
import { readInvoice } from './find-invoice.ts';
import { recordFoundRefunds } from './found-refunds.ts';
import { lookLater, recordOutcome, saveRefund, type RefundRecordingApp } from './record.ts';
import { aboutToSend, leased, sendRefund, withCall } from './send.ts';
import type { RefundingApp } from './refund-invoice.ts';

/** Names a refund. */
export interface RefundName {
  readonly tenantId: string;
  readonly subscriberId: string;
  readonly refundId: string;
}

/**
 * Looks for the outcome of a refund in the provider's report, and records it; what was certainly not carried out is sent
 * after that look. A refused one is looked at once more a day later, as the provider may make it by itself. One that is
 * not to be found within three days is a person's to settle.
 */
export async function resolveRefund(app: RefundingApp, name: RefundName): Promise<void> {
  const { tenantId, subscriberId, refundId } = name;
  const refund = await lookUpRefund(app, tenantId, subscriberId, refundId);
  if (!refund || refund.state === 'SUCCEEDED' || (refund.state === 'PENDING' && refund.needsPerson)) return;
  const tenant = await findTenant(app, tenantId);
  const pay = await payClientFor(app, tenant);
  const { isGranted } = await takeToken(app, tenantId, 'reports');
  const payment = isGranted ? await pay.readPayment(refund.paymentId) : undefined;
  if (!payment?.ok) return lookAgain(app, tenantId, refund);
  const learned = await learnedFrom(app, tenantId, refund, payment.value);
  if (learned.state !== refund.state) return void (await recordOutcome(app, tenantId, refund, learned));
  if (refund.state === 'FAILED')
    return void (await tryWrite(() => app.table.apply(refundNotDue(tenantId, refund))));
  await recordOthers(app, tenantId, refund, payment.value);
  const next = aboutToSend(learned, app.clock());
  if (!next) return lookAgain(app, tenantId, refund, learned);
  return sendNext(app, pay, tenant, refund, next);
}

/** A refund with what the report shows of its calls. */
async function learnedFrom(
  app: RefundRecordingApp,
  tenant: string,
  refund: Refund,
  payment: PayPayment,
): Promise<Refund> {
  const all = await refundsOfInvoice(app, tenant, refund.subscriberId, refund.invoiceId);
  const { ours } = attribute(
    payment.refunds,
    all.map((one) => (one.id === refund.id ? refund : one)),
  );
  const after = refund.calls.reduce((one, call, at) => {
    const made = ours.get(call.correlationId);
    if (made && call.state !== 'made') return withCall(one, at, proven(made));
    return call.state === 'sent' && !call.isPutOff && isRefusedIn(payment, call.correlationId)
      ? withCall(one, at, { state: 'refused' })
      : one;
  }, refund);
  const isMade = after.calls.some(({ state }) => state === 'made');
  const isOver = refund.state === 'PENDING' || isMade;
  return isOver ? concluded(after, app.clock()) : refund;
}

const proven = ({ id, hostReference }: PayPaymentRefund) => ({
  state: 'made' as const,
  reportId: id ?? null,
  hostReference: hostReference ?? null,
});

/** The report lists an attempt as refused, for good. */
const isRefusedIn = ({ refunds }: PayPayment, correlationId: string): boolean =>
  refunds.some((one) => one.correlationId === correlationId && !one.succeeded && !one.isPutOff);

/** What others gave back is recorded before anything more is sent. */
async function recordOthers(
  app: RefundRecordingApp,
  tenant: string,
  { subscriberId, invoiceId }: Refund,
  payment: PayPayment,
): Promise<void> {
  const found = await readInvoice(app, tenant, subscriberId, invoiceId);
  if (found) await recordFoundRefunds(app, tenant, found, payment);
}

async function sendNext(
  app: RefundingApp,
  pay: Pay,
  tenant: Tenant,
  before: Refund,
  next: Refund,
): Promise<void> {
  if (!(await saveRefund(app, tenant.id, before, next, leased(app.clock())))) return;
  const reserved = { ...next, revision: before.revision + 1 };
  const { refund, failure } = await sendRefund(app, pay, tenant.id, reserved);
  if (!failure || !neverArrived(failure) || refund.revision !== reserved.revision) return;
  const again = {
    ...reserved,
    calls: reserved.calls.map((call) =>
      call.state === 'sent' ? { ...call, state: 'planned' as const } : call,
    ),
  };
  await saveRefund(app, tenant.id, reserved, again, { kind: 'intent', at: app.clock() + MINUTE_MS });
}

/** Silence and an empty report decide nothing: it is looked for again, and in the end left to a person. */
async function lookAgain(
  app: RefundRecordingApp,
  tenant: string,
  before: Refund,
  learned = before,
): Promise<void> {
  const now = app.clock();
  const lookUps = before.lookUps + 1;
  const at = nextLookUpAt({ ...before, lookUps }, now);
  if (at !== undefined || before.state === 'FAILED') {
    const again = at ?? now + MINUTE_MS * 60;
    await saveRefund(app, tenant, before, { ...learned, lookUps }, { kind: 'intent', at: again });
    return lookLater(app, tenant, before, again - now);
  }
  const isRefused = before.calls.every(({ state, isPutOff }) => state !== 'sent' || isPutOff);
  if (isRefused && learned.errorCode !== null) {
    const calls = learned.calls.map((call) =>
      call.state === 'sent' ? { ...call, state: 'refused' as const } : call,
    );
    return void (await recordOutcome(app, tenant, before, concluded({ ...learned, calls }, now)));
  }
  const left: Refund = { ...learned, lookUps, needsPerson: true };
  if (await saveRefund(app, tenant, before, left, undefined)) await leaveToPerson(app, tenant, left);
}

async function leaveToPerson(app: RefundRecordingApp, tenant: string, refund: Refund): Promise<void> {
  const { subscriberId, paymentId, amount, currency, requestedAt, id } = refund;
  const difference: NewDifference = {
    kind: 'refund_unconfirmed',
    about: id,
    subscriberId,
    reference: paymentId,
    ours: `A refund of ${amount} ${currency} was asked for as ${refund.calls.map((one) => one.correlationId).join(', ')}.`,
    theirs: 'The reports of three days show nothing of it.',
    since: requestedAt,
  };
  await app.table.write(differencePut(tenant, difference, app.clock()));
  app.log.measure('AmbiguousCharge', 1, 'refund');
  app.log.measure('DifferencesFound', 1, 'refund_unconfirmed');
  app.log.error('the outcome of a refund is not to be found; a person has to say', {
    ...{ tenant, subscriberId, reference: paymentId },
  });
}
