import { endpoint } from '../../lib/http/endpoint.ts';
import { finishTask } from '../../lib/invoicing/document-tasks.ts';
import { live } from '../../lib/runtime/live.ts';
import { taskAnswer, taskDoneInput } from '../../lib/wire/tasks.ts';

/** POST /reports/tasks/done: a person has done a task. */
export const create = endpoint('reports/finish-task', {
  input: ({ body }) => taskDoneInput(body),
  run: async ({ app, tenant, input }) => taskAnswer(await finishTask(app, tenant.id, input)),
});

export const handler = create(live);
