import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { CONSOLE } from '../../limits.ts';
import { number, orElse, orNull, record, text, type TypeOf } from '../../record.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Person } from './people.ts';
import type { Item, Put, Update } from '../table.ts';

/** A person who is signed in, in one browser. Times are epoch ms. */
export const SESSION = record('session', {
  /** SHA-256 (hex) of the secret in its cookie. */
  hash: text,
  tenant: text,
  personId: text,
  /** The passkey it was begun with; null for whoever sits at the machine of a local cloud, and for an operator. */
  passkeyId: orNull(text),
  /** How often all sessions of the person had been ended when it began. */
  sessionsEnded: orElse(number, 0),
  /** When its passkey was last asked for. */
  provedAt: number,
  /** What the browser calls itself. */
  browser: text,
  /** The address it signed in from. */
  from: text,
  createdAt: number,
  expiresAt: number,
});
/** Such a session. */
export type Session = TypeOf<typeof SESSION>;

/** Parses a session. Throws Unreadable. */
export const sessionFrom = (item: Item): Session => SESSION.read(item);

/** Writes a new session; the table deletes it some time after it has ended. */
export function sessionPut(session: Session): Put {
  const ttl = Math.ceil(session.expiresAt / 1000);
  return {
    put: { ...SESSION.write(session), ttl, ...key.session(session.tenant, session.personId, session.hash) },
    if: [{ absent: true }],
  };
}

/** How long somebody stays signed in at most. */
export const sessionMsOf = ({ visit }: Pick<Person, 'visit'>): number =>
  visit ? CONSOLE.visitMs : CONSOLE.sessionMs;

/**
 * Whether a session of a person still counts: it ends with its passkey, and when all are ended. One further ahead than
 * sessions last was begun by a clock that has been put back; one without a passkey counts on one machine alone, or for an
 * operator.
 */
export function isOpen(
  app: Pick<CoreApp, 'clock' | 'settings'>,
  { expiresAt, passkeyId, sessionsEnded }: Session,
  person: Pick<Person, 'passkeys' | 'sessionsEnded' | 'visit'>,
): boolean {
  const now = app.clock();
  const hasPasskey =
    passkeyId === null
      ? person.visit !== undefined || app.settings.loopbackAllowed.length > 0
      : person.passkeys.some(({ id }) => id === passkeyId);
  const isInTime = now < expiresAt && expiresAt <= now + sessionMsOf(person);
  return hasPasskey && isInTime && sessionsEnded === person.sessionsEnded;
}

/** The open sessions of some of a tenant's people, newest first. */
export async function readSessions(app: CoreApp & OfTenant, people: readonly Person[]): Promise<Session[]> {
  const [only, ...others] = people;
  const of =
    others.length === 0 && only ? range.sessions(app.tenantId, only.id) : range.allSessions(app.tenantId);
  const items = await app.table.query({ ...of, consistent: true });
  const open = items.map(sessionFrom).filter((one) => {
    const whose = people.find(({ id }) => id === one.personId);
    return whose !== undefined && isOpen(app, one, whose);
  });
  return open.sort((a, b) => b.createdAt - a.createdAt);
}

/** Lets a session go on although all others of its person are ended. */
export const sessionKept = (
  { tenant, personId, hash }: Pick<Session, 'tenant' | 'personId' | 'hash'>,
  sessionsEnded: number,
): Update => ({
  update: key.session(tenant, personId, hash),
  ...SESSION.change({ sessionsEnded }),
  if: [{ present: true }],
});

/** Notes when the passkey of a session was asked for again. */
export const sessionProved = (
  { tenant, personId, hash }: Pick<Session, 'tenant' | 'personId' | 'hash'>,
  provedAt: number,
): Update => ({ update: key.session(tenant, personId, hash), set: { provedAt }, if: [{ present: true }] });
