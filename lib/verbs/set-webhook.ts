import { setWebhook as set, type WebhookSettingsApp } from '../account/webhook.ts';
import type { KeptText } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { accountSetWebhook } from '../rows.ts';

/** Sets the webhook's address. Throws what `setWebhook` throws. */
export const setWebhook = accountVerb(accountSetWebhook, {
  name: 'set-webhook',
  asksPasskey: true,
  run: ({ app, tenant }: VerbCall<WebhookSettingsApp>, url: KeptText) => set(app, tenant.id, url),
});
