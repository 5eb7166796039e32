import { endpoint } from '../../lib/http/endpoint.ts';
import { findIdentified } from '../../lib/subscriptions/find.ts';
import { live } from '../../lib/live.ts';
import { getAnswer, getInput } from '../../lib/wire/subscribers.ts';

/** GET /subscribers: one subscriber with its newest invoice. */
export const create = endpoint('subscribers/get', {
  input: ({ query }) => getInput(query),
  run: async ({ app, tenant, input, now }) => {
    const { subscription, latestInvoice } = await findIdentified(app, tenant.id, input);
    return getAnswer(subscription, latestInvoice, now);
  },
});

export const handler = create(live);
