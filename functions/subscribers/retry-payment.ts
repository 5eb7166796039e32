import { retry } from '../../lib/verbs/retry.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { subscriberInput } from '../../lib/wire/cancellation.ts';
import { retryAnswer } from '../../lib/wire/recovery.ts';
import { subscribersRetryPayment } from '../../lib/rows.ts';

/** POST /subscribers/retry-payment: has a failed renewal charged again now. */
export const create = endpoint(subscribersRetryPayment, {
  input: ({ body }) => subscriberInput(body),
  run: async ({ input, ...call }) => retryAnswer(await byKey(retry, call, input)),
});

export const handler = create(live);
