import { CONSOLE } from '../limits.ts';
import type { CoreApp } from '../runtime/app.ts';
import { auditPut } from '../table/people/audit.ts';
import { lookUpPerson, personPut, type Passkey, type Person } from '../table/people/people.ts';
import { hashOf } from '../table/tenants/keys.ts';
import { key } from '../table/schema.ts';
import { tryWrite, type Change } from '../table/table.ts';
import { answerableUntil } from './challenge.ts';
import { lookUpInvited } from './invitation.ts';
import { newSession } from './new-session.ts';
import { personInHandle } from './passkey-options.ts';
import { answeredPasskey, registeredPasskey, type PasskeyAnswer } from './passkeys.ts';

/** A browser at the door, and the challenge in its cookie. */
export interface Visitor {
  readonly challenge: string | undefined;
  /** What the browser calls itself, and its address. */
  readonly browser: string;
  readonly from: string;
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
  const person = named && (await lookUpPerson(app, named.tenant, named.personId));
  if (!person) return undefined;
  const until = answerableUntil(visitor.challenge ?? '', app.clock());
  const passkey = person.passkeys.find(({ id }) => id === answer.id);
  const used =
    until !== undefined && passkey && visitor.challenge !== undefined
      ? await answeredPasskey(app, passkey, answer, visitor.challenge)
      : undefined;
  const begun = used && until !== undefined && (await begin(app, person, { used, until, visitor }));
  if (!begun) await refuse(app, person, visitor);
  return begun || undefined;
}

interface Proof {
  readonly used: Passkey;
  readonly until: number;
  readonly visitor: Visitor;
}

/** One transaction: the challenge is used up, the passkey's count rises, the session is there. */
async function begin(
  app: CoreApp,
  before: Person,
  { used, until, visitor }: Proof,
): Promise<SignedIn | undefined> {
  const person: Person = {
    ...before,
    passkeys: before.passkeys.map((one) => (one.id === used.id ? used : one)),
    lastSignInAt: app.clock(),
  };
  const { token, put } = newSession(app, person, visitor);
  const { browser, from } = visitor;
  const isDone = await tryWrite(() =>
    app.table.write([
      challengeUsed(person.tenant, visitor.challenge ?? '', until),
      personPut(person, before),
      put,
      auditPut(app, person.tenant, {
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

async function refuse(app: CoreApp, { tenant, id, name }: Person, { browser, from }: Visitor): Promise<void> {
  const entry = { what: 'sign_in_refused', personId: id, name, browser, from } as const;
  await app.table.apply(auditPut(app, tenant, entry));
}

function challengeUsed(tenant: string, challenge: string, until: number): Change {
  const ttl = Math.ceil(until / 1000);
  return { put: { ...key.answeredChallenge(tenant, hashOf(challenge)), ttl }, if: [{ absent: true }] };
}

/** Accepts an invitation with a new passkey, and signs in: its link is dead then. Undefined if it is refused. */
export async function acceptInvitation(
  app: CoreApp,
  token: string | undefined,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const before = await lookUpInvited(app, token);
  if (!before) return undefined;
  const added = await withNewPasskey(app, before, answer, visitor);
  if (!added) {
    await refuse(app, before, visitor);
    return undefined;
  }
  const person: Person = { ...added, invitation: null, lastSignInAt: app.clock() };
  const session = newSession(app, person, visitor);
  const { browser, from } = visitor;
  const entry = {
    what: 'passkey_added',
    personId: person.id,
    name: person.name,
    about: 'invitation',
    browser,
    from,
  } as const;
  const changes = [personPut(person, before), session.put, auditPut(app, person.tenant, entry)];
  const isDone = await tryWrite(() => app.table.write(changes));
  return isDone ? { person, token: session.token } : undefined;
}

/** Adds a further passkey to somebody who is signed in. Undefined if the answer is refused, or there are ten already. */
export async function addPasskey(
  app: CoreApp,
  before: Person,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<Person | undefined> {
  const person = await withNewPasskey(app, before, answer, visitor);
  const { browser, from } = visitor;
  const who = { personId: before.id, name: before.name, browser, from };
  const entry = person
    ? ({ what: 'passkey_added', ...who } as const)
    : ({ what: 'refused', act: 'add-passkey', ...who } as const);
  const changes = [...(person ? [personPut(person, before)] : []), auditPut(app, before.tenant, entry)];
  const isDone = await tryWrite(() => app.table.write(changes));
  return isDone ? person : undefined;
}

async function withNewPasskey(
  app: CoreApp,
  before: Person,
  answer: PasskeyAnswer,
  { challenge = '' }: Visitor,
): Promise<Person | undefined> {
  if (before.passkeys.length >= CONSOLE.passkeysMax) return undefined;
  if (answerableUntil(challenge, app.clock()) === undefined) return undefined;
  const made = await registeredPasskey(app, answer, challenge);
  if (!made || before.passkeys.some(({ id }) => id === made.id)) return undefined;
  return { ...before, passkeys: [...before.passkeys, made] };
}
