import { undoCancel } from '../../lib/subscriptions/undo-cancel.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { subscriberInput, cancellationAnswer } from '../../lib/wire/cancellation.ts';
import { isRecordsOnly } from '../../lib/wire/records-only.ts';

/** POST /subscribers/undo-cancel: undoes a scheduled cancellation. */
export const create = endpoint('subscribers/undo-cancel', {
  input: ({ body }) => subscriberInput(body),
  run: async ({ app, tenant, input, since }) => {
    const subscription = await undoCancel(app, tenant, input, since);
    return cancellationAnswer('The cancellation was taken back.', subscription, input.by);
  },
  recordsOnly: isRecordsOnly,
});

export const handler = create(live);
