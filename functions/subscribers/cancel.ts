import { endIfOver } from '../../lib/billing/cancellation.ts';
import { cancel } from '../../lib/verbs/cancel.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { cancelInput, cancellationAnswer } from '../../lib/wire/cancellation.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';
import { subscribersCancel } from '../../lib/rows.ts';

/** DELETE /subscribers: cancels at the end of the paid period. */
export const create = endpoint(subscribersCancel, {
  input: ({ body, query }) => cancelInput(body, query),
  run: async ({ input, ...call }) => {
    const cancelled = await byKey(cancel, call, { ref: input, why: input.why });
    const { subscription } = endIfOver(cancelled, call.app.clock()); // also an end that could not be recorded yet
    const verb = subscription.endedAt === null ? 'ends with its paid period' : 'has ended';
    return cancellationAnswer(`The subscription ${verb}.`, subscription, input.by);
  },
  recordsOnly: isRecordsOnly,
});

export const handler = create(live);
