import { undo } from '../../lib/verbs/undo.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { subscriberInput, cancellationAnswer } from '../../lib/wire/cancellation.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';
import { subscribersUndoCancel } from '../../lib/rows.ts';

/** POST /subscribers/undo-cancel: undoes a scheduled cancellation. */
export const create = endpoint(subscribersUndoCancel, {
  input: ({ body }) => subscriberInput(body),
  run: async ({ input, ...call }) => {
    const subscription = await byKey(undo, call, input);
    return cancellationAnswer('The cancellation was taken back.', subscription, input.by);
  },
  recordsOnly: isRecordsOnly,
});

export const handler = create(live);
