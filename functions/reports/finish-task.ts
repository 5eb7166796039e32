import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { finishTask } from '../../lib/verbs/finish-task.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { taskAnswer, taskDoneInput } from '../../lib/wire/tasks.ts';
import { reportsFinishTask } from '../../lib/rows.ts';

/** POST /reports/tasks/done: a person has done a task. */
export const create = endpoint(reportsFinishTask, {
  input: ({ body }) => taskDoneInput(body),
  run: async ({ input, ...call }) => taskAnswer(await byKey(finishTask, call, input)),
});

export const handler = create(live);
