import { viewAt } from '../../lib/billing/current-state.ts';
import { cancel } from '../../lib/verbs/cancel.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  cancelBody,
  cancelInput,
  cancellationAnswer,
  subscriberBody,
  cancellationAnswerShape,
} from '../../lib/wire/cancellation.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';
import { write } from '../../lib/route.ts';
import { CANCELLATION_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** DELETE /subscribers: cancels at the end of the paid period. */
export const declared = endpoint({
  name: 'subscribers/cancel',
  at: 'DELETE /subscribers',
  uses: write,
  verb: cancel,
  tag: 'Subscribers',
  summary: 'Cancel at the end of the period',
  description:
    'With the provider reference the change is made at the payment provider too, a cancellation as soon as it can no longer be undone; with `svc-id` only our records change, and the provider continues to charge as before. The identifier may also stand in the query, since proxies drop bodies of DELETE; both must agree. Repeating it answers the same and emits nothing. Emits DID_CHANGE_RENEWAL_STATUS with AUTO_RENEW_DISABLED.',
  asks: { query: subscriberBody, body: cancelBody, bodyMayBeAbsent: true },
  answers: cancellationAnswerShape,
  refusals: CANCELLATION_REFUSALS,
  example: { body: { 'pay-subscriber-reference-code': SAMPLE.reference } },
  input: ({ body, query }) => cancelInput(body, query),
  run: async ({ input, ...call }) => {
    const cancelled = await byKey(cancel, call, { ref: input, why: input.why });
    const subscription = viewAt(cancelled, call.app.clock()); // also an end that could not be recorded yet
    const verb = subscription.endedAt === null ? 'ends with its paid period' : 'has ended';
    return cancellationAnswer(`The subscription ${verb}.`, subscription, input.by);
  },
  recordsOnly: isRecordsOnly,
});

export const { create } = declared;

export const handler = create(live);
