import { say } from '../pages/say.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { actingAs } from '../runtime/invocation.ts';
import { inZoneOf } from '../runtime/zone.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { payProvider } from '../pay/provider.ts';
import { auditBegun, entryOfPerson, refusedPut, type NewAuditEntry } from '../table/people/audit.ts';
import { refusedFormPut } from '../table/people/refused-forms.ts';
import { doneOnce, markDone } from '../table/portal/sent-forms.ts';
import { confirmPage, isProved, withoutConfirmation } from './confirm.ts';
import type { Act, ActCall, ActDone } from './act.ts';
import { mayDo } from './roles.ts';
import { notYours, refusedAs, SUSPENDED } from './refused.ts';
import { consolePage } from './screens/frame.ts';
import { to } from './screens/parts.ts';
import { stillAllowed } from './standing.ts';
import { fromItsVersion, Stale } from './stale.ts';
import { isOwnForm, type SignedInPerson } from './session.ts';
import type { Given, Shown } from './visit.ts';

/** A form that somebody who is signed in has sent. */
export interface Sent {
  readonly act: string;
  /** Where its form is sent to, below the console's address. */
  readonly address: string;
  readonly form: Given;
  readonly browser: string;
  readonly from: string;
  /** When the request began (epoch ms). */
  readonly since: number;
}

/** Where the browser goes on, or a page. */
export type Performed = { readonly location: string } | { readonly status: number; readonly page: HtmlPage };

/**
 * Does what a form asks for, if its sender may and has sent it from a page of ours. What is done or refused is in the
 * audit list; a refused form is shown again with what was typed into it, but for secrets. What gives somebody power over
 * the account asks for a passkey first if the last was some minutes ago, and goes on with the form as it was sent.
 */
export const perform = <App extends CoreApp>(
  app: App & WithTenant,
  who: SignedInPerson,
  act: Act<App>,
  given: Sent,
): Promise<Performed> => inZoneOf(app.tenant, () => performed(app, who, act, given));

async function performed<App extends CoreApp>(
  app: App & WithTenant,
  who: SignedInPerson,
  act: Act<App>,
  given: Sent,
): Promise<Performed> {
  const sent = { ...given, form: withoutConfirmation(given.form) };
  const refused = async (code: string) => {
    const { about, browser, from } = entryOf(act, who, sent);
    const entry = { what: 'refused', act: sent.act, about, code, browser, from } as const;
    await app.table.apply(refusedPut(app, who.person, entry, 'acts'));
  };
  if (!isOwnForm(who, sent.form.csrf)) {
    await refused('foreign_form');
    return again(app, who, {
      act,
      sent,
      said: say(
        'This page had expired. Nothing was done: send it again.',
        'Sayfanın süresi dolmuştu. Hiçbir şey yapılmadı: yeniden gönderin.',
      ),
    });
  }
  if (!mayDo(who.person.roles, act.verb.needs)) {
    await refused('not_allowed');
    return pageOf(app, who, 403, await notYours(app, act.verb.needs));
  }
  if (app.tenant.status !== 'ACTIVE') {
    await refused('tenant_suspended');
    return again(app, who, { act, sent, said: SUSPENDED() });
  }
  if (act.verb.asksPasskey && !isProved(app, who.session)) {
    const { screen, query } = act.from(sent.form);
    const back = to(screen, query).slice('/console/'.length);
    return { status: 403, page: await confirmPage(app, who, { act: sent.address, back, form: sent.form }) };
  }
  return carryOutOnce(app, who, act, sent);
}

/**
 * What a form leads to, also where it is sent again: where it led the first time, and to its screen where that was a page
 * that is shown once. A form that was refused may be sent again.
 */
async function carryOutOnce<App extends CoreApp>(
  app: App & WithTenant,
  who: SignedInPerson,
  act: Act<App>,
  sent: Sent,
): Promise<Performed> {
  if (act.verb.sentAgain === 'again') return (await carryOut(app, who, act, sent)).performed;
  const { saidAlong } = act.verb;
  const form = {
    ...{ tenant: app.tenantId, session: who.session.hash },
    ...{ act: sent.act, fields: sent.form, saidAlong },
  };
  try {
    const done = await doneOnce(app, form, async () => {
      const { isDone, performed } = await carryOut(app, who, act, sent);
      const { screen, query } = act.from(sent.form);
      const after = 'location' in performed ? performed.location : to(screen, query);
      return { location: isDone ? after : null, performed };
    });
    return 'performed' in done ? done.performed : { location: done.location };
  } catch (error) {
    const { said, problems } = refusedAs(error, act.fields);
    return again(app, who, { act, sent, said, problems });
  }
}

/** The entry is there before anything is done, as `begun`: what it came to follows. */
async function carryOut<App extends CoreApp>(
  app: App & WithTenant,
  who: SignedInPerson,
  act: Act<App>,
  sent: Sent,
): Promise<{ readonly isDone: boolean; readonly performed: Performed }> {
  const { person } = who;
  const entry = { ...entryOf(act, who, sent), what: 'acted' } as const;
  const note = act.auditsItself ? () => Promise.resolve() : await auditBegun(app, entry);
  try {
    const own = actingAs(app, {
      ...{ by: 'person', who: person.name, personId: person.id, isOperator: person.visit !== undefined },
      stillAllowed: () => stillAllowed(app, who, act.verb.needs),
    });
    const call: ActCall<App> = { ...who, ...sent, app: own };
    const done = await fromItsVersion(app, sent, () => act.run(call));
    await note({ code: null });
    return { isDone: true, performed: after(app, who, done) };
  } catch (error) {
    if (error instanceof Stale) {
      await note({ what: 'refused', code: 'stale' });
      return {
        isDone: false,
        performed: await again(app, who, {
          act,
          sent,
          said: say(
            'Somebody else has saved this meanwhile, and nothing of yours was saved. Where the two differ, both are shown; what you press save on now is saved.',
            'Bunu bu arada başka biri kaydetti; sizin girdiklerinizden hiçbir şey kaydedilmedi. İkisinin farklı olduğu yerde ikisi de gösteriliyor; şimdi kaydederseniz bu haliyle kaydedilir.',
          ),
          isStale: true,
        }),
      };
    }
    const { said, code, problems } = refusedAs(error, act.fields);
    await note({ what: 'refused', code });
    return { isDone: false, performed: await again(app, who, { act, sent, said, problems }) };
  }
}

function after(app: CoreApp & WithTenant, who: SignedInPerson, done: ActDone): Performed {
  const marked = 'done' in done && done.done !== undefined ? markDone(who.csrf, done.done) : undefined;
  if ('to' in done) return { location: to(done.to, { ...done.query, done: marked }) };
  return pageOf(app, who, 200, done);
}

function pageOf(app: CoreApp & WithTenant, who: SignedInPerson, status: number, shown: Shown): Performed {
  const nonce = app.newNonce();
  return { status, page: consolePage({ app, who, place: undefined, shown, notice: undefined, nonce }) };
}

/** Fields whose values are never kept or shown again: secrets, files, and what each form has anew. */
const NOT_KEPT = [
  ...payProvider.keys.filter(({ isSecret }) => isSecret).map(({ name }) => name),
  ...['csrf', 'version', 'clientSecret', 'password', 'refreshToken', 'answer', 'logo'],
];

/** What fits beside each other into an item of the table: texts up to this length, so many characters in all. */
const TYPED_MAX = { fieldCharacters: 10_000, characters: 60_000, fields: 500 } as const;

/** What was typed, as far as it is kept; the shortest texts first, so that one that is far too long costs no other one. */
function typedIn(form: Given): Record<string, string> {
  const all = Object.entries(form).filter(
    (one): one is [string, string] => one[1] !== undefined && !NOT_KEPT.includes(one[0]),
  );
  let left: number = TYPED_MAX.characters;
  const kept = all
    .toSorted(([, one], [, other]) => one.length - other.length)
    .slice(0, TYPED_MAX.fields)
    .map(([name, text]) => [name.slice(0, 255), text.slice(0, TYPED_MAX.fieldCharacters)] as const)
    .filter(([name, text]) => (left -= name.length + text.length) >= 0);
  return Object.fromEntries(kept);
}

interface Refused<App extends CoreApp> {
  readonly act: Act<App>;
  readonly sent: Sent;
  readonly said: string;
  readonly problems?: Readonly<Record<string, string>>;
  readonly isStale?: boolean;
}

/** The screen of the form once more, with why it was refused, and what was typed into it. */
async function again<App extends CoreApp>(
  app: App & WithTenant,
  { person }: SignedInPerson,
  { act, sent, said, problems = {}, isStale = false }: Refused<App>,
): Promise<Performed> {
  const id = app.newId();
  const form = { act: sent.act, said, typed: typedIn(sent.form), problems, isStale };
  const at = { tenant: app.tenantId, personId: person.id, id, now: app.clock() };
  await app.table.apply(refusedFormPut(at, form));
  const { screen, query } = act.from(sent.form);
  return { location: to(screen, { ...query, refused: id }) };
}

function entryOf<App extends CoreApp>(
  act: Act<App>,
  { person }: SignedInPerson,
  sent: Sent,
): Omit<NewAuditEntry, 'what'> {
  const about = act.about(sent.form) ?? null;
  const { browser, from } = sent;
  return { ...entryOfPerson(person), act: sent.act, about, browser, from };
}
