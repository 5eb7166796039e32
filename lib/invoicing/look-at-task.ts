import { DAY_MS, HOUR_MS } from '../limits.ts';
import type { TaskMessage } from '../queue/messages.ts';
import { lookUpDocument } from '../table/documents/documents.ts';
import { lookUpTask, taskLookedAt, taskSeenCancelled } from '../table/documents/document-tasks.ts';
import { tryWrite } from '../table/table.ts';
import { recordCancelled } from './document-cancelled.ts';
import { endTask } from './end-task.ts';
import type { IssuingApp } from './issue-document.ts';
import { readStanding } from './standing.ts';
import { forTenant } from '../runtime/for-tenant.ts';

const LOOKED_FOR_MS = 60 * DAY_MS;

/**
 * Looks whether a person has cancelled the document of an open task, every six hours, and daily after its deadline: that
 * does the task, unless a new document is to be made, of which only a person can tell.
 */
export async function lookAtTask(
  app: IssuingApp,
  { tenantId, taskId }: TaskMessage,
  timeLeft: () => number,
): Promise<void> {
  const own = forTenant(app, tenantId);
  const task = await lookUpTask(own, { id: taskId });
  if (task?.doneAt !== null || !task.isOurs || task.cancelledAt !== null) return;
  const { subscriberId, invoiceId, deadline } = task;
  const name = { tenantId, subscriberId, invoiceId };
  const stored = await lookUpDocument(app, name);
  const isStanding = stored?.progress.isCancelled === undefined;
  const standing = stored && isStanding ? await readStanding(own, stored, timeLeft) : undefined;
  const now = app.clock();
  if (stored && standing?.ok && standing.value.isCancelled) {
    if (task.kind === 'cancel_document') return endTask(own, task, { ...SEEN, doneAt: now });
    await recordCancelled(app, name, stored);
    await tryWrite(() => app.table.apply(taskSeenCancelled(tenantId, taskId, now)));
    return;
  }
  const isOver = now > deadline + LOOKED_FOR_MS;
  const again = now + (now < deadline + DAY_MS ? 6 * HOUR_MS : DAY_MS);
  await tryWrite(() => app.table.apply(taskLookedAt(tenantId, taskId, isOver ? undefined : again)));
}

const SEEN = { doneBy: 'provider', note: 'The document was seen to be cancelled.', instead: null } as const;
