import { say } from '../pages/say.ts';
import { html } from '../pages/html.ts';
import type { HtmlPage } from '../pages/layout.ts';
import type { RefusedForm } from '../table/people/refused-forms.ts';
import { doneMarked } from '../table/portal/sent-forms.ts';
import { notYours, refusedAs, SUSPENDED, type SaidRefusal } from './refused.ts';
import { mayDo } from './roles.ts';
import { screenNamed } from './screens.ts';
import { idOf } from './screens/forms.ts';
import { consolePage, placeSaid, type Notice } from './screens/frame.ts';
import { backSaid, head, to, toOverviewSaid } from './screens/parts.ts';
import type { SignedInPerson } from './session.ts';
import type { Given, Screen, ShowApp, Shown } from './visit.ts';
import { DONE_WORDS } from './words.ts';
import type { WithTenant } from '../runtime/app.ts';

/** A page with its status. */
export interface ConsolePage {
  readonly status: number;
  readonly page: HtmlPage;
}

/** What somebody who is signed in asks to see. */
export interface Asked {
  readonly screen: string;
  readonly query: Given;
}

/** The page of a screen. What cannot be shown is a page too, but for failures of ours. */
export const showScreen = (
  app: ShowApp & WithTenant,
  who: SignedInPerson,
  asked: Asked,
): Promise<ConsolePage> => shownOr(app, who, asked);

/** The same; `typed` is what the address had, where its form is shown as it was refused. */
async function shownOr(
  app: ShowApp & WithTenant,
  who: SignedInPerson,
  asked: Asked,
  typed?: Given,
): Promise<ConsolePage> {
  const screen = screenNamed(asked.screen);
  if (!screen) return pageOf(app, who, asked, { status: 404, shown: MISSING() });
  const { needs, from } = screen;
  if (needs !== undefined && !mayDo(who.person.roles, needs))
    return pageOf(app, who, asked, { status: 403, shown: await notYours(app, needs) });
  const nonce = app.newNonce();
  try {
    const shown = await screen.show({ ...who, app, query: asked.query, now: app.clock(), nonce });
    const made = { status: 200, shown, notice: noticeOf(app, who, asked, shown, typed), nonce };
    return pageOf(app, who, { ...asked, query: typed ?? asked.query }, made);
  } catch (error) {
    const refusal = refusedAs(error, screen.fields);
    const at = who.refused && !typed ? undefined : from?.(asked.query);
    if (at && (!typed || isAsked(asked.query)))
      return atItsForm(app, who, asked, { refusal, at, typed: typed ?? asked.query });
    const said = refusal.code === 'invalid_request' ? ADDRESS_WRONG() : refusal.said;
    const notice = noticeOf(app, who, asked, undefined, typed) ?? { kind: 'bad', said };
    const shown = withoutIt(screen, who.refused, asked.query);
    return pageOf(app, who, asked, { status: refusal.status, shown, notice });
  }
}

/** The page in place of what cannot be shown. Throws what is a failure of ours. */
export function notShown(
  app: ShowApp & WithTenant,
  who: SignedInPerson,
  asked: Asked,
  error: unknown,
): ConsolePage {
  const { status, said } = refusedAs(error);
  return pageOf(app, who, asked, {
    status,
    shown: withoutIt({ place: 'overview' }, undefined),
    notice: { kind: 'bad', said },
  });
}

/** No field of a page is wrong: its address is. */
const ADDRESS_WRONG = () =>
  say('The address of this page is incomplete or wrong.', 'Bu sayfanın adresi eksik ya da hatalı.');

const isAsked = (query: Given): boolean => Object.values(query).some((value) => value !== undefined);

/**
 * The form whose values an address has, as it was filled in, with why they are refused; what is wrong is not carried along,
 * and nothing is where what is left is refused too, and for no value of its own.
 */
async function atItsForm(
  app: ShowApp & WithTenant,
  who: SignedInPerson,
  { screen: act, query }: Asked,
  {
    refusal: { status, said, problems },
    at,
    typed,
  }: { readonly refusal: SaidRefusal; readonly at: Asked; readonly typed: Given },
): Promise<ConsolePage> {
  const given = Object.entries(typed).filter((one): one is [string, string] => one[1] !== undefined);
  const all = { ...who.refused?.problems, ...problems };
  const refused = { act, said, typed: Object.fromEntries(given), problems: all, isStale: false };
  const isOfOne = !who.refused || Object.keys(problems).some((name) => query[name] !== undefined);
  const right = Object.entries(at.query).filter(([name]) => isOfOne && !(name in problems));
  const carried = Object.fromEntries(right);
  const { page } = await shownOr(app, { ...who, refused }, { ...at, query: carried }, typed);
  return { status, page };
}

interface Made {
  readonly status: number;
  readonly shown: Shown;
  readonly notice?: Notice | undefined;
  readonly nonce?: string;
}

function pageOf(
  app: ShowApp & WithTenant,
  who: SignedInPerson,
  { screen, query }: Asked,
  { status, shown, notice, nonce = app.newNonce() }: Made,
): ConsolePage {
  const place = shown.place ?? screenNamed(screen)?.place;
  return { status, page: consolePage({ app, who, place, shown, notice, nonce, query }) };
}

function noticeOf(
  { tenant }: WithTenant,
  { refused, csrf }: SignedInPerson,
  { query }: Asked,
  shown?: Shown,
  typed?: Given,
): Notice | undefined {
  if (refused) {
    const fields = fieldsIn(refused, shown);
    const here = typed ? fields.filter(({ id, said }) => id !== undefined || said === refused.said) : fields;
    const isElsewhere = here.length === 0 && fields.length > 0;
    return { kind: 'bad', said: isElsewhere ? ADDRESS_WRONG() : refused.said, fields: here };
  }
  if (tenant.status !== 'ACTIVE') return { kind: 'bad', said: SUSPENDED() };
  const done = doneMarked(csrf, query.done) ?? '';
  const said = Object.hasOwn(DONE_WORDS(), done) ? DONE_WORDS()[done] : undefined;
  return said === undefined ? undefined : { kind: 'good', said };
}

/** What is wrong with each field, with the way to it where it is on the page. */
const fieldsIn = ({ act, problems }: RefusedForm, shown: Shown | undefined) =>
  Object.entries(problems).map(([name, said]) => {
    const id = idOf(act, name);
    return { said, id: shown?.content.text.includes(`id="${id}"`) === true ? id : undefined };
  });

const MISSING = (): Shown => ({
  title: say('Page not found', 'Böyle bir sayfa yok'),
  content: html`${head(say('Page not found', 'Böyle bir sayfa yok'))}<p>${say('The address may be old.', 'Adres eski olabilir.')} <a href="/console">${toOverviewSaid()}</a></p>`,
});

/** What a form has for us alone. */
const OURS = ['id', 'once', 'preview', 'key', 'session', 'passkey', 'plan', 'flow'];

/** Where a screen could not be shown for what its address names; nothing that was typed is lost by that. */
function withoutIt(
  { place, from }: Pick<Screen, 'place' | 'from'>,
  refused: RefusedForm | undefined,
  query: Given = {},
): Shown {
  const at = refused && from?.(query);
  const typed = Object.entries(refused?.typed ?? {}).filter(
    ([name, text]) => !OURS.includes(name) && text.trim() !== '' && text !== 'on',
  );
  const kept =
    typed.length > 0 &&
    html`<section class="stack" aria-labelledby="typed"><h2 id="typed">${say('What you had entered', 'Girdikleriniz')}</h2>${typed.map(([, text]) => html`<p class="prose">${text}</p>`)}</section>`;
  return {
    title: cannotSaid(),
    content: html`${head(cannotSaid(), at ? [to(at.screen, at.query), backSaid()] : [to(place), placeSaid(place)])}${kept}<p><a href="/console">${toOverviewSaid()}</a></p>`,
  };
}

/** What stands where a screen cannot be shown. */
const cannotSaid = () => say('This cannot be shown', 'Bu sayfa gösterilemiyor');
