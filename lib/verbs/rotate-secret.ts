import { rotateWebhookSecret, type WebhookSettingsApp } from '../account/webhook.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Makes a new webhook secret. Throws what `rotateWebhookSecret` throws. */
export const rotateSecret = accountVerb({
  route: 'account/rotate-webhook-secret',
  needs: 'connections',
  name: 'rotate-secret',
  asksPasskey: true,
  run: ({ app }: VerbCall<WebhookSettingsApp>, overlapHours: number) =>
    rotateWebhookSecret(app, overlapHours),
});
