import { writeWhile } from '../account/acting.ts';
import { eraseMessagesTo } from '../account/erase-messages.ts';
import { OperatorError } from '../account/operator-error.ts';
import { CONSOLE, DECISIONS_MAX } from '../limits.ts';
import { invitationMessage, mailsInvitations } from '../messages/owe.ts';
import { Refusal } from '../refusal.ts';
import { notePersonRemoved } from '../account/restore-notes.ts';
import type { CoreApp, NotesForRestore, OfTenant } from '../runtime/app.ts';
import { fieldsOf } from '../table/fields.ts';
import { auditPut, entryOfPerson, type NewAuditEntry } from '../table/people/audit.ts';
import { personPut, readPeople, type Person, type Role } from '../table/people/people.ts';
import { readSessions, sessionKept } from '../table/people/sessions.ts';
import { key } from '../table/schema.ts';
import type { Change } from '../table/table.ts';
import { makeChallengeKey } from '../table/people/challenge-key.ts';
import { newPersonToken } from './credentials.ts';
import { personEmail } from './person-email.ts';
import { checkPersonName, refuseLookAlike } from './person-name.ts';
import type { SignedInPerson } from './session.ts';
import { stillAllowed } from './standing.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** Who changes something about people: one of them, or an operator, whom no rule keeps from removing the last owner. */
export type Changer =
  { readonly by: 'operator' } | ({ readonly by: 'person' } & Pick<SignedInPerson, 'person' | 'session'>);

/** A person with a link that works once; its token is shown now and never again. */
export interface Invited {
  readonly person: Person;
  readonly token: string;
  readonly expiresAt: number;
  /** Where a link of its own is mailed to as well; null where none is. */
  readonly mailedTo: string | null;
}

/** Whom to invite; an empty address for none. */
export interface NewPerson {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly email?: string | undefined;
}

/**
 * Invites a new person of a tenant, or somebody of that name again who has lost every passkey: an earlier link is then
 * dead. Throws OperatorError for a bad name or address, no role, or a hundred people.
 */
export async function invite(
  app: CoreApp & OfTenant,
  { name, roles, email = '' }: NewPerson,
  changer: Changer,
): Promise<Invited> {
  checkPersonName(name);
  if (roles.length === 0) throw new OperatorError('a person has at least one role', 'roles');
  const address = personEmail(email);
  await makeChallengeKey(app);
  const isMailed = await mailsInvitations(app);
  return changePeople(app, changer, (people) => {
    if (people.some((one) => one.name === name))
      throw new OperatorError(`${name}: one of the people already; invite that person again instead`, 'name');
    refuseLookAlike(name, people);
    if (people.length >= CONSOLE.peopleMax)
      throw new OperatorError('an account has no room for more people; remove somebody first');
    const fresh: Person = {
      id: app.newId(),
      tenant: app.tenantId,
      name,
      roles,
      email: address,
      passkeys: [],
      invitation: null,
      createdAt: app.clock(),
      lastSignInAt: null,
      sessionsEnded: 0,
      revision: 0,
    };
    return invited(app, fresh, undefined, { changer, isMailed });
  });
}

/** Why somebody is invited again: what they signed in with is lost, may be in other hands, or neither. */
export const REASONS = ['lost', 'stolen', 'neither'] as const;
/** Why somebody is invited again. */
export type Reason = (typeof REASONS)[number];

/**
 * Invites a person once more: the link of an earlier invitation is dead. What is lost or stolen ends all sessions at once;
 * passkeys that are lost end when another one is registered, those that are stolen at once. Throws OperatorError for nobody,
 * for oneself, or as `setRoles` does.
 */
export async function inviteAgain(
  app: CoreApp & OfTenant,
  { personId, because }: { readonly personId: string; readonly because: Reason },
  changer: Changer,
): Promise<Invited> {
  await makeChallengeKey(app);
  const isMailed = await mailsInvitations(app);
  return changePeople(app, changer, (people) => {
    const known = personAmong(people, personId);
    if (changer.by === 'person' && changer.person.id === known.id)
      throw new OperatorError('you are signed in: add a passkey here, and remove the one that is lost');
    const sessionsEnded = known.sessionsEnded + (because === 'neither' ? 0 : 1);
    const after = { ...known, sessionsEnded, passkeys: because === 'stolen' ? [] : known.passkeys };
    keepAnOwner(people, replacing(people, after), changer);
    return invited(app, after, known, { changer, isMailed, replaces: because !== 'neither' });
  });
}

function invited(
  app: CoreApp,
  person: Person,
  before: Person | undefined,
  {
    changer,
    isMailed,
    replaces = false,
  }: { readonly changer: Changer; readonly isMailed: boolean; readonly replaces?: boolean },
) {
  const now = app.clock();
  const { text: token, hash } = newPersonToken(forTenant(app, person.tenant), person.id);
  const expiresAt = now + CONSOLE.invitationMs;
  const by =
    changer.by === 'person' && !changer.person.visit
      ? { personId: changer.person.id, name: changer.person.name, passkeyId: changer.session.passkeyId }
      : null;
  const after: Person = { ...person, invitation: { hash, by, replaces, createdAt: now, expiresAt } };
  const mailedTo = isMailed ? person.email : null;
  return {
    result: { person: after, token, expiresAt, mailedTo },
    changes: [
      personPut(after, before),
      ...(mailedTo === null ? [] : [invitationMessage(person.tenant, person.id, hash, now)]),
    ],
    entry: { what: 'invited', about: person.name } as const,
  };
}

/**
 * Gives a person other roles, and another address where one is given. Throws OperatorError for nobody, for no role, for a bad
 * address, or if no owner who can sign in would be left.
 */
export async function setRoles(
  app: CoreApp & OfTenant,
  { personId, roles, email }: Pick<NewPerson, 'roles' | 'email'> & { readonly personId: string },
  changer: Changer,
): Promise<Person> {
  if (roles.length === 0)
    throw new OperatorError('a person has at least one role; remove them instead', 'roles');
  const address = email === undefined ? undefined : personEmail(email);
  return changePeople(app, changer, (people) => {
    const before = personAmong(people, personId);
    const after = { ...before, roles, ...(address !== undefined && { email: address }) };
    keepAnOwner(people, replacing(people, after), changer);
    return {
      result: after,
      changes: [personPut(after, before)],
      entry: { what: 'roles_changed', about: `${before.name}: ${roles.join(', ')}` },
    };
  });
}

/** Removes a person: passkeys, sessions and an open invitation end at once. Throws OperatorError as `setRoles` does. */
export async function removePerson(
  app: CoreApp & NotesForRestore & OfTenant,
  personId: string,
  changer: Changer,
): Promise<Person> {
  const removed = await changePeople(app, changer, (people) => {
    const person = personAmong(people, personId);
    keepAnOwner(
      people,
      people.filter((one) => one !== person),
      changer,
    );
    return {
      result: person,
      changes: [
        {
          delete: key.person(app.tenantId, person),
          if: [{ attribute: 'revision', is: person.revision }],
        },
      ],
      entry: { what: 'removed', about: person.name },
    };
  });
  await notePersonRemoved(app, personId);
  await eraseMessagesTo(app, personId);
  // Without their person they are refused already; this is for tidiness.
  const sessions = await readSessions(app, [removed]);
  for (const { hash } of sessions)
    await app.table.apply({ delete: key.session(app.tenantId, personId, hash) });
  return removed;
}

/** Removes one of a person's passkeys, which ends its sessions. Throws OperatorError for none, or as `setRoles` does. */
export async function removePasskey(
  app: CoreApp & OfTenant,
  { personId, passkeyId }: { readonly personId: string; readonly passkeyId: string },
  changer: Changer,
): Promise<Person> {
  return changePeople(
    app,
    changer,
    (people) => {
      const before = personAmong(people, personId);
      const passkeys = before.passkeys.filter(({ id }) => id !== passkeyId);
      if (passkeys.length === before.passkeys.length) throw new OperatorError('there is no such passkey');
      const after = { ...before, passkeys };
      keepAnOwner(people, replacing(people, after), changer);
      return {
        result: after,
        changes: [personPut(after, before)],
        entry: { what: 'passkey_removed', about: before.name },
      };
    },
    personId,
  );
}

/** Ends all sessions of a person at once, but for the one that asks for it. Throws OperatorError for nobody. */
export async function endSessions(
  app: CoreApp & OfTenant,
  personId: string,
  changer: Changer,
): Promise<Person> {
  return changePeople(
    app,
    changer,
    (people) => {
      const before = personAmong(people, personId);
      const sessionsEnded = before.sessionsEnded + 1;
      const isOwn = changer.by === 'person' && changer.person.id === before.id;
      const own = isOwn ? [sessionKept(changer.session, sessionsEnded)] : [];
      return {
        result: before,
        changes: [personPut({ ...before, sessionsEnded }, before), ...own],
        entry: { what: 'sessions_ended', about: before.name },
      };
    },
    personId,
  );
}

/** The person with this id or name among a tenant's people. Throws OperatorError if there is none. */
export function personAmong(people: readonly Person[], idOrName: string): Person {
  const found = people.find(({ id }) => id === idOrName) ?? people.find(({ name }) => name === idOrName);
  if (!found) throw new OperatorError(`there is no person ${idOrName}`);
  return found;
}

const replacing = (people: readonly Person[], after: Person) =>
  people.map((one) => (one.id === after.id ? after : one));

const ownersOf = (people: readonly Person[]) =>
  people.filter(({ roles, passkeys }) => roles.includes('owner') && passkeys.length > 0);

function keepAnOwner(before: readonly Person[], after: readonly Person[], { by }: Changer): void {
  if (by === 'person' && ownersOf(before).length > 0 && ownersOf(after).length === 0)
    throw new OperatorError('the last owner stays: make somebody else an owner first', 'roles');
}

interface PeopleChange<T> {
  readonly result: T;
  readonly changes: readonly Change[];
  readonly entry: NewAuditEntry;
}

/**
 * Changes a tenant's people by their current state, with optimistic locking: two owners who remove each other at the same
 * moment do not leave a tenant without one, and who was removed meanwhile changes nothing. What was done is in the audit list
 * with it. `ofOneself`: a person who may change this of themselves.
 */
async function changePeople<T>(
  app: CoreApp & OfTenant,
  changer: Changer,
  decide: (people: readonly Person[]) => PeopleChange<T>,
  ofOneself?: string,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const revision = await readRevision(app); // before the people: what changes from here on fails the write
    const { result, changes, entry } = decide(await readPeople(app));
    const audited = auditPut(app, { ...entry, ...changerFields(changer) });
    const all = [...changes, audited, revisionUpdate(app.tenantId, revision)];
    if (await writeWhile(app, all, () => conditionsFor(app, changer, ofOneself))) return result;
    if (tried === DECISIONS_MAX) throw new Refusal('concurrent_change');
  }
}

async function conditionsFor(app: CoreApp & OfTenant, changer: Changer, ofOneself: string | undefined) {
  if (changer.by === 'operator') return [];
  return stillAllowed(app, changer, changer.person.id === ofOneself ? 'oneself' : 'account');
}

const changerFields = (changer: Changer) =>
  changer.by === 'person' ? entryOfPerson(changer.person) : ({ by: 'operator' } as const);

async function readRevision(app: CoreApp & OfTenant): Promise<number | undefined> {
  const item = await app.table.get(key.peopleRevision(app.tenantId), { consistent: true });
  return item && fieldsOf(item).number('revision');
}

function revisionUpdate(tenant: string, revision: number | undefined): Change {
  return {
    update: key.peopleRevision(tenant),
    set: { revision: (revision ?? 0) + 1 },
    if: [revision === undefined ? { absent: true } : { attribute: 'revision', is: revision }],
  };
}
