import { correctCustomer } from '../../lib/verbs/correct-customer.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  correctionBody,
  correctionInput,
  customerAnswer,
  customerAnswerShape,
} from '../../lib/wire/customer.ts';
import { write } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /subscribers/customer: corrects who a subscription's documents are made out to. */
export const declared = endpoint({
  name: 'subscribers/correct-customer',
  at: 'PUT /subscribers/customer',
  uses: write,
  verb: correctCustomer,
  tag: 'Subscribers',
  summary: 'Correct the customer',
  description:
    'What is absent stays; `company: null` takes the company away. With the provider reference it is corrected at the payment provider too. The next document bears it; those that are made stay as they are. `email` is the customer’s: all its subscriptions bear it then, the former address is free, and that of another customer who has bought is 409 `email_taken`.',
  asks: { body: correctionBody, oneOf: [['pay-subscriber-reference-code'], ['svc-id']] },
  answers: customerAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'email_taken',
    'external_id_taken',
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: { body: { 'pay-subscriber-reference-code': SAMPLE.reference, name: 'Ayşe Nur', company: null } },
  input: ({ body }) => correctionInput(body),
  run: async ({ input: { subscriber, correction }, ...call }) => {
    const corrected = await byKey(correctCustomer, call, { ref: subscriber, correction });
    const told = subscriber.by === 'pay' ? ' here and at the payment provider' : '';
    return customerAnswer(corrected, `The customer was corrected${told}; the next document bears it.`);
  },
  recordsOnly: (_body, { subscriber }) => subscriber.by === 'svc',
});

export const { create } = declared;

export const handler = create(live);
