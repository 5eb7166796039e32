import { rotateKey as rotate } from '../account/keys.ts';
import type { Right } from '../billing/rights.ts';
import type { CoreApp, NotesForRestore } from '../runtime/app.ts';
import { accountVerb, type VerbCall } from './verb.ts';

/** Which pair to replace, how long it still works, and the rights of whoever asks. */
export interface RotationAsked {
  readonly apiKey: string;
  readonly overlapHours: number;
  readonly held: readonly Right[];
}

/** Replaces a key pair, which may no more than whoever does it. Throws what `rotateKey` throws. */
export const rotateKey = accountVerb({
  route: 'account/rotate-key',
  needs: 'connections',
  name: 'rotate-key',
  asksPasskey: true,
  run: ({ app }: VerbCall<CoreApp & NotesForRestore>, { held, ...asked }: RotationAsked) =>
    rotate(app, asked, held),
});
