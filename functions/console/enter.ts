import { foreignPage } from '../../lib/pages/foreign.ts';
import { failurePage } from '../../lib/console/failure-page.ts';
import { languageAsked } from '../../lib/console/language.ts';
import { inLanguage } from '../../lib/pages/say.ts';
import { newChallenge } from '../../lib/console/challenge.ts';
import { CONFIRM, confirmPage } from '../../lib/console/confirm.ts';
import { DOOR_ACTS, isDoorAct } from '../../lib/console/door-acts.ts';
import { lookUpInvited, useOf } from '../../lib/console/invitation.ts';
import { beginVisit } from '../../lib/console/operator-visit.ts';
import { passkeyAnswerIn } from '../../lib/console/passkeys.ts';
import { formIn } from '../../lib/console/form.ts';
import { perform } from '../../lib/console/perform.ts';
import {
  challengeCookie,
  browserNamed,
  challengeOf,
  isOwnForm,
  lookUpSignedIn,
  type SignedInPerson,
  NO_CHALLENGE,
  sessionCookie,
  sessionOf,
} from '../../lib/console/session.ts';
import { prove } from '../../lib/console/prove.ts';
import { acceptInvitation, signIn, type Visitor } from '../../lib/console/sign-in.ts';
import { invitationOverPage, invitationPage, signInPage } from '../../lib/console/screens/door.ts';
import { doorPage } from '../../lib/console/screens/frame.ts';
import { visitOverPage } from '../../lib/console/screens/visit.ts';
import type { Given } from '../../lib/console/visit.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { page, redirectTo, sendAgainTo } from '../../lib/http/reply.ts';
import type { AppOf, CoreApp, WithTenant } from '../../lib/runtime/app.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { part, setting, sent } from '../../lib/route.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';

/** POST /console/enter/{step}: whatever a passkey answers, and the sign-in at the invoicing provider. */
export const declared = browserEndpoint({
  name: 'console/enter',
  at: 'POST /console/enter/{step}',
  uses: part(part(setting, sent), {
    door: 'console',
    decrypts: ['acct'],
    encrypts: ['acct'],
    people: 'write',
    audit: 'write',
    challenges: true,
    documents: 'writeLogos',
    bodyBytesMax: 96 * 1024,
    publicUrl: true,
    timeoutSeconds: 29,
  }),
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/console'),
  input: ({ path: { step = '' }, headers, query, cookies, body, from }) => ({
    step,
    language: languageAsked({ headers, query, cookies }),
    form: formIn(headers['content-type'], body),
    session: sessionOf(cookies),
    visitor: {
      challenge: challengeOf(cookies),
      browser: browserNamed(headers['user-agent']),
      from,
    },
  }),
  run: async ({ app, input: { step, form, session, visitor, language }, since }) => {
    if (step === 'sign-in') return inLanguage(language, () => comeIn(app, form, visitor));
    if (step === 'accept-invitation') return inLanguage(language, () => accept(app, form, visitor));
    if (step === 'visit') return inLanguage(language, () => visit(app, form, visitor));
    const who = await lookUpSignedIn(app, session);
    if (!who) return redirectTo('/console/sign-in');
    const own = forTenant(app, who.tenant);
    if (step === 'confirm') return inLanguage(language, () => confirm(own, who, form, visitor));
    if (!isDoorAct(step)) return redirectTo('/console/nowhere');
    const { browser, from } = visitor;
    const performed = await inLanguage(language, () =>
      perform(own, who, DOOR_ACTS[step], { act: step, address: `enter/${step}`, form, since, browser, from }),
    );
    return 'location' in performed ? redirectTo(performed.location) : page(performed.status, performed.page);
  },
});

/** Goes on with a form that has waited for its sender's passkey: the browser sends the same form to where it belongs. */
async function confirm(
  app: CoreApp & WithTenant,
  who: SignedInPerson,
  form: Given,
  { browser, from }: Visitor,
) {
  const { [CONFIRM.act]: act = '', [CONFIRM.back]: back = '', [CONFIRM.proof]: proof = '' } = form;
  if (!isOwnForm(who, form.csrf) || !/^(enter\/)?[a-z-]{1,40}$/.test(act)) return redirectTo('/console');
  const answer = passkeyAnswerIn(proof);
  if (await prove(app, who, { answer, act: act.replace('enter/', '') }, { browser, from }))
    return sendAgainTo(`/console/${act}`);
  const waiting = { act, back: SCREEN.test(back) ? back : '', form, isRefused: true };
  return page(401, await confirmPage(app, who, waiting));
}

async function comeIn(app: CoreApp, form: Given, visitor: Visitor) {
  const answer = passkeyAnswerIn(form.answer ?? '');
  const signedIn = answer && (await signIn(app, answer, visitor));
  if (signedIn) return redirectTo(nextIn(form.next), [sessionCookie(signedIn.token), NO_CHALLENGE]);
  const challenge = await newChallenge(app, { for: 'sign-in' });
  const refused = signInPage(app, challenge, { isRefused: true, next: form.next });
  return page(401, doorPage(refused, app.newNonce()), [challengeCookie(challenge)]);
}

/** A screen of ours: whatever else stands there, such as another site's address, leads to the overview. */
function nextIn(given = ''): string {
  return SCREEN.test(given) ? `/console/${given}` : '/console';
}

const SCREEN = /^[a-z-]{1,40}(\?[\w%&=.+-]{0,500})?$/;

async function accept(app: CoreApp, form: Given, visitor: Visitor) {
  const { token = '' } = form;
  const answer = passkeyAnswerIn(form.answer ?? '');
  const signedIn = answer && (await acceptInvitation(app, token, answer, visitor));
  if (signedIn) return redirectTo('/console', [sessionCookie(signedIn.token), NO_CHALLENGE]);
  const person = await lookUpInvited(app, token);
  if (!person) return page(410, doorPage(invitationOverPage(), app.newNonce()));
  const { name: account } = await readTenant(forTenant(app, person.tenant));
  const challenge = await newChallenge(app, useOf(person));
  const parts = { person, account, token, isRefused: true };
  const made = doorPage(invitationPage(app, challenge, parts), app.newNonce());
  return page(400, made, [challengeCookie(challenge)]);
}

async function visit(app: CoreApp, { token }: Given, visitor: Visitor) {
  const begun = await beginVisit(app, token, visitor);
  if (begun) return redirectTo('/console', [sessionCookie(begun.token)]);
  return page(410, doorPage(visitOverPage(), app.newNonce()));
}

/** A browser that meets a failure of ours gets a page that says so, with the request's id. */
export const create = (app: AppOf<typeof declared.route>) =>
  withFailurePage(declared.create(app), (event, _reload, status) =>
    failurePage(event, app.newNonce(), status),
  );

export const handler = create(live);
