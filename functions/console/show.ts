import { foreignPage } from '../../lib/pages/foreign.ts';
import { languageCookies } from '../../lib/http/pages.ts';
import { LANGUAGE_COOKIE, ourLanguage } from '../../lib/pages/language.ts';
import type { AppOf, WithTenant } from '../../lib/runtime/app.ts';
import { messagePreview } from '../../lib/console/message-preview.ts';
import { failurePage } from '../../lib/console/failure-page.ts';
import { languageAsked } from '../../lib/console/language.ts';
import { inLanguage } from '../../lib/pages/say.ts';
import { newChallenge } from '../../lib/console/challenge.ts';
import { csvPart } from '../../lib/console/downloads.ts';
import { downloadNamed, partOf } from '../../lib/console/screens/export.ts';
import {
  lookUpSignedIn,
  sessionOf,
  challengeCookie,
  type SignedInPerson,
} from '../../lib/console/session.ts';
import { lookUpInvited, useOf } from '../../lib/console/invitation.ts';
import { lookUpVisitor } from '../../lib/console/operator-visit.ts';
import { notShown, showScreen } from '../../lib/console/show.ts';
import { invitationOverPage, invitationPage, signInPage } from '../../lib/console/screens/door.ts';
import { doorPage } from '../../lib/console/screens/frame.ts';
import { visitOverPage, visitPage } from '../../lib/console/screens/visit.ts';
import { to } from '../../lib/console/screens/parts.ts';
import type { Given, ShowApp } from '../../lib/console/visit.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { file, page, redirectTo } from '../../lib/http/reply.ts';
import { live } from '../../lib/runtime/live.ts';
import { inZoneOf } from '../../lib/runtime/zone.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { shown, part } from '../../lib/route.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';

/** GET /console and /console/{screen}: the screens of the tenant console, and its door. */
export const declared = browserEndpoint({
  name: 'console/show',
  at: 'GET /console/{screen}',
  uses: part(shown, {
    entry: '/console',
    door: 'console',
    lists: 'console',
    people: 'read',
    audit: 'read',
    challenges: true,
    keyPairs: 'read',
    publicUrl: true,
    timeoutSeconds: 29,
  }),
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/console'),
  input: ({ path: { screen = 'overview' }, query, cookies, headers }) => ({
    screen,
    language: languageAsked({ query, cookies, headers }),
    query,
    session: sessionOf(cookies),
  }),
  run: ({ app, input: { language, ...asked } }) => inLanguage(language, () => show(app, asked)),
});

interface Asked {
  readonly screen: string;
  readonly query: Given;
  readonly session: string | undefined;
}

async function show(app: ShowApp, { screen, query, session }: Asked) {
  const chosen = languageCookies(LANGUAGE_COOKIE, ourLanguage(query.lang ?? ''));
  if (screen === 'sign-in') return signIn(app, query, chosen);
  if (screen === 'invitation') return invitation(app, query, chosen);
  if (screen === 'visit') return visit(app, query, chosen);
  const who = await lookUpSignedIn(app, session, query.refused);
  if (!who) return redirectTo(to('sign-in', { next: here(screen, query) }));
  const own = forTenant(app, who.tenant);
  return inZoneOf(who.tenant, async () => {
    if (screen === 'export-file') return download(own, who, query);
    const preview = screen === 'message-preview' ? messagePreview(own, query) : undefined;
    if (preview) return page(200, preview);
    const { status, page: made } = await showScreen(own, who, { screen, query });
    return page(status, made, chosen);
  });
}

/** Where somebody wanted to go before the sign-in: a screen with its query, never an address. */
const here = (screen: string, query: Given): string => to(screen, query).slice('/console/'.length);

async function signIn(app: ShowApp, query: Given, chosen: readonly string[]) {
  const { next } = query;
  const challenge = await newChallenge(app, { for: 'sign-in' });
  const made = doorPage(signInPage(app, challenge, { next }), app.newNonce(), query);
  return page(200, made, [...chosen, challengeCookie(challenge)]);
}

async function invitation(app: ShowApp, query: Given, chosen: readonly string[]) {
  const { token = '' } = query;
  const person = await lookUpInvited(app, token);
  if (!person) return page(410, doorPage(invitationOverPage(), app.newNonce(), query), chosen);
  const { name: account } = await readTenant(forTenant(app, person.tenant));
  const challenge = await newChallenge(app, useOf(person));
  const parts = { person, account, token, isRefused: false };
  const made = doorPage(invitationPage(app, challenge, parts), app.newNonce(), query);
  return page(200, made, [...chosen, challengeCookie(challenge)]);
}

async function visit(app: ShowApp, query: Given, chosen: readonly string[]) {
  const { token = '' } = query;
  const operator = await lookUpVisitor(app, token);
  if (!operator) return page(410, doorPage(visitOverPage(), app.newNonce(), query), chosen);
  const { name: account } = await readTenant(forTenant(app, operator.tenant));
  return page(200, doorPage(visitPage(operator, { account, token }), app.newNonce(), query), chosen);
}

async function download(app: ShowApp & WithTenant, who: SignedInPerson, query: Given) {
  const visit = { ...who, app, query, now: app.clock(), nonce: '' };
  try {
    const { text } = await csvPart(downloadNamed(visit), visit, query.after);
    return file('text/csv; charset=utf-8', `${query.list ?? 'list'}-${partOf(query.part)}.csv`, text);
  } catch (error) {
    const { status, page: made } = notShown(app, who, { screen: 'export', query }, error);
    return page(status, made);
  }
}

/** A browser that meets a failure of ours gets a page that says so, with the request's id. */
export const create = (app: AppOf<typeof declared.route>) =>
  withFailurePage(declared.create(app), (event, _reload, status) =>
    failurePage(event, app.newNonce(), status),
  );

export const handler = create(live);
