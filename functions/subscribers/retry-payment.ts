import { viewAt } from '../../lib/billing/current-state.ts';
import { retry } from '../../lib/verbs/retry.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { retryAnswer, retryAnswerShape, retryBody, retryInput } from '../../lib/wire/recovery.ts';
import { write } from '../../lib/route.ts';
import { PROVIDER_REFUSALS, SUBSCRIBER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /subscribers/retry-payment: has a failed renewal charged again now. */
export const declared = endpoint({
  name: 'subscribers/retry-payment',
  at: 'POST /subscribers/retry-payment',
  uses: write,
  verb: retry,
  tag: 'Subscribers',
  summary: 'Try a failed payment again',
  description:
    'One try now, after the payment provider was read: 409 `nothing_to_retry` where nothing is owed or the bank says that the card will never work, 409 `retry_too_soon` within a day of any attempt or after seven in 30 days. Its result comes as DID_RENEW or DID_FAIL_TO_RENEW.',
  asks: { body: retryBody, oneOf: [['pay-subscriber-reference-code'], ['svc-id']] },
  answers: retryAnswerShape,
  refusals: [
    'missing_identifier',
    'mutually_exclusive_parameters',
    'already_ended',
    'nothing_to_retry',
    'retry_too_soon',
    'payment_refused',
    ...SUBSCRIBER_REFUSALS,
    ...PROVIDER_REFUSALS,
  ],
  example: { body: { 'pay-subscriber-reference-code': SAMPLE.reference } },
  input: ({ body }) => retryInput(body),
  run: async ({ input, ...call }) => retryAnswer(viewAt(await byKey(retry, call, input), call.app.clock())),
});

export const { create } = declared;

export const handler = create(live);
