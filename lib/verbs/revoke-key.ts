import { revokeKey as revoke } from '../account/keys.ts';
import type { CoreApp, NotesForRestore } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Revokes a key pair. Throws what `revokeKey` throws. */
export const revokeKey = accountVerb({
  route: 'account/revoke-key',
  needs: 'connections',
  name: 'revoke-key',
  asksPasskey: true,
  run: ({ app }: VerbCall<CoreApp & NotesForRestore>, apiKey: string) => revoke(app, apiKey),
});
