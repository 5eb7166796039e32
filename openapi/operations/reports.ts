import { differencesQuery } from '../../lib/wire/differences.ts';
import { taskDoneBody, tasksQuery } from '../../lib/wire/tasks.ts';
import { differencesAnswer, taskAnswer, tasksAnswer } from '../answers/reports.ts';
import type { Operations } from '../operation.ts';
import { examples } from '../examples/reports.ts';

/** What the description says of what needs a person. */
export const reports: Operations = {
  'reports/differences': {
    tag: 'Reports',
    summary: 'List differences',
    description: 'What we and the payment provider do not agree on, newest first, with what a person can do.',
    query: differencesQuery,
    answer: differencesAnswer,
    refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
    example: examples.differences,
  },

  'reports/tasks': {
    tag: 'Reports',
    summary: 'List tasks about documents',
    description:
      'What a person must do about the official documents of invoices that were refunded, newest first, with the deadline and the facts.',
    query: tasksQuery,
    answer: tasksAnswer,
    refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
    example: examples.tasks,
  },

  'reports/finish-task': {
    tag: 'Reports',
    summary: 'Say that a task is done',
    description:
      'Moves a task to those that are done. A repetition changes nothing. Tasks to cancel a document close by themselves once it is seen to be cancelled.',
    body: taskDoneBody,
    answer: taskAnswer,
    refusals: ['task_not_found'],
    example: examples.finishTask,
  },
};
