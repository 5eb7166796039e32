import { endpoint } from '../../lib/http/endpoint.ts';
import { listTasks } from '../../lib/invoicing/document-tasks.ts';
import { live } from '../../lib/runtime/live.ts';
import { tasksAnswer, tasksInput } from '../../lib/wire/tasks.ts';
import { reportsTasks } from '../../lib/rows.ts';

/** GET /reports/tasks: what a person must do about documents after refunds, newest first. */
export const create = endpoint(reportsTasks, {
  input: ({ query }) => tasksInput(query),
  run: async ({ app, tenant, input }) => tasksAnswer(await listTasks(app, tenant.id, input), input.page),
});

export const handler = create(live);
