import { retryPayment } from '../../lib/subscriptions/retry-payment.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { subscriberInput } from '../../lib/wire/cancellation.ts';
import { retryAnswer } from '../../lib/wire/recovery.ts';

/** POST /subscribers/retry-payment: has a failed renewal charged again now. */
export const create = endpoint('subscribers/retry-payment', {
  input: ({ body }) => subscriberInput(body),
  run: async ({ app, tenant, input, since }) => retryAnswer(await retryPayment(app, tenant, input, since)),
});

export const handler = create(live);
