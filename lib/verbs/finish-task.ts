import { finishTask as finish, type TaskDone } from '../invoicing/document-tasks.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { WithKept } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { reportsFinishTask } from '../rows.ts';

/** Notes that a task about a document is done. Throws what `finishTask` throws. */
export const finishTask = accountVerb(reportsFinishTask, {
  name: 'finish-task',
  run: ({ app, tenant }: VerbCall<CoreApp>, done: WithKept<TaskDone, 'note'>) => finish(app, tenant.id, done),
});
