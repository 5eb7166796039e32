import { foreignPage } from '../../lib/pages/foreign.ts';
import { failurePage } from '../../lib/console/failure-page.ts';
import { languageAsked } from '../../lib/console/language.ts';
import { inLanguage } from '../../lib/pages/say.ts';
import { actNamed } from '../../lib/console/acts.ts';
import { formIn } from '../../lib/console/form.ts';
import { perform } from '../../lib/console/perform.ts';
import {
  browserNamed,
  endSession,
  isOwnForm,
  lookUpSignedIn,
  NO_SESSION,
  sessionOf,
} from '../../lib/console/session.ts';
import { withFailurePage } from '../../lib/http/browser.ts';
import { browserEndpoint } from '../../lib/http/endpoint.ts';
import { page, redirectTo } from '../../lib/http/reply.ts';
import type { AppOf } from '../../lib/runtime/app.ts';
import { forTenant } from '../../lib/runtime/for-tenant.ts';
import { live } from '../../lib/runtime/live.ts';
import { part, write, sent } from '../../lib/route.ts';

/** POST /console/{screen}: what people do in the tenant console, each a verb that an endpoint has too. */
export const declared = browserEndpoint({
  name: 'console/act',
  at: 'POST /console/{screen}',
  uses: part(part(write, sent), {
    door: 'console',
    sends: ['deliveries', 'slow-deliveries', 'reconciliation', 'invoicing'],
    decrypts: ['pay', 'webhook'],
    encrypts: ['pay', 'webhook'],
    people: 'write',
    audit: 'write',
    challenges: true,
    keyPairs: 'write',
    refunds: true,
    restoreNotes: true,
    lists: 'open',
    mails: true,
    publicUrl: true,
  }),
  foreign: (browser, nonce) => foreignPage(browser, nonce, '/console'),
  input: ({ path: { screen: act = '' }, headers, query, cookies, body, from }) => ({
    act,
    language: languageAsked({ headers, query, cookies }),
    form: formIn(headers['content-type'], body),
    session: sessionOf(cookies),
    visitor: { browser: browserNamed(headers['user-agent']), from },
  }),
  run: async ({ app, input: { act: name, form, session, visitor, language }, since }) => {
    const who = await lookUpSignedIn(app, session);
    if (!who) return redirectTo('/console/sign-in');
    const own = forTenant(app, who.tenant);
    if (name === 'sign-out') {
      if (!isOwnForm(who, form.csrf)) return redirectTo('/console');
      await endSession(own, who, who.session);
      return redirectTo('/console/sign-in', [NO_SESSION]);
    }
    const act = actNamed(name);
    if (!act) return redirectTo('/console/nowhere');
    const performed = await inLanguage(language, () =>
      perform(own, who, act, { act: name, address: name, form, since, ...visitor }),
    );
    return 'location' in performed ? redirectTo(performed.location) : page(performed.status, performed.page);
  },
});

/** A browser that meets a failure of ours gets a page that says so, with the request's id. */
export const create = (app: AppOf<typeof declared.route>) =>
  withFailurePage(declared.create(app), (event, _reload, status) =>
    failurePage(event, app.newNonce(), status),
  );

export const handler = create(live);
