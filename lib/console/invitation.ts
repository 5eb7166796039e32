import { CONSOLE } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';
import { lookUpPerson, type Person } from '../table/people/people.ts';
import type { ChallengeUse } from './challenge.ts';
import { personTokenIn } from './credentials.ts';

/** Whom an invitation's link is for; undefined if it was used, replaced, withdrawn, or is too old. */
export async function lookUpInvited(app: CoreApp, token: string | undefined): Promise<Person | undefined> {
  const asked = personTokenIn(token);
  const person = asked && (await lookUpPerson(app, asked.tenant, asked.personId));
  const invitation = person?.invitation;
  if (!asked || !invitation || invitation.hash !== asked.hash) return undefined;
  const { expiresAt } = invitation;
  const isOpen = app.clock() < expiresAt && expiresAt <= app.clock() + CONSOLE.invitationMs;
  return isOpen ? person : undefined;
}

/** What a challenge on the page of somebody's invitation is answered for. */
export const useOf = ({ invitation }: Pick<Person, 'invitation'>): ChallengeUse => ({
  for: 'invitation',
  hash: invitation?.hash ?? '',
});
