import { CONSOLE } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';
import { auditPut, refusedPut } from '../table/people/audit.ts';
import { lookUpPerson, personPut, type Passkey, type Person } from '../table/people/people.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';
import { OwnChallenge } from './challenge.ts';
import { lookUpInvitation, useOf } from './invitation.ts';
import { newSession } from './new-session.ts';
import type { SignedInPerson } from './session.ts';
import { personInHandle } from './passkey-options.ts';
import { answeredPasskey, challengeAnswered, registeredPasskey, type PasskeyAnswer } from './passkeys.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** Where somebody comes from: what the browser calls itself, and its address. */
export interface Whence {
  readonly browser: string;
  readonly from: string;
}

/** A browser at the door, and the challenge in its cookie. */
export interface Visitor extends Whence {
  readonly challenge: string | undefined;
}

/** Somebody who has just signed in; the token is for the cookie of their session. */
export interface SignedIn {
  readonly person: Person;
  readonly token: string;
}

/**
 * Signs a person in by a passkey's answer; undefined if it is refused. Each challenge is answered at most once, and a
 * session is always a new one. A refusal of somebody who exists is in the audit list.
 */
export async function signIn(
  app: CoreApp,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const named = personInHandle(answer.userHandle);
  const person = named && (await lookUpPerson(forTenant(app, named.tenant), named.personId));
  if (!person) return undefined;
  const challenge = await OwnChallenge.verified(app, visitor.challenge ?? '', { for: 'sign-in' });
  const passkey = person.passkeys.find(({ id }) => id === answer.id);
  const used = challenge && passkey && (await answeredPasskey(app, passkey, answer, challenge));
  const begun = used && (await begin(app, person, { used, challenge, visitor }));
  if (!begun) await refuse(app, person, visitor);
  return begun || undefined;
}

interface Proof {
  readonly used: Passkey;
  readonly challenge: OwnChallenge;
  readonly visitor: Visitor;
}

/** One transaction: the challenge is used up, the passkey's count rises, the session is there. */
async function begin(
  app: CoreApp,
  before: Person,
  { used, challenge, visitor }: Proof,
): Promise<SignedIn | undefined> {
  const { browser, from } = visitor;
  const person: Person = {
    ...before,
    passkeys: before.passkeys.map((one) => (one.id === used.id ? used : one)),
    lastSignInAt: app.clock(),
  };
  const { token, put } = newSession(app, person, { browser, from, passkeyId: used.id });
  const isDone = await tryWrite(() =>
    app.table.write([
      challenge.usedUp(person.tenant),
      personPut(person, before),
      put,
      auditPut(forTenant(app, person.tenant), {
        what: 'signed_in',
        personId: person.id,
        name: person.name,
        browser,
        from,
      }),
    ]),
  );
  return isDone ? { person, token } : undefined;
}

async function refuse(app: CoreApp, person: Person, { browser, from }: Whence): Promise<void> {
  await app.table.apply(refusedPut(app, person, { what: 'sign_in_refused', browser, from }));
}

/** Accepts an invitation with a new passkey, and signs in: its link is dead then. Undefined if it is refused. */
export async function acceptInvitation(
  app: CoreApp,
  token: string | undefined,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const invitation = await lookUpInvitation(app, token);
  if (!invitation) return undefined;
  const { person: before, conditions } = invitation;
  const challenge = await OwnChallenge.verified(app, visitor.challenge ?? '', useOf(before));
  const kept = before.invitation?.replaces === true ? { ...before, passkeys: [] } : before;
  const made = challenge && (await newPasskey(app, kept, answer, challenge));
  if (!made) {
    await refuse(app, before, visitor);
    return undefined;
  }
  const passkeys = [...kept.passkeys, made];
  const person: Person = { ...before, passkeys, invitation: null, lastSignInAt: app.clock() };
  const { browser, from } = visitor;
  const session = newSession(app, person, { browser, from, passkeyId: made.id });
  const entry = {
    what: 'passkey_added',
    personId: person.id,
    name: person.name,
    about: 'invitation',
    browser,
    from,
  } as const;
  const audited = auditPut(forTenant(app, person.tenant), entry);
  const own = [challenge.usedUp(person.tenant), personPut(person, before), session.put];
  const changes = [...own, ...conditions, audited];
  const isDone = await tryWrite(() => app.table.write(changes));
  return isDone ? { person, token: session.token } : undefined;
}

/** Adds a further passkey to somebody who is signed in. Undefined if the answer is refused, or there are ten already. */
export async function addPasskey(
  app: CoreApp,
  { person: before, session }: Pick<SignedInPerson, 'person' | 'session'>,
  answer: PasskeyAnswer | undefined,
  { browser, from }: Whence,
): Promise<Person | undefined> {
  const use = { for: 'new-passkey', hash: session.hash } as const;
  const challenge = answer && (await OwnChallenge.verified(app, challengeAnswered(answer), use));
  const made = challenge && (await newPasskey(app, before, answer, challenge));
  const person = made && { ...before, passkeys: [...before.passkeys, made] };
  const whence = { act: 'add-passkey', browser, from };
  const refused = refusedPut(app, before, { what: 'refused', code: 'not_accepted', ...whence });
  const isHere = {
    check: key.session(before.tenant, before.id, session.hash),
    if: [{ present: true }],
  } as const;
  if (person) {
    const entry = { what: 'passkey_added', personId: before.id, name: before.name, ...whence } as const;
    const audited = auditPut(forTenant(app, before.tenant), entry);
    const changes = [challenge.usedUp(before.tenant), personPut(person, before), isHere, audited];
    if (await tryWrite(() => app.table.write(changes))) return person;
  }
  await app.table.apply(refused);
  return undefined;
}

async function newPasskey(
  app: CoreApp,
  before: Person,
  answer: PasskeyAnswer,
  challenge: OwnChallenge,
): Promise<Passkey | undefined> {
  if (before.visit || before.passkeys.length >= CONSOLE.passkeysMax) return undefined;
  const made = await registeredPasskey(app, answer, challenge);
  return before.passkeys.some(({ id }) => id === made?.id) ? undefined : made;
}
