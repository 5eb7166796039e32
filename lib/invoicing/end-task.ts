import { isErased } from '../billing/customer.ts';
import type { MadeInstead } from '../billing/document-progress.ts';
import { asksToCancel, type DocumentTask } from '../billing/document-task.ts';
import type { Refund, RefundDocument } from '../billing/refund.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { documentCancelled, latestCancelled } from '../table/documents/document-ends.ts';
import { lookUpDocument } from '../table/documents/documents.ts';
import { lookUpTask, taskDone } from '../table/documents/document-tasks.ts';
import { refundPut, refundsOfInvoice } from '../table/subscribers/refunds.ts';
import { conflictOf, type Change } from '../table/table.ts';

/** How a task was done: `instead` is what was made out in place of its document, null where nothing was. */
export interface HowDone {
  readonly doneAt: number;
  readonly doneBy: string;
  readonly note: string | null;
  readonly instead: MadeInstead | null;
}

/** Whether a person says that the document was not cancelled: what they name is that very document. */
const stillStands = ({ documentNumber }: DocumentTask, { instead }: HowDone): boolean =>
  instead !== null && instead.number === documentNumber;

/**
 * Records that a task is done, what stands instead of its document, and what became of its refunds: in one transaction.
 * Other tasks about that document are opened again, about the one that stands. Throws Conflict after many lost races.
 */
export async function endTask(app: CoreApp & OfTenant, task: DocumentTask, how: HowDone): Promise<void> {
  const { subscriberId, invoiceId } = task;
  const name = { tenantId: app.tenantId, subscriberId, invoiceId };
  const isCancelled = asksToCancel(task) && !stillStands(task, how);
  for (let attempt = 1; ; attempt++) {
    const [stored, refunds] = await Promise.all([
      lookUpDocument(app, name),
      refundsOfInvoice(app, subscriberId, invoiceId),
    ]);
    const instead = how.instead ?? undefined;
    const changes = [
      ...(stored && isCancelled ? documentCancelled(app, name, stored.progress, instead) : []),
      ...taskDone(app.tenantId, task, {
        ...how,
        ...(stored?.subscription && isErased(stored.subscription.customer) && { facts: null }),
      }),
      ...own(refunds, task).map((one) =>
        concluded(app.tenantId, one, { state: stateOf(task, how), taskId: task.id }),
      ),
      ...(isCancelled ? await seenToAnew(app, refunds, task) : []),
    ];
    const conflict = await conflictOf(() => app.table.write(changes));
    if (!conflict) return isCancelled ? latestCancelled(app, name, instead) : undefined;
    const now = await lookUpTask(app, task);
    if (now?.doneAt !== null) return;
    if (attempt === DECISIONS_MAX) throw conflict;
  }
}

const own = (refunds: readonly Refund[], { id }: DocumentTask) =>
  refunds.filter(({ document }) => document?.taskId === id);

/** What became of what was given back, once its task is done. */
function stateOf(task: DocumentTask, how: HowDone): RefundDocument['state'] {
  if (!asksToCancel(task) || stillStands(task, how)) return 'separate';
  return how.instead ? 'adjusted' : 'cancelled';
}

const concluded = (tenant: string, refund: Refund, document: RefundDocument): Change =>
  refundPut(tenant, refund, { ...refund, document });

/** Closes the other open tasks of an invoice, whose document is gone: their refunds' documents are worked on again. */
async function seenToAnew(
  app: CoreApp & OfTenant,
  refunds: readonly Refund[],
  { id: done }: DocumentTask,
): Promise<Change[]> {
  const ids = new Set(refunds.flatMap(({ document }) => document?.taskId ?? []));
  const tasks = await Promise.all([...ids].filter((id) => id !== done).map((id) => lookUpTask(app, { id })));
  const open = tasks.filter((task) => task !== undefined).filter(({ doneAt }) => doneAt === null);
  const now = app.clock();
  const how = { doneAt: now, doneBy: 'schedule', note: ANOTHER_STANDS };
  return open.flatMap((task) => [
    ...taskDone(app.tenantId, task, how),
    ...own(refunds, task).map((one) =>
      refundPut(
        app.tenantId,
        one,
        { ...one, document: { state: 'pending', taskId: null } },
        { kind: 'document', at: now },
      ),
    ),
  ]);
}

const ANOTHER_STANDS =
  'Another document stands now; where something is left to do, a new task is about that one.';
