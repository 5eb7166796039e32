import { changeMessages } from '../messages/settings.ts';
import type { CoreApp } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Changes which messages go out in the tenant's name, and as whose. */
export const setMessages = accountVerb({
  route: 'account/set-messages',
  needs: 'account',
  name: 'set-messages',
  run: ({ app }: VerbCall<CoreApp>, change: Parameters<typeof changeMessages>[1]) =>
    changeMessages(app, change),
});
