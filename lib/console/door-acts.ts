import { connectAcct } from './acts/acct.ts';
import { removeLogo, setLogo } from './acts/logo.ts';
import { addPasskey } from './acts/passkeys.ts';

/** What somebody who is signed in does at the door: it takes what no other act does. */
export const DOOR_ACTS = {
  'add-passkey': addPasskey,
  'connect-acct': connectAcct,
  'set-logo': setLogo,
  'remove-logo': removeLogo,
} as const;

/** The name of such an act. */
export type DoorActName = keyof typeof DOOR_ACTS;

/** Whether the door takes forms of this name. */
export const isDoorAct = (step: string): step is DoorActName => Object.hasOwn(DOOR_ACTS, step);
