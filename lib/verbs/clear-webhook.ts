import { clearWebhook as clear } from '../account/webhook.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Removes the webhook: no event is sent any more. */
export const clearWebhook = accountVerb({
  route: 'account/clear-webhook',
  needs: 'connections',
  name: 'clear-webhook',
  asksPasskey: true,
  run: ({ app }: VerbCall<CoreApp>, _nothing: undefined) => clear(app),
});
