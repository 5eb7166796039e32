import { sendTest } from '../messages/send-test.ts';
import type { CoreApp, SendsMail } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Sends a message with invented contents, to be looked at. Throws what `sendTest` throws. */
export const testMessage = accountVerb({
  route: 'account/test-message',
  needs: 'account',
  name: 'test-message',
  run: ({ app }: VerbCall<CoreApp & SendsMail>, asked: Parameters<typeof sendTest>[1]) =>
    sendTest(app, asked),
});
