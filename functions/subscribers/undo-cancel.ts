import { viewAt } from '../../lib/billing/current-state.ts';
import { undo } from '../../lib/verbs/undo.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import {
  cancellationAnswer,
  subscriberBody,
  subscriberInput,
  cancellationAnswerShape,
} from '../../lib/wire/cancellation.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';
import { write } from '../../lib/route.ts';
import { CANCELLATION_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /subscribers/undo-cancel: undoes a scheduled cancellation. */
export const declared = endpoint({
  name: 'subscribers/undo-cancel',
  at: 'POST /subscribers/undo-cancel',
  uses: write,
  verb: undo,
  tag: 'Subscribers',
  summary: 'Undo a cancellation',
  description:
    'Until 24 hours before the end of the period, or a tenth of the period where that is less. Who is told is as for the cancellation. Emits DID_CHANGE_RENEWAL_STATUS with AUTO_RENEW_ENABLED.',
  asks: { body: subscriberBody, oneOf: [['pay-subscriber-reference-code'], ['svc-id']] },
  answers: cancellationAnswerShape,
  refusals: [...CANCELLATION_REFUSALS, 'not_cancelled', 'undo_window_closed'],
  example: { body: { 'pay-subscriber-reference-code': SAMPLE.reference } },
  input: ({ body }) => subscriberInput(body),
  run: async ({ input, ...call }) => {
    const subscription = viewAt(await byKey(undo, call, input), call.app.clock());
    return cancellationAnswer('The cancellation was taken back.', subscription, input.by);
  },
  recordsOnly: isRecordsOnly,
});

export const { create } = declared;

export const handler = create(live);
