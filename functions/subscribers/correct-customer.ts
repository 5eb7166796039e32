import { correctCustomer } from '../../lib/verbs/correct-customer.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { correctionInput, customerAnswer } from '../../lib/wire/customer.ts';
import { subscribersCorrectCustomer } from '../../lib/rows.ts';

/** PUT /subscribers/customer: corrects who a subscription's documents are made out to. */
export const create = endpoint(subscribersCorrectCustomer, {
  input: ({ body }) => correctionInput(body),
  run: async ({ input: { subscriber, correction }, ...call }) => {
    const corrected = await byKey(correctCustomer, call, { ref: subscriber, correction });
    const told = subscriber.by === 'pay' ? ' here and at the payment provider' : '';
    return customerAnswer(corrected, `The customer was corrected${told}; the next document bears it.`);
  },
  recordsOnly: (_body, { subscriber }) => subscriber.by === 'svc',
});

export const handler = create(live);
