import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { finishTask } from '../../lib/verbs/finish-task.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { taskAnswer, taskDoneBody, taskDoneInput, taskAnswerShape } from '../../lib/wire/tasks.ts';
import { setting } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /reports/tasks/done: a person has done a task. */
export const declared = endpoint({
  name: 'reports/finish-task',
  at: 'POST /reports/tasks/done',
  uses: setting,
  verb: finishTask,
  tag: 'Reports',
  summary: 'Say that a task is done',
  description:
    'Moves a task to those that are done. A repetition changes nothing. Tasks to cancel a document close by themselves once it is seen to be cancelled.',
  asks: { body: taskDoneBody },
  answers: taskAnswerShape,
  refusals: ['task_not_found'],
  example: { body: { id: SAMPLE.taskId, note: 'Cancelled in the web application.', document: null } },
  input: ({ body }) => taskDoneInput(body),
  run: async ({ input, ...call }) => taskAnswer(await byKey(finishTask, call, input)),
});

export const { create } = declared;

export const handler = create(live);
