import { say } from './say.ts';
import { OperatorError } from '../account/operator-error.ts';
import { html } from '../pages/html.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp } from '../runtime/app.ts';
import { readPeople } from '../table/people/people.ts';
import { rolesFor, type Deed } from './roles.ts';
import { head } from './screens/parts.ts';
import type { SignedInPerson } from './session.ts';
import type { Shown } from './visit.ts';
import { ROLE_WORDS } from './words.ts';

/** Of a suspended account. */
export const SUSPENDED = () => say().show.suspended;

/** The page in place of one that needs another role: it names who has it. */
export async function notYours(app: CoreApp, { tenant }: SignedInPerson, needs: Deed): Promise<Shown> {
  const roles = rolesFor(needs);
  const people = await readPeople(app, tenant.id);
  const able = people.filter(
    (one) => one.passkeys.length > 0 && one.roles.some((role) => roles.includes(role)),
  );
  const names = able.map(({ name }) => name).join(', ');
  return {
    title: say().show.notYours,
    content: html`${head(say().show.notYours)}
<p>${say().show.whoDoes(`${roles.map((role) => ROLE_WORDS()[role]).join(', ')}${names === '' ? '' : `: ${names}`}`)}</p>
<p><a href="/console">${say().show.toOverview}</a></p>`,
  };
}

/** How a refusal is said to people. Throws what is a failure of ours. */
export function refusedAs(error: unknown): {
  readonly status: number;
  readonly said: string;
  readonly code: string;
} {
  if (error instanceof OperatorError) return { status: 409, said: errorSaid(error), code: 'refused' };
  if (error instanceof Refusal && isForPeople(error))
    return { status: error.status, said: refusalSaid(error), code: error.code };
  throw error;
}

/** A provider's refusal or silence is for people; failures of ours have a page of their own. */
const isForPeople = ({ status, code }: Refusal) =>
  status < 500 || (code !== 'internal_error' && code !== 'temporarily_unavailable');

/** A sentence that is known as a whole, else part by part: names, and a provider's own message, stay as they are. */
function errorSaid({ message }: OperatorError): string {
  const known = say().operatorErrors;
  const parts = message.split(': ').map((part) => known[part] ?? part);
  const said = known[message] ?? parts.join(': ');
  return said === message ? sentence(message) : stopped(said);
}

/** In the page's own language; what the refusal says beyond its code follows in the API's words. */
function refusalSaid({ code, message }: Refusal): string {
  const said = say().refusals[code];
  if (said === undefined) return sentence(message);
  return message === new Refusal(code).message ? said : `${said} (${message})`;
}

const sentence = (said: string): string => stopped(said.slice(0, 1).toUpperCase() + said.slice(1));

const stopped = (said: string): string => (/[.!?]$/.test(said) ? said : `${said}.`);
