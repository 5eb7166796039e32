import { correctionBody, customerQuery } from '../../lib/wire/customer.ts';
import { eraseBody } from '../../lib/wire/erasure.ts';
import { checkQuery } from '../../lib/wire/check.ts';
import { invoicesQuery } from '../../lib/wire/invoices.ts';
import { subscribersQuery } from '../../lib/wire/subscriber-list.ts';
import { getQuery } from '../../lib/wire/subscribers.ts';
import { timelineQuery } from '../../lib/wire/timeline.ts';
import { invoicesAnswer } from '../answers/invoices.ts';
import {
  checkAnswer,
  customerAnswer,
  eraseAnswer,
  subscriberAnswer,
  subscribersAnswer,
  timelineAnswer,
} from '../answers/subscribers.ts';
import type { RefusalCode } from '../../lib/refusal.ts';
import type { Operations } from '../operation.ts';
import { PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../refusals.ts';
import { examples } from '../examples/subscribers.ts';

/** What may be wrong where one subscriber is named in the query, and where a page is asked for. */
const NAMED_REFUSALS: readonly RefusalCode[] = [
  'missing_identifier',
  'identifiers_differ',
  ...SUBSCRIBER_REFUSALS,
];
const PAGE_REFUSALS: readonly RefusalCode[] = ['mutually_exclusive_parameters', 'invalid_cursor'];

/** What the description says of subscribers and their lists. */
export const subscribers: Operations = {
  'subscribers/check': {
    tag: 'Subscribers',
    summary: 'Check an e-mail',
    description:
      'Whether somebody with this e-mail, or with your own id of a person, is a customer and has an active subscription.',
    query: checkQuery,
    answer: checkAnswer,
    refusals: ['mutually_exclusive_parameters'],
    example: examples.check,
  },

  'subscribers/get': {
    tag: 'Subscribers',
    summary: 'Fetch a subscriber',
    description:
      'By `pay-subscriber-code` or `svc-id`; both may be given if they name the same subscriber. Any reference that the payment provider ever gave works.',
    query: getQuery,
    answer: subscriberAnswer,
    refusals: NAMED_REFUSALS,
    example: examples.get,
  },

  'subscribers/invoices': {
    tag: 'Subscribers',
    summary: 'List the invoices of a subscriber',
    description:
      'Newest first, with links to the PDFs that are ready. `ending_before` gives the page directly before.',
    query: invoicesQuery,
    answer: invoicesAnswer,
    refusals: [...NAMED_REFUSALS, ...PAGE_REFUSALS],
    example: examples.invoices,
  },

  'subscribers/list': {
    tag: 'Subscribers',
    summary: 'List subscribers',
    description:
      'Newest first, each as `GET /subscribers` shows it. The filters may be combined. It may be a minute behind a purchase, a change of plan or an end, and further while the payment provider does not answer; with `email` it never is. `search` finds those whose e-mail address, or whose name, begins with it, whatever their case and accents, in that order.',
    query: subscribersQuery,
    answer: subscribersAnswer,
    refusals: PAGE_REFUSALS,
    example: examples.listSubscribers,
  },

  'subscribers/get-customer': {
    tag: 'Subscribers',
    summary: 'Read who the documents are made out to',
    description: 'The buyer of this subscription, as at its purchase or corrected since.',
    query: customerQuery,
    answer: customerAnswer,
    refusals: ['missing_identifier', 'mutually_exclusive_parameters', ...SUBSCRIBER_REFUSALS],
    example: examples.getCustomer,
  },

  'subscribers/correct-customer': {
    tag: 'Subscribers',
    summary: 'Correct the customer',
    description:
      'What is absent stays; `company: null` takes the company away. With the provider reference it is corrected at the payment provider too. The next document bears it; those that are made stay as they are. `email` is the customer’s: all its subscriptions bear it then, the former address is free, and that of another customer who has bought is 409 `email_taken`.',
    body: correctionBody,
    oneOf: [['pay-subscriber-reference-code'], ['svc-id']],
    answer: customerAnswer,
    mayBeRecordsOnly: true,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'email_taken',
      'external_id_taken',
      ...SUBSCRIBER_REFUSALS,
      ...PROVIDER_REFUSALS,
    ],
    example: examples.correctCustomer,
  },

  'subscribers/erase': {
    tag: 'Subscribers',
    summary: 'Erase a customer',
    description:
      "Takes a customer's personal data out of everything but invoices and their documents, which the law keeps, and has the payment provider delete its record where it allows that (`data.paymentProvider`). Named by `email`, or by one of the customer's subscriptions; all of them must have ended. 409 `not_erasable` says what has to end first. It may be repeated.",
    body: eraseBody,
    oneOf: [['email'], ['pay-subscriber-reference-code'], ['svc-id']],
    answer: eraseAnswer,
    refusals: [
      'missing_identifier',
      'mutually_exclusive_parameters',
      'not_erasable',
      ...SUBSCRIBER_REFUSALS,
      ...PROVIDER_REFUSALS,
    ],
    example: examples.erase,
  },

  'subscribers/timeline': {
    tag: 'Subscribers',
    summary: 'What happened to a subscriber',
    description: 'Newest first: every transition, what caused it, and the event that reported it.',
    query: timelineQuery,
    answer: timelineAnswer,
    refusals: [...NAMED_REFUSALS, ...PAGE_REFUSALS],
    example: examples.timeline,
  },
};
