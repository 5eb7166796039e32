import type { RefundDocument } from '../billing/refund.ts';
import { HOUR_MS } from '../limits.ts';
import type { RefundMessage } from '../queue/messages.ts';
import type { CoreApp } from '../runtime/app.ts';
import { lookUpDocument } from '../table/documents/documents.ts';
import { lookUpRefund, refundPut } from '../table/subscribers/refunds.ts';
import { tryWrite } from '../table/table.ts';

/** How often a document that is still being made is looked at. */
const AGAIN_MS = HOUR_MS;

/** Sees to the document of a refund that was made. Money never waits for it. */
export async function seeToRefundDocument(app: CoreApp, name: RefundMessage): Promise<void> {
  const { tenantId, subscriberId, refundId } = name;
  const refund = await lookUpRefund(app, tenantId, subscriberId, refundId);
  if (refund?.document?.state !== 'pending') return;
  const stored = await lookUpDocument(app, { tenantId, subscriberId, invoiceId: refund.invoiceId });
  const state: RefundDocument['state'] = stored?.invoice.document === 'NONE' ? 'none_needed' : 'pending';
  const after = { ...refund, document: { state, taskId: null } };
  const dueAt = state === 'pending' ? { kind: 'document' as const, at: app.clock() + AGAIN_MS } : undefined;
  await tryWrite(() => app.table.apply(refundPut(tenantId, refund, after, dueAt)));
}
