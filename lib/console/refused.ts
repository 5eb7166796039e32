import { say } from '../pages/say.ts';
import { ERRORS_IN_TURKISH, REFUSALS_IN_TURKISH } from './errors-in-turkish.ts';
import { problemInTurkish } from './problems-in-turkish.ts';
import { OperatorError } from '../account/operator-error.ts';
import { html } from '../pages/html.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { readPeople } from '../table/people/people.ts';
import { rolesFor, type Deed } from './roles.ts';
import { head, toOverviewSaid } from './screens/parts.ts';
import type { Given, Shown } from './visit.ts';
import { roleSaid } from '../pages/work-words.ts';

/** Of a suspended account. */
export const SUSPENDED = () =>
  say(
    'This account is suspended: calls of the API are refused. Subscriptions and events continue; nothing can be changed here.',
    'Bu hesap askıya alındı: API çağrıları reddedilir. Abonelikler ve olaylar sürer; burada bir şey değiştirilemez.',
  );

/** The page in place of one that needs another role: it names who has it. */
export async function notYours(app: CoreApp & WithTenant, needs: Deed): Promise<Shown> {
  const roles = rolesFor(needs);
  const people = await readPeople(app);
  const able = people.filter(
    (one) => one.passkeys.length > 0 && one.roles.some((role) => roles.includes(role)),
  );
  const names = able.map(({ name }) => name).join(', ');
  const who = `${roles.map((role) => roleSaid(role)).join(', ')}${names === '' ? '' : `: ${names}`}`;
  const title = say('Your roles do not allow this', 'Rolleriniz bu işleme izin vermiyor');
  return {
    title,
    content: html`${head(title)}
<p>${say(`These roles may: ${who}.`, `Bunu yapabilenler: ${who}.`)}</p>
<p><a href="/console">${toOverviewSaid()}</a></p>`,
  };
}

/** A refusal as people are told it. */
export interface SaidRefusal {
  readonly status: number;
  readonly said: string;
  readonly code: string;
  /** What is wrong with single fields, by their names in the form. */
  readonly problems: Readonly<Record<string, string>>;
}

/** How a refusal is said to people. `fields`: the names in the form of members of the API, and of what a refusal without members is about, by its code. Throws what is a failure of ours. */
export function refusedAs(error: unknown, fields: Given = {}): SaidRefusal {
  if (error instanceof OperatorError) {
    const said = errorSaid(error);
    const problems = error.field === undefined ? {} : { [fields[error.field] ?? error.field]: said };
    return { status: 409, said, code: 'refused', problems };
  }
  if (error instanceof Refusal && isForPeople(error)) {
    const wrong = error.more.details ?? [];
    const problems = wrong.map(
      ({ field, message }) => [fields[field] ?? field, problemSaid(message)] as const,
    );
    const said = refusalSaid(error, problems.length > 0);
    const ofCode = fields[error.code];
    if (problems.length === 0 && ofCode !== undefined) problems.push([ofCode, said]);
    return { status: error.status, said, code: error.code, problems: Object.fromEntries(problems) };
  }
  throw error;
}

/** What is wrong with a field, in the page's language. */
const problemSaid = (message: string): string =>
  say(sentence(message), problemInTurkish(message) ?? sentence(message));

/** A provider's refusal or silence is for people; failures of ours have a page of their own. */
const isForPeople = ({ status, code }: Refusal) =>
  status < 500 || (code !== 'internal_error' && code !== 'temporarily_unavailable');

/** A sentence that is known as a whole, else part by part: names, and a provider's own message, stay as they are. */
function errorSaid({ message }: OperatorError): string {
  const parts = message.split(': ').map((part) => ERRORS_IN_TURKISH[part] ?? part);
  const turkish = ERRORS_IN_TURKISH[message] ?? problemInTurkish(message) ?? parts.join(': ');
  const said = say(message, turkish);
  return said === message ? sentence(message) : stopped(said);
}

/** In the page's own language; what the refusal says beyond its code follows in the API's words, unless fields say it. */
function refusalSaid({ code, message }: Refusal, byFields: boolean): string {
  if (byFields && code === 'invalid_request')
    return say(
      'This was not accepted, and nothing was changed. What is wrong stands at its field.',
      'Girilenler kabul edilmedi ve hiçbir şey değişmedi. Yanlış olan, alanının yanında yazıyor.',
    );
  const usual = new Refusal(code).message;
  if (byFields || message === usual) return say(sentence(usual), REFUSALS_IN_TURKISH[code]);
  const beyond = problemInTurkish(message);
  return say(sentence(message), beyond ?? `${REFUSALS_IN_TURKISH[code]} (${message})`);
}

const sentence = (said: string): string => stopped(said.slice(0, 1).toUpperCase() + said.slice(1));

const stopped = (said: string): string => (/[.!?]$/.test(said) ? said : `${said}.`);
