import { differencesQuery } from '../../lib/wire/differences.ts';
import { differencesAnswer } from '../answers/reports.ts';
import type { Operation } from '../operation.ts';

export const differences: Operation = {
  tag: 'Reports',
  summary: 'List differences',
  description: 'What we and the payment provider do not agree on, newest first, with what a person can do.',
  query: differencesQuery,
  answer: differencesAnswer,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
};
