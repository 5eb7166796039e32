import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { listDifferences } from '../../lib/comparison/list-differences.ts';
import {
  differencesAnswer,
  differencesInput,
  differencesQuery,
  differencesAnswerShape,
} from '../../lib/wire/differences.ts';
import { read } from '../../lib/route.ts';

/** GET /reports/differences: disagreements with the payment provider, newest first. */
export const declared = endpoint({
  name: 'reports/differences',
  at: 'GET /reports/differences',
  uses: read,
  tag: 'Reports',
  summary: 'List differences',
  description: 'What we and the payment provider do not agree on, newest first, with what a person can do.',
  asks: { query: differencesQuery },
  answers: differencesAnswerShape,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
  example: { query: { state: 'open' } },
  input: ({ query }) => differencesInput(query),
  run: async ({ app, input }) => differencesAnswer(await listDifferences(app, input), input.page),
});

export const { create } = declared;

export const handler = create(live);
