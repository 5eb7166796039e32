import { finishWebhookRotation } from '../account/webhook.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Ends the old webhook secret. Throws what `finishWebhookRotation` throws. */
export const finishRotation = accountVerb({
  route: 'account/finish-rotation',
  needs: 'connections',
  name: 'finish-rotation',
  asksPasskey: true,
  run: ({ app }: VerbCall<CoreApp>, _nothing: undefined) => finishWebhookRotation(app),
});
