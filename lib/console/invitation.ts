import { CONSOLE } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';
import { isMailedFor, lookUpMailedInvitation } from '../table/people/invitation-links.ts';
import { lookUpPerson, type Invitation, type Person } from '../table/people/people.ts';
import { key } from '../table/schema.ts';
import type { Check } from '../table/table.ts';
import type { ChallengeUse } from './challenge.ts';
import { personTokenIn } from './credentials.ts';
import { mayDo } from './roles.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** An invitation that counts: whom it is for, and what must still hold in the transaction that accepts it. */
export interface OpenInvitation {
  readonly person: Person;
  readonly conditions: readonly Check[];
}

/**
 * The invitation of a link; undefined if it was used, replaced, withdrawn, or is too old, or if whoever has made it may not
 * invite any more or has lost the passkey it was made with.
 */
export async function lookUpInvitation(
  app: CoreApp,
  token: string | undefined,
): Promise<OpenInvitation | undefined> {
  const asked = personTokenIn(token);
  if (!asked) return undefined;
  const [person, mailed] = await Promise.all([
    lookUpPerson(forTenant(app, asked.tenant), asked.personId),
    lookUpMailedInvitation(app, asked.hash),
  ]);
  const invitation = person?.invitation;
  if (!invitation || person.visit) return undefined;
  const isIts = invitation.hash === asked.hash || isMailedFor(person, invitation, mailed);
  return isIts ? openInvitation(app, person, invitation) : undefined;
}

/** A person's invitation, where it counts; undefined where it does not. */
export async function openInvitation(
  app: CoreApp,
  person: Person,
  invitation: Invitation,
): Promise<OpenInvitation | undefined> {
  const { expiresAt } = invitation;
  const isOpen = app.clock() < expiresAt && expiresAt <= app.clock() + CONSOLE.invitationMs;
  const conditions = isOpen && (await conditionsOf(app, person));
  return conditions ? { person, conditions } : undefined;
}

async function conditionsOf(app: CoreApp, { tenant, invitation }: Person): Promise<Check[] | undefined> {
  const by = invitation?.by;
  if (!by) return [];
  const maker = await lookUpPerson(forTenant(app, tenant), by.personId);
  const hasPasskey = by.passkeyId === null || maker?.passkeys.some(({ id }) => id === by.passkeyId);
  if (!maker || hasPasskey !== true || !mayDo(maker.roles, 'account')) return undefined;
  return [{ check: key.person(tenant, maker), if: [{ attribute: 'revision', is: maker.revision }] }];
}

/** Whom an invitation's link is for; undefined where it does not count. */
export async function lookUpInvited(app: CoreApp, token: string | undefined): Promise<Person | undefined> {
  return (await lookUpInvitation(app, token))?.person;
}

/** What a challenge on the page of somebody's invitation is answered for. */
export const useOf = ({ invitation }: Pick<Person, 'invitation'>): ChallengeUse => ({
  for: 'invitation',
  hash: invitation?.hash ?? '',
});
