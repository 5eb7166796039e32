import { subscriptionsWithExternalId } from '../../lib/access/external-person.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { tellShown } from '../../lib/subscriptions/shown.ts';
import { lookUpCustomer } from '../../lib/table/subscribers/customers.ts';
import { checkAnswer, checkInput } from '../../lib/wire/check.ts';
import { subscribersCheck } from '../../lib/rows.ts';

/** GET /subscribers/check: whether a customer with this e-mail exists and has a subscription. */
export const create = endpoint(subscribersCheck, {
  input: ({ query }) => checkInput(query),
  run: async ({ app, tenant, input, now }) => {
    if (input.by === 'externalId') {
      const subscriptions = await subscriptionsWithExternalId(app, tenant.id, input.externalId);
      tellShown(app, tenant.id, input.by, subscriptions);
      return checkAnswer(subscriptions[0]?.customer, subscriptions, now);
    }
    const { customer, subscriptions } = await lookUpCustomer(app, tenant, input.email);
    tellShown(app, tenant.id, input.by, subscriptions);
    return checkAnswer(customer, subscriptions, now);
  },
});

export const handler = create(live);
