import { consoleAddress } from '../../../lib/runtime/console-address.ts';
import { newChallenge, type ChallengeUse } from '../../../lib/console/challenge.ts';
import { useOf } from '../../../lib/console/invitation.ts';
import { userHandleOf } from '../../../lib/console/passkey-options.ts';
import { invite, type Changer } from '../../../lib/console/people.ts';
import { acceptInvitation, type SignedIn, type Visitor } from '../../../lib/console/sign-in.ts';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import type { Role } from '../../../lib/table/people/people.ts';
import { Authenticator, type Asked } from './authenticator.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

export const BY_OPERATOR: Changer = { by: 'operator' };

/** A browser at the door with a fresh challenge, and what its authenticator is asked. */
export async function atTheDoor(
  app: CoreApp,
  use: ChallengeUse = { for: 'sign-in' },
): Promise<{ visitor: Visitor; asked: Asked }> {
  const challenge = await newChallenge(app, use);
  const visitor = { challenge, browser: 'A browser', from: '192.0.2.1' };
  return { visitor, asked: { challenge, ...consoleAddress(app) } };
}

/** Somebody with a passkey who is signed in: invited by an operator. */
export async function somebody(
  app: CoreApp,
  tenant: string,
  name: string,
  roles: readonly Role[],
): Promise<SignedIn & { readonly authenticator: Authenticator }> {
  const { person, token } = await invite(forTenant(app, tenant), { name, roles }, BY_OPERATOR);
  const authenticator = new Authenticator();
  const { visitor, asked } = await atTheDoor(app, useOf(person));
  const answer = authenticator.register(asked, userHandleOf(person));
  const signedIn = await acceptInvitation(app, token, answer, visitor);
  if (!signedIn) throw new Error(`${name} was not let in`);
  return { ...signedIn, authenticator };
}
