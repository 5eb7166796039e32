import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import {
  flag,
  listOf,
  number,
  oneOf,
  optional,
  orElse,
  orNull,
  part,
  record,
  text,
  type TypeOf,
} from '../../record.ts';
import { DAY_MS, SECOND_MS } from '../../limits.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** What a person may be for a tenant; somebody may be several. */
export const ROLES = ['owner', 'support', 'finance', 'developer', 'read'] as const;
/** One of a person's roles. */
export type Role = (typeof ROLES)[number];

const PASSKEY = part({
  /** The authenticator's own id, base64url. */
  id: text,
  /** COSE, base64url. */
  publicKey: text,
  /** The authenticator's count of its signatures; 0 if it does not count. */
  counter: orElse(number, 0),
  /** How a browser reaches it, such as `internal`. */
  transports: listOf(text),
  createdAt: number,
  /** Epoch ms; null if it was only registered. */
  lastUsedAt: orNull(number),
});
/** A public key whose private half stays on a person's device. */
export type Passkey = TypeOf<typeof PASSKEY>;

/** One of the people who has invited somebody, and the passkey of the session that did; null if that had none. */
const INVITED_BY = part({ personId: text, name: text, passkeyId: orNull(text) });

const INVITATION = part({
  /** SHA-256 (hex) of the secret in the link. */
  hash: text,
  /** Who has made it, null for an operator. */
  by: orNull(INVITED_BY),
  /** Whether the person's passkeys end once another one is registered with it. */
  replaces: flag,
  createdAt: number,
  /** Epoch ms. */
  expiresAt: number,
});
/** A link by which a person registers a passkey, once. */
export type Invitation = TypeOf<typeof INVITATION>;

/** One of a tenant's people, or an operator who visits its console. Times are epoch ms. */
export const PERSON = record('person', {
  id: text,
  tenant: text,
  name: text,
  roles: listOf(oneOf(ROLES)),
  /** Where messages to them go; null if none may. */
  email: orNull(text),
  passkeys: listOf(PASSKEY),
  invitation: orNull(INVITATION),
  createdAt: number,
  /** The last sign-in. */
  lastSignInAt: orNull(number),
  /** How often all sessions were ended at once: those of an earlier count are over. */
  sessionsEnded: orElse(number, 0),
  /** Of an operator alone, who is none of the people and has no passkey: why, and until when their link or session is good. */
  visit: optional(part({ because: text, until: number })),
  /** Raised with each change, for optimistic locking. */
  revision: number,
});
/** One of these people. */
export type Person = TypeOf<typeof PERSON>;

/** Parses a person. Throws Unreadable. */
export const personFrom = (item: Item): Person => PERSON.read(item);

/**
 * Writes a person with the next revision, unless somebody else has changed them since they were read; without `before` a new
 * one. The table deletes an operator some time after their visit.
 */
export function personPut(person: Person, before: Person | undefined): Put {
  const revision = (before?.revision ?? 0) + 1;
  const { visit } = person;
  return {
    put: {
      ...PERSON.write({ ...person, revision }),
      ...(visit && { ttl: Math.ceil((visit.until + DAY_MS) / SECOND_MS) }),
      ...key.person(person.tenant, person),
    },
    if: [before ? { attribute: 'revision', is: before.revision } : { absent: true }],
  };
}

/** All people of a tenant, those invited among them, oldest first. */
export async function readPeople(app: CoreApp & OfTenant): Promise<Person[]> {
  return (await readEveryone(app)).filter(({ visit }) => visit === undefined);
}

/** All people of a tenant, and the operators who visit its console. */
export async function readEveryone(app: CoreApp & OfTenant): Promise<Person[]> {
  const items = await app.table.query({ ...range.people(app.tenantId), consistent: true });
  return items.map(personFrom);
}

/** The person with this id; undefined if the tenant has none. */
export async function lookUpPerson(app: CoreApp & OfTenant, id: string): Promise<Person | undefined> {
  const item = await app.table.get(key.person(app.tenantId, { id }), { consistent: true });
  return item && personFrom(item);
}
