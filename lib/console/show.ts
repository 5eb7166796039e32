import { say } from './say.ts';
import { html } from '../pages/html.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { newChallenge } from './challenge.ts';
import { notYours, refusedAs, SUSPENDED } from './refused.ts';
import { mayDo } from './roles.ts';
import { screenNamed } from './screens.ts';
import { consolePage, type Notice } from './screens/frame.ts';
import { head } from './screens/parts.ts';
import type { SignedInPerson } from './session.ts';
import type { Given, Screen, ShowApp, Shown } from './visit.ts';
import { DONE_WORDS } from './words.ts';

/** A page with its status, and the challenge that the browser keeps in a cookie. */
export interface ConsolePage {
  readonly status: number;
  readonly page: HtmlPage;
  readonly challenge: string | undefined;
}

/** What somebody who is signed in asks to see. */
export interface Asked {
  readonly screen: string;
  readonly query: Given;
}

/** The page of a screen. What cannot be shown is a page too, but for failures of ours. */
export async function showScreen(app: ShowApp, who: SignedInPerson, asked: Asked): Promise<ConsolePage> {
  const nonce = app.newNonce();
  const screen = screenNamed(asked.screen);
  const pageOf = (status: number, shown: Shown, notice?: Notice, challenge?: string): ConsolePage => {
    const place = shown.place ?? screen?.place;
    const page = consolePage({ who, place, shown, notice, nonce, query: asked.query });
    return { status, page, challenge };
  };
  if (!screen) return pageOf(404, MISSING());
  const { needs } = screen;
  if (needs !== undefined && !mayDo(who.person.roles, needs))
    return pageOf(403, await notYours(app, who, needs));
  const challenge = newChallenge(app);
  try {
    const shown = await shownBy(screen, app, who, { ...asked, nonce, challenge });
    return pageOf(200, shown, noticeOf(who, asked), shown.script === 'passkey' ? challenge : undefined);
  } catch (error) {
    const { status, said } = refusedAs(error);
    return pageOf(status, WITHOUT(), { kind: 'bad', said: who.refused?.said ?? said });
  }
}

function shownBy(
  screen: Screen,
  app: ShowApp,
  who: SignedInPerson,
  { query, nonce, challenge }: Asked & { readonly nonce: string; readonly challenge: string },
): Promise<Shown> {
  const typed = who.refused?.typed ?? {};
  return screen.show({ ...who, app, query, now: app.clock(), nonce, challenge, typed });
}

function noticeOf({ tenant, refused }: SignedInPerson, { query }: Asked): Notice | undefined {
  if (refused) return { kind: 'bad', said: refused.said };
  if (tenant.status !== 'ACTIVE') return { kind: 'bad', said: SUSPENDED() };
  const done = query.done ?? '';
  const said = Object.hasOwn(DONE_WORDS(), done) ? DONE_WORDS()[done] : undefined;
  return said === undefined ? undefined : { kind: 'good', said };
}

const MISSING = (): Shown => ({
  title: say().show.missing,
  content: html`${head(say().show.missing)}<p>${say().show.old(html`<a href="/console">${say().show.toOverview}</a>`)}</p>`,
});

/** Where a screen could not be shown for what its address names. */
const WITHOUT = (): Shown => ({
  title: say().show.cannot,
  content: html`${head(say().show.cannot)}<p><a href="/console">${say().show.toOverview}</a></p>`,
});
