import { createKey as make, type NewPair } from '../account/keys.ts';
import type { Right } from '../billing/rights.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { WithKept } from '../text/kept-text.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Makes a key pair, which may no more than whoever makes it (`held`). Throws what `createKey` throws. */
export const createKey = accountVerb({
  route: 'account/create-key',
  needs: 'connections',
  name: 'create-key',
  asksPasskey: true,
  run: (
    { app }: VerbCall<CoreApp>,
    { held, ...pair }: WithKept<NewPair, 'label'> & { readonly held: readonly Right[] },
  ) => make(app, pair, held),
});
