import { CONSOLE } from '../limits.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { auditPut, entryOfPerson } from '../table/people/audit.ts';
import { lookUpPerson, personPut, type Person } from '../table/people/people.ts';
import { tryWrite } from '../table/table.ts';
import { closingInput } from '../wire/closing.ts';
import { newPersonToken, personTokenIn } from './credentials.ts';
import { newSession } from './new-session.ts';
import type { SignedIn, Whence } from './sign-in.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** A link into a tenant's console; its token is shown now and never again. */
export interface VisitLink {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Makes a link by which an operator comes into a tenant's console as an owner, once and within ten minutes; it opens nothing
 * by itself. Throws `invalid_request` for a bad name or reason.
 */
export async function makeVisit(
  app: CoreApp & OfTenant,
  asked: { readonly by: string; readonly because: string },
): Promise<VisitLink> {
  const { by: name, because } = closingInput(asked);
  const [id, createdAt] = [app.newId(), app.clock()];
  const { text: token, hash } = newPersonToken(app, id);
  const expiresAt = createdAt + CONSOLE.visitLinkMs;
  const operator: Person = {
    ...{ id, tenant: app.tenantId, name, roles: ['owner'], passkeys: [], createdAt },
    invitation: { hash, by: null, replaces: false, createdAt, expiresAt },
    ...{ email: null, lastSignInAt: null, sessionsEnded: 0, revision: 0 },
    visit: { because, until: expiresAt },
  };
  await app.table.write([personPut(operator, undefined)]);
  return { token, expiresAt };
}

/** The operator of a link that still works; undefined if it was used or is too old. */
export async function lookUpVisitor(app: CoreApp, token: string | undefined): Promise<Person | undefined> {
  const asked = personTokenIn(token);
  const operator = asked && (await lookUpPerson(forTenant(app, asked.tenant), asked.personId));
  const link = operator?.visit && operator.invitation;
  if (!link || link.hash !== asked?.hash || app.clock() >= link.expiresAt) return undefined;
  return operator;
}

/** Uses a link up: the session that it opens lasts an hour. Undefined if the link does not work any more. */
export async function beginVisit(
  app: CoreApp,
  token: string | undefined,
  { browser, from }: Whence,
): Promise<SignedIn | undefined> {
  const before = await lookUpVisitor(app, token);
  if (!before?.visit) return undefined;
  const { because } = before.visit;
  const now = app.clock();
  const visit = { because, until: now + CONSOLE.visitMs };
  const person: Person = { ...before, invitation: null, lastSignInAt: now, visit };
  const session = newSession(app, person, { browser, from, passkeyId: null });
  const entry = { what: 'operator_came', ...entryOfPerson(person), about: because, browser, from } as const;
  const changes = [personPut(person, before), session.put, auditPut(forTenant(app, person.tenant), entry)];
  return (await tryWrite(() => app.table.write(changes))) ? { person, token: session.token } : undefined;
}
