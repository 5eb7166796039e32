import { subscriptionsWithExternalId } from '../../lib/access/external-person.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { tellShown } from '../../lib/subscriptions/shown.ts';
import { lookUpCustomer } from '../../lib/table/subscribers/customers.ts';
import { checkAnswer, checkInput, checkQuery, checkAnswerShape } from '../../lib/wire/check.ts';
import { read } from '../../lib/route.ts';
import { PERSON } from '../../lib/wire/samples.ts';

/** GET /subscribers/check: whether a customer with this e-mail exists and has a subscription. */
export const declared = endpoint({
  name: 'subscribers/check',
  at: 'GET /subscribers/check',
  uses: read,
  tag: 'Subscribers',
  summary: 'Check an e-mail',
  description:
    'Whether somebody with this e-mail, or with your own id of a person, is a customer and has an active subscription.',
  asks: { query: checkQuery },
  answers: checkAnswerShape,
  refusals: ['mutually_exclusive_parameters'],
  example: { query: { email: PERSON.email } },
  input: ({ query }) => checkInput(query),
  run: async ({ app, input, now }) => {
    if (input.by === 'externalId') {
      const subscriptions = await subscriptionsWithExternalId(app, input.externalId);
      tellShown(app, input.by, subscriptions);
      return checkAnswer(subscriptions[0]?.customer, subscriptions, now);
    }
    const { customer, subscriptions } = await lookUpCustomer(app, input.email);
    tellShown(app, input.by, subscriptions);
    return checkAnswer(customer, subscriptions, now);
  },
});

export const { create } = declared;

export const handler = create(live);
