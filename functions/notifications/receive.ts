import { openEndpoint } from '../../lib/http/endpoint.ts';
import { receiveNotification } from '../../lib/reconciliation/receive-notification.ts';
import { NOTIFICATIONS_PATH } from '../../lib/account/notifications.ts';
import { live } from '../../lib/runtime/live.ts';
import { notificationInput } from '../../lib/wire/notification.ts';
import { part, read, anyone } from '../../lib/route.ts';

/** POST /notifications/pay/{token}: the provider's notification for a tenant, checked and queued. */
export const declared = openEndpoint({
  name: 'notifications/receive',
  at: `POST ${NOTIFICATIONS_PATH}`,
  uses: part(part(read, anyone), { table: 'write', sends: ['reconciliation'], decrypts: ['pay'] }),
  input: ({ path, headers, body }) => notificationInput(path, headers, body),
  run: async ({ app, input }) => {
    await receiveNotification(app, input);
    return { status: 'success' };
  },
});

export const { create } = declared;

export const handler = create(live);
