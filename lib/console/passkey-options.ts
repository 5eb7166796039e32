import type { CoreApp } from '../runtime/app.ts';
import type { Person } from '../table/people/people.ts';
import { consoleAddress } from '../runtime/console-address.ts';

/** The algorithms of passkeys, by their COSE numbers: ES256, EdDSA and RS256, of which every authenticator has one. */
export const ALGORITHMS = [-7, -8, -257];

/** A person's handle at an authenticator: tenant and person, so that a sign-in needs no name. */
export function userHandleOf({ tenant, id }: Pick<Person, 'tenant' | 'id'>): string {
  return Buffer.from(tenant + id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Whom a handle names; undefined if it cannot be one of ours. */
export function personInHandle(handle: string): { tenant: string; personId: string } | undefined {
  const hex = Buffer.from(handle, 'base64url').toString('hex');
  if (hex.length !== 64) return undefined;
  const id = hex.slice(32);
  const personId = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return { tenant: hex.slice(0, 32), personId: personId.join('-') };
}

/** What a browser needs to register a passkey: it stays on the device, and asks for finger, face or PIN each time. */
export function registrationOptions(app: CoreApp, person: Person, account: string, challenge: string) {
  return {
    challenge,
    rp: { id: consoleAddress(app).host, name: 'Subscription Billing' },
    user: { id: userHandleOf(person), name: `${person.name} · ${account}`, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: person.passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
    attestation: 'none',
  };
}

/** What a browser needs to answer with a passkey of this person. */
export function proofOptions(app: CoreApp, { passkeys }: Person, challenge: string) {
  const allowCredentials = passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports }));
  return { ...signInOptions(app, challenge), allowCredentials };
}

/** What a browser needs to answer with any passkey of this console. */
export function signInOptions(app: CoreApp, challenge: string) {
  return { challenge, rpId: consoleAddress(app).host, userVerification: 'required', allowCredentials: [] };
}
