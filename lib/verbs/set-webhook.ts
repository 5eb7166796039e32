import { setWebhook as set, type WebhookSettingsApp } from '../account/webhook.ts';
import type { KeptText } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sets the webhook's address. Throws what `setWebhook` throws. */
export const setWebhook = accountVerb({
  route: 'account/set-webhook',
  needs: 'connections',
  name: 'set-webhook',
  asksPasskey: true,
  run: ({ app }: VerbCall<WebhookSettingsApp>, url: KeptText) => set(app, url),
});
