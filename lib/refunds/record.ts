import type { Invoice } from '../billing/invoice.ts';
import { afterRefund, type Refund } from '../billing/refund.ts';
import type { CoreApp, SendsTo, OfTenant } from '../runtime/app.ts';
import { DECISIONS_MAX, REFUNDS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { messageOf } from '../queue/messages.ts';
import { customerMessage } from '../messages/owe.ts';
import { conflictOf, tryWrite } from '../table/table.ts';
import {
  invoiceRefunded,
  lookUpRefund,
  refundFailed,
  refundPut,
  type RefundDue,
} from '../table/subscribers/refunds.ts';
import { causeOf, transitionPut } from '../table/subscribers/timeline.ts';
import { readInvoice } from './find-invoice.ts';

/** What recording refunds takes. */
export type RefundRecordingApp = CoreApp & SendsTo<'reconciliation' | 'invoicing'>;

/** Saves a refund that is not over, to be worked on then. False if another writer was faster. */
export function saveRefund(
  app: CoreApp & OfTenant,
  before: Refund,
  after: Refund,
  dueAt: RefundDue | undefined,
): Promise<boolean> {
  const change = refundPut(app.tenantId, before, after, dueAt);
  return tryWrite(
    () => app.table.apply(change),
    (found) => JSON.stringify(found?.['calls']) === JSON.stringify(change.put['calls']),
  );
}

/**
 * Records what became of a refund: made, which changes its invoice, or not made, which frees it. Undefined if another
 * writer has changed the refund since.
 */
export async function recordRefundOutcome(
  app: RefundRecordingApp & OfTenant,
  before: Refund,
  after: Refund,
): Promise<Refund | undefined> {
  const recorded = { ...after, revision: before.revision + 1 };
  const told = after.state === 'SUCCEEDED' ? await refundMessage(app, after) : [];
  for (let attempt = 1; ; attempt++) {
    const found = await readInvoice(app, after.subscriberId, after.invoiceId);
    if (!found) return undefined;
    const now = app.clock();
    const changes =
      after.state === 'SUCCEEDED'
        ? [
            refundPut(app.tenantId, before, after, { kind: 'document', at: now }),
            ...invoiceRefunded(app.tenantId, after, found, {
              ...afterRefund(found.invoice, after.amount),
              refunding: othersRefund(found.invoice, after),
            }),
            refundedTransition(app, after, now),
            ...told,
          ]
        : refundFailed(app.tenantId, before, after, { kind: 'intent', at: now + REFUNDS.lateMs });
    const conflict = await conflictOf(() => app.table.write(changes));
    if (!conflict) {
      if (after.state === 'SUCCEEDED') await askForDocument(app, after);
      return recorded;
    }
    const stored = await lookUpRefund(app, after.subscriberId, after);
    if (stored?.revision !== before.revision) return stored?.state === after.state ? stored : undefined;
    if (attempt === DECISIONS_MAX) throw conflict;
  }
}

/** A late success ends no refund that has begun since. */
const othersRefund = ({ refunding }: Invoice, { id }: Refund) => (refunding === id ? undefined : refunding);

/** The message that money was given back. */
export const refundMessage = (app: CoreApp & OfTenant, { id, subscriberId, requestedAt }: Refund) =>
  customerMessage(app, { kind: 'refunded', about: id, at: requestedAt, subscriberId });

/** The timeline's entry of a refund that was made. */
export const refundedTransition = (app: CoreApp & OfTenant, refund: Refund, at: number) =>
  transitionPut(
    app.tenantId,
    {
      subscriberId: refund.subscriberId,
      what: 'refunded',
      at,
      from: null,
      to: null,
      about: refund.id,
    },
    causeOf(app),
  );

/** Has the document of a refund worked on now; if the message is lost, the sweep sends another. */
export async function askForDocument(
  app: RefundRecordingApp & OfTenant,
  { subscriberId, id: refundId }: Refund,
): Promise<void> {
  const message = { kind: 'refund', tenantId: app.tenantId, subscriberId, refundId } as const;
  try {
    await app.queues.invoicing.send([messageOf(message)]);
  } catch (error) {
    app.log.warn('document of a refund left to the sweep', { tenant: app.tenantId, ...errorFields(error) });
  }
}

/** Has the outcome of a refund looked for after so long; longer waits, and lost messages, are the sweep's. */
export async function lookLater(
  app: RefundRecordingApp & OfTenant,
  { subscriberId, id: refundId }: Refund,
  afterMs: number,
): Promise<void> {
  if (afterMs > LOOKED_BY_MESSAGE_MS) return;
  const message = { kind: 'refund', tenantId: app.tenantId, subscriberId, refundId } as const;
  try {
    await app.queues.reconciliation.send([messageOf(message, Math.ceil(afterMs / 1000))]);
  } catch (error) {
    app.log.warn('look-up of a refund left to the sweep', { tenant: app.tenantId, ...errorFields(error) });
  }
}

const LOOKED_BY_MESSAGE_MS = 60_000;
