import { eraseCustomer } from '../../lib/account/erase.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findSubscriber } from '../../lib/table/subscribers/subscribers.ts';
import { eraseAnswer, eraseBody, eraseInput, eraseAnswerShape } from '../../lib/wire/erasure.ts';
import { write, part } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /subscribers/erase: takes a customer's personal data out of everything but what the law keeps. */
export const declared = endpoint({
  name: 'subscribers/erase',
  at: 'POST /subscribers/erase',
  uses: part(write, { right: 'account', sends: [], lists: 'open', restoreNotes: true }),
  tag: 'Subscribers',
  summary: 'Erase a customer',
  description:
    "Takes a customer's personal data out of everything but invoices and their documents, which the law keeps, and has the payment provider delete its record where it allows that (`data.paymentProvider`). Named by `email`, or by one of the customer's subscriptions; all of them must have ended. 409 `not_erasable` says what has to end first. It may be repeated.",
  asks: { body: eraseBody, oneOf: [['email'], ['pay-subscriber-reference-code'], ['svc-id']] },
  answers: eraseAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'not_erasable',
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: { body: { 'svc-id': SAMPLE.subscriberSvcId } },
  input: ({ body }) => eraseInput(body),
  run: async ({ app, input: { customer, givesUpDocuments } }) => {
    const by =
      customer.by === 'email'
        ? { email: customer.email }
        : { customerId: (await findSubscriber(app, customer)).subscription.customer.id };
    return eraseAnswer(await eraseCustomer(app, by, { givesUpDocuments }));
  },
});

export const { create } = declared;

export const handler = create(live);
