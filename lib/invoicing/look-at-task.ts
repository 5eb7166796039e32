import { DAY_MS, HOUR_MS } from '../limits.ts';
import type { TaskMessage } from '../queue/messages.ts';
import { lookUpDocument } from '../table/documents/documents.ts';
import { lookUpTask, taskDone, taskLookedAt } from '../table/documents/document-tasks.ts';
import { tryWrite } from '../table/table.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { openAccount } from './account.ts';
import { callsOfRun } from './calls-of-run.ts';
import type { IssuingApp } from './issue-document.ts';
import { sharedPace } from './shared-pace.ts';

const LOOKED_FOR_MS = 60 * DAY_MS;

/**
 * Closes an open task whose document a person has cancelled; looked at every six hours, and daily after its deadline.
 */
export async function lookAtTask(
  app: IssuingApp,
  { tenantId, taskId }: TaskMessage,
  timeLeft: () => number,
): Promise<void> {
  const task = await lookUpTask(app, tenantId, taskId);
  if (task?.doneAt !== null) return;
  const { subscriberId, invoiceId, deadline } = task;
  const stored = await lookUpDocument(app, { tenantId, subscriberId, invoiceId });
  const account = await openAccount(app, await readTenant(app, tenantId));
  const { run } = callsOfRun(sharedPace(app, tenantId), timeLeft);
  const at = stored?.progress.invoiceId;
  const standing = account && at !== undefined ? await account.client(run).readStanding(at) : undefined;
  const now = app.clock();
  if (standing?.ok && standing.value.isCancelled) {
    const how = { doneAt: now, doneBy: 'provider', note: 'The document was seen to be cancelled.' };
    await tryWrite(() => app.table.write(taskDone(tenantId, task, how)));
    return;
  }
  const isOver = now > deadline + LOOKED_FOR_MS;
  const again = now + (now < deadline + DAY_MS ? 6 * HOUR_MS : DAY_MS);
  await tryWrite(() => app.table.apply(taskLookedAt(tenantId, taskId, isOver ? undefined : again)));
}
