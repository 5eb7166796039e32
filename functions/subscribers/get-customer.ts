import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { findSubscriber } from '../../lib/table/subscribers/subscribers.ts';
import { customerAnswer, customerInput } from '../../lib/wire/customer.ts';
import { subscribersGetCustomer } from '../../lib/rows.ts';

/** GET /subscribers/customer: who a subscription's documents are made out to. */
export const create = endpoint(subscribersGetCustomer, {
  input: ({ query }) => customerInput(query),
  run: async ({ app, tenant, input }) =>
    customerAnswer((await findSubscriber(app, tenant.id, input.subscriber)).subscription),
});

export const handler = create(live);
