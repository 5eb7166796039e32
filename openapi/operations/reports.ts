import { differencesQuery } from '../../lib/wire/differences.ts';
import { differencesAnswer } from '../answers/reports.ts';
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
};
