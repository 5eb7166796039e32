import { newSession } from '../../lib/console/new-session.ts';
import { sessionCookie } from '../../lib/console/session.ts';
import type { CoreApp } from '../../lib/runtime/app.ts';
import { makeChallengeKey } from '../../lib/table/people/challenge-key.ts';
import { personPut, readPeople, type Person } from '../../lib/table/people/people.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';

/** Whoever sits at this machine, as the console of a tenant calls them. */
const NAME = 'You, on this machine';

/** Signs in whoever sits at this machine, as an owner of a tenant: the cookie of a new session. */
export async function signInHere(app: CoreApp, tenant: string): Promise<string> {
  await makeChallengeKey(app);
  const known = (await readPeople(forTenant(app, tenant))).find(({ name }) => name === NAME);
  const person = known ?? (await newPerson(app, tenant));
  const { token, put } = newSession(app, person, {
    ...{ browser: 'This machine', from: '127.0.0.1' },
    passkeyId: null,
  });
  await app.table.write([put]);
  return sessionCookie(token);
}

async function newPerson(app: CoreApp, tenant: string): Promise<Person> {
  const [id, createdAt] = [app.newId(), app.clock()];
  const one = {
    email: null,
    passkeys: [],
    invitation: null,
    lastSignInAt: null,
    sessionsEnded: 0,
    revision: 0,
  };
  const person: Person = { id, tenant, name: NAME, roles: ['owner'], createdAt, ...one };
  await app.table.write([personPut(person, undefined)]);
  return person;
}
