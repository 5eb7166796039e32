import type { CoreApp } from '../../runtime/app.ts';
import { CONSOLE } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** A person who is signed in, in one browser. Times are epoch ms. */
export interface Session {
  /** SHA-256 (hex) of the secret in its cookie. */
  readonly hash: string;
  readonly tenant: string;
  readonly personId: string;
  /** What the browser calls itself. */
  readonly browser: string;
  /** The address it signed in from. */
  readonly from: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Parses a session. Throws Unreadable. */
export function sessionFrom(item: Item): Session {
  const of = fieldsOf(item);
  return {
    hash: of.text('hash'),
    tenant: of.text('tenant'),
    personId: of.text('personId'),
    browser: of.text('browser'),
    from: of.text('from'),
    createdAt: of.number('createdAt'),
    expiresAt: of.number('expiresAt'),
  };
}

/** Writes a new session; the table deletes it some time after it has ended. */
export function sessionPut(session: Session): Put {
  const ttl = Math.ceil(session.expiresAt / 1000);
  return {
    put: { ...key.session(session.tenant, session.personId, session.hash), ...session, ttl },
    if: [{ absent: true }],
  };
}

/** Whether a session still counts; one further ahead than sessions last was begun by a clock that has been put back. */
export function isOpen({ expiresAt }: Pick<Session, 'expiresAt'>, now: number): boolean {
  return now < expiresAt && expiresAt <= now + CONSOLE.sessionMs;
}

/** A person's open sessions, newest first. */
export async function readSessions(app: CoreApp, tenant: string, personId: string): Promise<Session[]> {
  const items = await app.table.query({ ...range.sessions(tenant, personId), consistent: true });
  const open = items.map(sessionFrom).filter((one) => isOpen(one, app.clock()));
  return open.sort((a, b) => b.createdAt - a.createdAt);
}
