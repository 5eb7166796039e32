import { accessQuery } from '../../lib/wire/access.ts';
import { accessAnswer } from '../answers/access.ts';
import { examples } from '../examples/access.ts';
import type { Operations } from '../operation.ts';
import { SUBSCRIBER_REFUSALS } from '../refusals.ts';

/** What the description says of access. */
export const access: Operations = {
  access: {
    tag: 'Subscribers',
    summary: 'Ask whether a person is in',
    description:
      'Whether a person may use what was subscribed to, until when, why, and with which features. Send one of the identifiers; the answer is of all the person’s subscriptions. An `email` or `external-id` of nobody is `none`. `Cache-Control` says how long it may be kept.',
    query: accessQuery,
    answer: accessAnswer,
    refusals: ['missing_identifier', 'mutually_exclusive_parameters', ...SUBSCRIBER_REFUSALS],
    example: examples.access,
  },
};
