import { finishTask as finish, type TaskDone } from '../invoicing/document-tasks.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { WithKept } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Notes that a task about a document is done. Throws what `finishTask` throws. */
export const finishTask = accountVerb({
  route: 'reports/finish-task',
  needs: 'money',
  name: 'finish-task',
  run: ({ app }: VerbCall<CoreApp>, done: WithKept<TaskDone, 'note'>) => finish(app, done),
});
