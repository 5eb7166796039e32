import type { CoreApp } from '../runtime/app.ts';
import type { Person } from '../table/people/people.ts';
import { sessionMsOf, sessionPut, type Session } from '../table/people/sessions.ts';
import type { Change } from '../table/table.ts';
import { newPersonToken } from './credentials.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** A new session of a person, and the token for its cookie. */
export function newSession(
  app: CoreApp,
  person: Pick<Person, 'tenant' | 'id' | 'sessionsEnded' | 'visit'>,
  { browser, from, passkeyId }: Pick<Session, 'browser' | 'from' | 'passkeyId'>,
): { readonly token: string; readonly put: Change } {
  const { tenant, id: personId, sessionsEnded } = person;
  const { text: token, hash } = newPersonToken(forTenant(app, tenant), personId);
  const createdAt = app.clock();
  const expiresAt = createdAt + sessionMsOf(person);
  const begun = { passkeyId, sessionsEnded, provedAt: createdAt, createdAt, expiresAt };
  const session: Session = { hash, tenant, personId, browser, from, ...begun };
  return { token, put: sessionPut(session) };
}
