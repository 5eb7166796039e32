import { correctCustomer } from '../../lib/subscriptions/correct-customer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { correctionInput, customerAnswer } from '../../lib/wire/customer.ts';

/** PUT /subscribers/customer: corrects who a subscription's documents are made out to. */
export const create = endpoint('subscribers/correct-customer', {
  input: ({ body }) => correctionInput(body),
  run: async ({ app, tenant, input: { subscriber, correction }, idempotencyKey }) => {
    const corrected = await correctCustomer(app, tenant, subscriber, correction, idempotencyKey);
    const told = subscriber.by === 'pay' ? ' here and at the payment provider' : '';
    return customerAnswer(corrected, `The customer was corrected${told}; the next document bears it.`);
  },
  recordsOnly: (_body, { subscriber }) => subscriber.by === 'svc',
});

export const handler = create(live);
