import { rotateWebhookSecret, type WebhookSettingsApp } from '../account/webhook.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { accountRotateWebhookSecret } from '../rows.ts';

/** Makes a new webhook secret. Throws what `rotateWebhookSecret` throws. */
export const rotateSecret = accountVerb(accountRotateWebhookSecret, {
  name: 'rotate-secret',
  asksPasskey: true,
  run: ({ app, tenant }: VerbCall<WebhookSettingsApp>, overlapHours: number) =>
    rotateWebhookSecret(app, tenant.id, overlapHours),
});
