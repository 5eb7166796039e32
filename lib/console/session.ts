import { createHash, timingSafeEqual } from 'node:crypto';
import { uuidIn } from '../billing/identifiers.ts';
import { DOOR_COOKIES } from '../http/doors.ts';
import { hostCookie } from '../http/reply.ts';
import { CONSOLE, SECOND_MS } from '../limits.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { auditPut, entryOfPerson } from '../table/people/audit.ts';
import { personFrom, type Person } from '../table/people/people.ts';
import { refusedFormFrom, type RefusedForm } from '../table/people/refused-forms.ts';
import { formToken, sessionPartOf } from '../table/portal/sent-forms.ts';
import { isOpen, sessionFrom, type Session } from '../table/people/sessions.ts';
import { key } from '../table/schema.ts';
import { tenantFrom, type Tenant } from '../table/tenants/tenant.ts';
import { personTokenIn } from './credentials.ts';
import { keptLine } from '../text/kept-line.ts';

/** The cookies of the console. */
export const COOKIES = { session: DOOR_COOKIES.console, challenge: '__Host-console-challenge' } as const;

type Cookies = Readonly<Record<string, string | undefined>>;

const BROWSER_CHARACTERS_MAX = 200;

/** What the cookie of a session holds. */
export const sessionOf = (cookies: Cookies) => cookies[COOKIES.session];
/** What the cookie of a challenge holds. */
export const challengeOf = (cookies: Cookies) => cookies[COOKIES.challenge];

/** What is kept of a browser: its own name for itself, unless it passes for a card number. */
export const browserNamed = (userAgent = ''): string => keptLine(userAgent, BROWSER_CHARACTERS_MAX);

/** The cookie of a new session. */
export const sessionCookie = (token: string) =>
  hostCookie(COOKIES.session, token, CONSOLE.sessionMs / SECOND_MS);
/** The cookie of a new challenge. */
export const challengeCookie = (challenge: string) =>
  hostCookie(COOKIES.challenge, challenge, CONSOLE.challengeMs / SECOND_MS);
/** Removes the cookie of a session. */
export const NO_SESSION = hostCookie(COOKIES.session, '', 0);
/** Removes the cookie of a challenge. */
export const NO_CHALLENGE = hostCookie(COOKIES.challenge, '', 0);

/** Somebody who is signed in. */
export interface SignedInPerson {
  readonly person: Person;
  readonly session: Session;
  /** What every form of theirs carries: no other site can know it. */
  readonly csrf: string;
  /** The form that was just refused, where the address names one. */
  readonly refused: RefusedForm | undefined;
}

/** Somebody who is signed in, with the tenant whose people they are one of, before the App is bound to it. */
export interface AtDoor extends SignedInPerson {
  readonly tenant: Tenant;
}

/** The person behind a session's cookie, as they are now; undefined if the session is over or was ended. One round trip. */
export async function lookUpSignedIn(
  app: CoreApp,
  cookie: string | undefined,
  refusedForm?: string,
): Promise<AtDoor | undefined> {
  const asked = personTokenIn(cookie);
  if (!asked || cookie === undefined) return undefined;
  const { tenant, personId, hash } = asked;
  const keys = [
    key.session(tenant, personId, hash),
    key.person(tenant, { id: personId }),
    key.tenant(tenant),
  ];
  const formId = uuidIn(refusedForm);
  const form = formId === undefined ? [] : [key.refusedForm(tenant, personId, formId)];
  const [session, person, settings, refused] = await app.table.getMany([...keys, ...form], {
    consistent: true,
  });
  if (!session || !person || !settings) return undefined;
  const [found, whose] = [sessionFrom(session), personFrom(person)];
  if (!isOpen(app, found, whose)) return undefined;
  return {
    session: found,
    person: whose,
    tenant: tenantFrom(settings),
    csrf: formToken(app, csrfOf(cookie)),
    refused: refusedFormFrom(refused),
  };
}

/** The token of a session's forms, which follows from the cookie, and from which the cookie does not follow. */
export function csrfOf(cookie: string): string {
  return createHash('sha256').update(`csrf ${cookie}`).digest('base64url');
}

/** Whether a form comes from a page of this session; how long that takes says nothing about where two tokens differ. */
export function isOwnForm({ csrf }: Pick<SignedInPerson, 'csrf'>, given = ''): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sessionPartOf(given)), hash(sessionPartOf(csrf)));
}

/** Ends a session by its hash: one's own by signing out, another of one's own, or as an owner that of somebody else. */
export async function endSession(
  app: CoreApp & OfTenant,
  { person, session }: SignedInPerson,
  { hash, of = person }: { readonly hash: string; readonly of?: Person },
): Promise<void> {
  const what = hash === session.hash ? 'signed_out' : 'session_ended';
  const about = of.id === person.id ? null : of.name;
  await app.table.write([
    { delete: key.session(app.tenantId, of.id, hash) },
    auditPut(app, { what, ...entryOfPerson(person), about }),
  ]);
}
