import { endpoint } from '../../lib/http/endpoint.ts';
import { listTasks } from '../../lib/invoicing/document-tasks.ts';
import { live } from '../../lib/runtime/live.ts';
import { tasksAnswer, tasksInput, tasksQuery, tasksAnswerShape } from '../../lib/wire/tasks.ts';
import { read } from '../../lib/route.ts';

/** GET /reports/tasks: what a person must do about documents after refunds, newest first. */
export const declared = endpoint({
  name: 'reports/tasks',
  at: 'GET /reports/tasks',
  uses: read,
  tag: 'Reports',
  summary: 'List tasks about documents',
  description:
    'What a person must do about the official documents of invoices that were refunded, newest first, with the deadline and the facts.',
  asks: { query: tasksQuery },
  answers: tasksAnswerShape,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
  example: { query: { state: 'open' } },
  input: ({ query }) => tasksInput(query),
  run: async ({ app, input }) => tasksAnswer(await listTasks(app, input), input.page),
});

export const { create } = declared;

export const handler = create(live);
