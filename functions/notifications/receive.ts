import { openEndpoint } from '../../lib/http/endpoint.ts';
import { receiveNotice } from '../../lib/flow/receive.ts';
import { live } from '../../lib/live.ts';
import { noticeInput } from '../../lib/wire/notice.ts';

/** POST /notifications/pay/{token}: the provider tells a tenant's news; a hint that is checked and queued. */
export const create = openEndpoint('notifications/receive', {
  input: ({ path, headers, body }) => noticeInput(path, headers, body),
  run: async ({ app, input }) => {
    await receiveNotice(app, input);
    return { status: 'success' };
  },
});

export const handler = create(live);
