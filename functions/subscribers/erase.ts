import { eraseCustomer } from '../../lib/account/erase.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findSubscriber } from '../../lib/table/subscribers/subscribers.ts';
import { eraseAnswer, eraseInput } from '../../lib/wire/erasure.ts';
import { subscribersErase } from '../../lib/rows.ts';

/** POST /subscribers/erase: takes a customer's personal data out of everything but what the law keeps. */
export const create = endpoint(subscribersErase, {
  input: ({ body }) => eraseInput(body),
  run: async ({ app, tenant, input: { customer, givesUpDocuments } }) => {
    const email =
      customer.by === 'email'
        ? customer.email
        : (await findSubscriber(app, tenant.id, customer)).subscription.customer.email;
    return eraseAnswer(await eraseCustomer(app, tenant.id, email, { givesUpDocuments }));
  },
});

export const handler = create(live);
