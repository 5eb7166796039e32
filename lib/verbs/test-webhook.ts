import type { EventType } from '../billing/events.ts';
import type { CallsTenants, CoreApp } from '../runtime/app.ts';
import { sendExample } from '../webhooks/example.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sends one signed example. Throws what `sendExample` throws. */
export const testWebhook = accountVerb({
  route: 'account/test-webhook',
  needs: 'connections',
  name: 'test-webhook',
  run: ({ app }: VerbCall<CoreApp & CallsTenants>, type: EventType) => sendExample(app, type),
});
