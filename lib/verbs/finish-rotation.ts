import { finishWebhookRotation } from '../account/webhook.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';
import { accountFinishRotation } from '../rows.ts';

/** Ends the old webhook secret. Throws what `finishWebhookRotation` throws. */
export const finishRotation = accountVerb(accountFinishRotation, {
  name: 'finish-rotation',
  asksPasskey: true,
  run: ({ app, tenant }: VerbCall<CoreApp>, _nothing: undefined) => finishWebhookRotation(app, tenant.id),
});
