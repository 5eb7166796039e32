import {
  amountToBear,
  asksToCancel,
  isInDocument,
  reissueDeadline,
  taskFor,
  withoutVat,
  type DocumentTask,
} from '../billing/document-task.ts';
import { mayBeOfficial, standingDocument, type StandingDocument } from '../billing/document-progress.ts';
import type { AcctStanding } from '../acct/acct.ts';
import type { Refund, RefundDocument } from '../billing/refund.ts';
import { leftOf } from '../billing/refund.ts';
import { vatRateFor } from '../billing/vat.ts';
import { foundRefundIdOf } from '../table/ids.ts';
import { DAY_MS, HOUR_MS, MESSAGES } from '../limits.ts';
import { peopleNotice } from '../messages/owe.ts';
import type { RefundMessage } from '../queue/messages.ts';
import { lookUpDocument, type StoredDocument } from '../table/documents/documents.ts';
import { lookUpTask, taskDone, taskOpened } from '../table/documents/document-tasks.ts';
import { lookUpRefund, refundPut, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import { tryWrite } from '../table/table.ts';
import type { IssuingApp } from './issue-document.ts';
import { recordCancelled } from './document-cancelled.ts';
import { readStanding } from './standing.ts';
import type { OfTenant } from '../runtime/app.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** How often a document that is still being made, or a provider that does not answer, is looked at. */
const AGAIN_MS = HOUR_MS;

/** A refund with all that decides what becomes of its document. */
interface Seen {
  readonly refund: Refund;
  readonly all: readonly Refund[];
  readonly stored: StoredDocument;
  /** The tasks of its invoice that nobody has done yet. */
  readonly open: readonly DocumentTask[];
}

/**
 * Works on the document of a refund: none is needed, it is made for what was kept, or the official one that stands is a
 * person's task.
 */
export async function workOnRefundDocument(
  app: IssuingApp,
  name: RefundMessage,
  timeLeft: () => number,
): Promise<void> {
  const { tenantId, subscriberId, refundId } = name;
  const own = forTenant(app, tenantId);
  const refund = await lookUpRefund(own, subscriberId, { id: refundId });
  if (refund?.document?.state !== 'pending') return;
  const { invoiceId } = refund;
  const stored = await lookUpDocument(app, { tenantId, subscriberId, invoiceId });
  if (!stored) return record(own, refund, PENDING);
  const all = await refundsOfInvoice(own, subscriberId, invoiceId);
  const seen: Seen = { refund, all, stored, open: await openTasks(own, all) };
  const state = automaticState(seen);
  if (state === undefined) return record(own, refund, PENDING);
  if (state !== 'task') return record(own, refund, { state, taskId: null });
  const standing = standingDocument(stored.progress, stored.invoice.amount);
  const now = app.clock();
  const isAsked = now - (refund.completedAt ?? now) < DAY_MS;
  const answer = standing?.isOurs ? await readStanding(own, stored, timeLeft) : undefined;
  if (answer && !answer.ok && isAsked) return record(own, refund, PENDING);
  const known = answer?.ok ? answer.value : undefined;
  if (known?.isCancelled) await recordCancelled(app, { tenantId, subscriberId, invoiceId }, stored);
  await settle(own, seen, known?.isCancelled ? undefined : standing, known);
}

const PENDING: RefundDocument = { state: 'pending', taskId: null };

/** The tasks of an invoice's refunds that are not done. */
async function openTasks(app: IssuingApp & OfTenant, refunds: readonly Refund[]): Promise<DocumentTask[]> {
  const ids = new Set(refunds.flatMap(({ document }) => document?.taskId ?? []));
  const found = await Promise.all([...ids].map((id) => lookUpTask(app, { id })));
  return found.filter((task) => task !== undefined).filter(({ doneAt }) => doneAt === null);
}

/** What becomes of the document without a person; undefined while that is not decided. */
function automaticState({
  refund,
  all,
  open,
  stored: { invoice, progress },
}: Seen): Exclude<RefundDocument['state'], 'pending'> | undefined {
  const standing = standingDocument(progress, invoice.amount);
  const isIn =
    standing !== undefined &&
    isInDocument(refund, all, { paid: invoice.amount, documented: standing.amount });
  switch (invoice.document) {
    case 'NONE':
      return progress.wasCancelled ? 'cancelled' : 'none_needed';
    case 'FAILED':
      if (mayBeOfficial(progress)) return isIn ? 'adjusted' : 'task';
      return Number(leftOf(invoice)) === 0 ? 'none_needed' : 'adjusted';
    case 'MAKING':
      return undefined;
    case 'ISSUED':
    case 'CANCELLED':
      if (!standing) return open.some(asksToCancel) ? 'task' : 'none_needed';
      return isIn ? 'adjusted' : 'task';
  }
}

/** Opens the task about the document that stands, in place of what earlier refunds asked for of it. */
async function settle(
  app: IssuingApp & OfTenant,
  seen: Seen,
  standing: StandingDocument | undefined,
  known: AcctStanding | undefined,
): Promise<void> {
  const { refund, stored, all, open } = seen;
  const toBear = amountToBear(stored.invoice.amount, all);
  const nothingLeft = Number(toBear) === 0;
  if (!standing && nothingLeft) {
    await supersede(app, seen, open, { state: 'cancelled', taskId: null });
    return record(app, refund, { state: 'cancelled', taskId: null });
  }
  const task = taskOf(app.tenantId, seen, { standing, known, toBear, now: app.clock() });
  const lookAt = task.isOurs && asksToCancel(task) && standing ? app.clock() + AGAIN_MS : undefined;
  const news = { kind: 'task_due', about: task.id, at: task.deadline - MESSAGES.ahead.taskMs } as const;
  const notice = await peopleNotice(app, { ...news, once: 'for good' });
  await tryWrite(() => app.table.write([taskOpened(app.tenantId, task, lookAt), ...notice]));
  const document = { state: 'task', taskId: task.id } as const;
  await record(app, refund, document);
  if (asksToCancel(task)) await supersede(app, seen, open, document);
}

interface About {
  readonly standing: StandingDocument | undefined;
  readonly known: AcctStanding | undefined;
  readonly toBear: string;
  readonly now: number;
}

/** The task of a refund: about the document that stands, or about the new one that is missing. */
function taskOf(
  tenant: string,
  { refund, open, stored: { invoice, progress } }: Seen,
  { standing, known, toBear, now }: About,
): DocumentTask {
  const { facts = null } = progress;
  const refundedAt = refund.completedAt ?? now;
  const earlier = open.find(({ cancelledAt }) => cancelledAt !== null);
  const what = standing
    ? taskFor(
        {
          isEInvoice: standing.isEInvoice,
          isCompany: typeof facts?.taxNumber === 'string',
          isAll: Number(toBear) === 0,
          cancellableUntil: known?.cancellableUntil,
          madeAt: known?.madeAt ?? madeAt(standing) ?? invoice.documentKeptAt ?? invoice.date,
          refundedAt,
        },
        now,
      )
    : ({ kind: 'cancel_and_reissue', deadline: earlier?.deadline ?? reissueDeadline(now) } as const);
  const proof = refund.calls.find(({ state }) => state === 'made');
  const number = standing ? standing.number : (earlier?.documentNumber ?? progress.document?.number ?? null);
  return {
    id: foundRefundIdOf(`${tenant}\n${refund.id}\ntask\n${number ?? ''}`, refundedAt),
    ...what,
    subscriberId: refund.subscriberId,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    refundId: refund.id,
    createdAt: now,
    documentNumber: number,
    documentDate: standing ? standing.date : (earlier?.documentDate ?? progress.issueDate ?? null),
    documentAmount: standing?.amount ?? earlier?.documentAmount ?? progress.amount ?? invoice.amount,
    facts,
    isOurs: standing?.isOurs ?? false,
    newAmount: what.kind === 'cancel_and_reissue' ? toBear : null,
    cancelledAt: standing ? null : (earlier?.cancelledAt ?? now),
    instead: null,
    refundedAt,
    ...withoutVat(refund.amount, vatRateFor(facts?.vatRate ?? null, undefined)),
    currency: refund.currency,
    reportId: proof?.reportId ?? null,
    hostReference: proof?.hostReference ?? null,
    doneAt: null,
    doneBy: null,
    note: null,
  };
}

/** When a document was made, by its day in Turkey; the provider tells it of ours. */
const madeAt = ({ date, isOurs }: StandingDocument): number | undefined =>
  isOurs || date === null ? undefined : Date.parse(`${date}T00:00:00+03:00`);

/** What earlier refunds asked for of the document is done with the later task: one document is cancelled, and one is made. */
async function supersede(
  app: IssuingApp & OfTenant,
  { all }: Seen,
  open: readonly DocumentTask[],
  document: RefundDocument,
): Promise<void> {
  for (const task of open) {
    if (task.id === document.taskId) continue;
    const how = { doneAt: app.clock(), doneBy: 'schedule', note: LATER_TASK };
    await tryWrite(() => app.table.write(taskDone(app.tenantId, task, how)));
    const earlier = all.filter((one) => one.document?.taskId === task.id);
    for (const one of earlier) await record(app, one, document);
  }
}

const LATER_TASK = 'More was given back: one later task is about all of it.';

async function record(app: IssuingApp & OfTenant, refund: Refund, document: RefundDocument) {
  const isPending = document.state === 'pending';
  const dueAt = isPending ? { kind: 'document' as const, at: app.clock() + AGAIN_MS } : undefined;
  await tryWrite(() => app.table.apply(refundPut(app.tenantId, refund, { ...refund, document }, dueAt)));
}
