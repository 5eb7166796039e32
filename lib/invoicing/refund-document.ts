import { isInDocument, taskFor, withoutVat, type DocumentTask } from '../billing/document-task.ts';
import { mayBeOfficial } from '../billing/document-progress.ts';
import type { Refund, RefundDocument } from '../billing/refund.ts';
import { leftOf } from '../billing/refund.ts';
import { foundRefundIdOf } from '../table/ids.ts';
import { DAY_MS, HOUR_MS } from '../limits.ts';
import type { RefundMessage } from '../queue/messages.ts';
import { lookUpDocument, type StoredDocument } from '../table/documents/documents.ts';
import { lookUpTask, taskDone, taskOpened } from '../table/documents/document-tasks.ts';
import { lookUpRefund, refundPut, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import { tryWrite } from '../table/table.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { openAccount } from './account.ts';
import { callsOfRun } from './calls-of-run.ts';
import type { IssuingApp } from './issue-document.ts';
import { sharedPace } from './shared-pace.ts';

/** How often a document that is still being made, or a provider that does not answer, is looked at. */
const AGAIN_MS = HOUR_MS;

/**
 * Sees to the document of a refund: none is needed, it is made for what was kept, or an official one is a person's
 * task.
 */
export async function seeToRefundDocument(
  app: IssuingApp,
  name: RefundMessage,
  timeLeft: () => number,
): Promise<void> {
  const { tenantId, subscriberId, refundId } = name;
  const refund = await lookUpRefund(app, tenantId, subscriberId, refundId);
  if (refund?.document?.state !== 'pending') return;
  const { invoiceId } = refund;
  const stored = await lookUpDocument(app, { tenantId, subscriberId, invoiceId });
  const all = await refundsOfInvoice(app, tenantId, subscriberId, invoiceId);
  const state = stored && automaticState(refund, all, stored);
  if (state !== undefined && state !== 'task') return record(app, tenantId, refund, { state, taskId: null });
  const task = stored && state === 'task' ? await taskOf(app, tenantId, refund, stored, timeLeft) : undefined;
  if (!task) return record(app, tenantId, refund, { state: 'pending', taskId: null });
  const lookAt = isSeenCancelled(task) ? app.clock() + AGAIN_MS : undefined;
  await tryWrite(() => app.table.apply(taskOpened(tenantId, task, lookAt)));
  await record(app, tenantId, refund, { state: 'task', taskId: task.id });
  if (task.kind === 'cancel_document') await closeEarlier(app, tenantId, refund, all);
}

/** Whether what the task asks for shows at the provider. */
export const isSeenCancelled = ({ kind }: Pick<DocumentTask, 'kind'>): boolean =>
  kind === 'cancel_document' || kind === 'cancel_and_reissue';

/** What becomes of the document without a person; undefined while that is not decided. */
function automaticState(
  refund: Refund,
  all: readonly Refund[],
  { invoice, progress }: StoredDocument,
): Exclude<RefundDocument['state'], 'pending'> | undefined {
  const documented = progress.amount ?? invoice.amount;
  const isIn = isInDocument(refund, all, { paid: invoice.amount, documented });
  switch (invoice.document) {
    case 'NONE':
      return progress.wasCancelled ? 'cancelled' : 'none_needed';
    case 'FAILED':
      if (mayBeOfficial(progress)) return isIn ? 'adjusted' : 'task';
      return Number(leftOf(invoice)) === 0 ? 'none_needed' : 'adjusted';
    case 'MAKING':
      return undefined;
    case 'ISSUED':
      return isIn ? 'adjusted' : 'task';
  }
}

/** The task about the official document of a refund; undefined where the provider does not answer now. */
async function taskOf(
  app: IssuingApp,
  tenantId: string,
  refund: Refund,
  { invoice, subscription, progress }: StoredDocument,
  timeLeft: () => number,
): Promise<DocumentTask | undefined> {
  const now = app.clock();
  const account = await openAccount(app, await readTenant(app, tenantId));
  const { run } = callsOfRun(sharedPace(app, tenantId), timeLeft);
  const { invoiceId } = progress;
  const standing =
    account && invoiceId !== undefined ? await account.client(run).readStanding(invoiceId) : undefined;
  const isAsked = now - (refund.completedAt ?? now) < DAY_MS;
  if (standing && !standing.ok && isAsked) return undefined;
  const known = standing?.ok ? standing.value : undefined;
  const refundedAt = refund.completedAt ?? now;
  const about = {
    isEInvoice: progress.document?.isEInvoice === true,
    isCompany: Boolean(subscription?.customer.company),
    isAll: Number(leftOf(invoice)) === 0,
    cancellableUntil: known?.cancellableUntil,
    madeAt: known?.madeAt ?? invoice.documentKeptAt ?? invoice.date,
    refundedAt,
  };
  const proof = refund.calls.find(({ state }) => state === 'made');
  return {
    id: foundRefundIdOf(`${tenantId}\n${refund.id}\ntask`, refundedAt),
    ...taskFor(about, now),
    subscriberId: refund.subscriberId,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    refundId: refund.id,
    createdAt: now,
    documentNumber: progress.document?.number ?? null,
    date: refundedAt,
    ...withoutVat(refund.amount, account?.vatRate ?? DEFAULT_VAT_RATE),
    currency: refund.currency,
    reportId: proof?.reportId ?? null,
    hostReference: proof?.hostReference ?? null,
    doneAt: null,
    doneBy: null,
    note: null,
  };
}

const DEFAULT_VAT_RATE = 20;

/** Once all is given back, cancelling the document is all there is to do: what earlier parts asked for is closed. */
async function closeEarlier(
  app: IssuingApp,
  tenant: string,
  refund: Refund,
  all: readonly Refund[],
): Promise<void> {
  for (const { id, document } of all) {
    if (id === refund.id || !document?.taskId) continue;
    const task = await lookUpTask(app, tenant, document.taskId);
    if (task?.doneAt !== null) continue;
    const how = { doneAt: app.clock(), doneBy: 'schedule', note: 'The rest was given back, too.' };
    await tryWrite(() => app.table.write(taskDone(tenant, task, how)));
  }
}

async function record(app: IssuingApp, tenant: string, refund: Refund, document: RefundDocument) {
  const isPending = document.state === 'pending';
  const dueAt = isPending ? { kind: 'document' as const, at: app.clock() + AGAIN_MS } : undefined;
  await tryWrite(() => app.table.apply(refundPut(tenant, refund, { ...refund, document }, dueAt)));
}
