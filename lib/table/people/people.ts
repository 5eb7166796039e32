import type { CoreApp } from '../../runtime/app.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { DAY_MS, SECOND_MS } from '../../limits.ts';
import { compactItem } from '../item.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** What a person may be for a tenant; somebody may be several. */
export const ROLES = ['owner', 'support', 'finance', 'developer', 'read'] as const;
/** One of a person's roles. */
export type Role = (typeof ROLES)[number];

/** A public key whose private half stays on a person's device. */
export interface Passkey {
  /** The authenticator's own id, base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** The authenticator's count of its signatures; 0 if it does not count. */
  readonly counter: number;
  /** How a browser reaches it, such as `internal`. */
  readonly transports: readonly string[];
  readonly createdAt: number;
  /** Epoch ms; null if it was only registered. */
  readonly lastUsedAt: number | null;
}

/** One of the people who has invited somebody, and the passkey of the session that did; null if that had none. */
export interface InvitedBy {
  readonly personId: string;
  readonly name: string;
  readonly passkeyId: string | null;
}

/** A link by which a person registers a passkey, once. */
export interface Invitation {
  /** SHA-256 (hex) of the secret in the link. */
  readonly hash: string;
  /** Who has made it, null for an operator. */
  readonly by: InvitedBy | null;
  /** Whether the person's passkeys end once another one is registered with it. */
  readonly replaces: boolean;
  readonly createdAt: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Why an operator comes into a tenant's console, and until when their link or their session is good (epoch ms). */
export interface OperatorVisit {
  readonly because: string;
  readonly until: number;
}

/** One of a tenant's people, or an operator who visits its console. Times are epoch ms. */
export interface Person {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Where messages to them go; null if none may. */
  readonly email: string | null;
  readonly passkeys: readonly Passkey[];
  readonly invitation: Invitation | null;
  readonly createdAt: number;
  /** The last sign-in. */
  readonly lastSignInAt: number | null;
  /** How often all sessions were ended at once: those of an earlier count are over. */
  readonly sessionsEnded: number;
  /** Of an operator alone, who is none of the people and has no passkey. */
  readonly visit?: OperatorVisit;
  /** Raised with each change, for optimistic locking. */
  readonly revision: number;
}

/** Parses a person. Throws Unreadable. */
export function personFrom(item: Item): Person {
  const of = fieldsOf(item);
  const invitation = of.part('invitation');
  const roles = of.texts('roles') ?? [];
  const visit = of.part('visit');
  return {
    id: of.text('id'),
    tenant: of.text('tenant'),
    name: of.text('name'),
    roles: ROLES.filter((role) => roles.includes(role)),
    email: of.textOrNull('email'),
    passkeys: of.parts('passkeys').map(passkeyFrom),
    invitation: invitation && {
      hash: invitation.text('hash'),
      by: invitedByFrom(invitation.part('by')),
      replaces: invitation.flag('replaces'),
      createdAt: invitation.number('createdAt'),
      expiresAt: invitation.number('expiresAt'),
    },
    createdAt: of.number('createdAt'),
    lastSignInAt: of.numberOrNull('lastSignInAt'),
    sessionsEnded: of.number('sessionsEnded'),
    ...(visit && { visit: { because: visit.text('because'), until: visit.number('until') } }),
    revision: of.number('revision'),
  };
}

function invitedByFrom(of: Fields | null): InvitedBy | null {
  return (
    of && { personId: of.text('personId'), name: of.text('name'), passkeyId: of.textOrNull('passkeyId') }
  );
}

function passkeyFrom(of: Fields): Passkey {
  return {
    id: of.text('id'),
    publicKey: of.text('publicKey'),
    counter: of.number('counter'),
    transports: of.texts('transports') ?? [],
    createdAt: of.number('createdAt'),
    lastUsedAt: of.numberOrNull('lastUsedAt'),
  };
}

/**
 * Writes a person with the next revision, unless somebody else has changed them since they were read; without `before` a new
 * one. The table deletes an operator some time after their visit.
 */
export function personPut(person: Person, before: Person | undefined): Put {
  const revision = (before?.revision ?? 0) + 1;
  const passkeys = person.passkeys.map((one) => ({ ...one, transports: [...one.transports] }));
  const by = person.invitation?.by;
  const invitation = person.invitation && { ...person.invitation, by: by ? { ...by } : null };
  const visit = person.visit && {
    visit: { ...person.visit },
    ttl: Math.ceil((person.visit.until + DAY_MS) / SECOND_MS),
  };
  const stored = { ...person, roles: [...person.roles], passkeys, invitation, ...visit, revision };
  return {
    put: compactItem(key.person(person.tenant, person), stored),
    if: [before ? { attribute: 'revision', is: before.revision } : { absent: true }],
  };
}

/** All people of a tenant, those invited among them, oldest first. */
export async function readPeople(app: CoreApp, tenant: string): Promise<Person[]> {
  return (await readEveryone(app, tenant)).filter(({ visit }) => visit === undefined);
}

/** All people of a tenant, and the operators who visit its console. */
export async function readEveryone(app: CoreApp, tenant: string): Promise<Person[]> {
  const items = await app.table.query({ ...range.people(tenant), consistent: true });
  return items.map(personFrom);
}

/** The person with this id; undefined if the tenant has none. */
export async function lookUpPerson(app: CoreApp, tenant: string, id: string): Promise<Person | undefined> {
  const item = await app.table.get(key.person(tenant, { id }), { consistent: true });
  return item && personFrom(item);
}
