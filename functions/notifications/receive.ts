import { openEndpoint } from '../../lib/http/endpoint.ts';
import { receiveNotification } from '../../lib/reconciliation/receive-notification.ts';
import { live } from '../../lib/runtime/live.ts';
import { notificationInput } from '../../lib/wire/notification.ts';
import { notificationsReceive } from '../../lib/rows.ts';

/** POST /notifications/pay/{token}: the provider's notification for a tenant, checked and queued. */
export const create = openEndpoint(notificationsReceive, {
  input: ({ path, headers, body }) => notificationInput(path, headers, body),
  run: async ({ app, input }) => {
    await receiveNotification(app, input);
    return { status: 'success' };
  },
});

export const handler = create(live);
