import { enterPage } from '../pages/portal/enter.ts';
import { languageOf } from '../pages/language.ts';
import { inLanguage } from '../pages/say.ts';
import { shopOf } from '../pages/shop.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp } from '../runtime/app.ts';
import { lookUpLink, useLink, type FoundLink } from './links.ts';
import { outside } from './outside.ts';
import { startOf } from './session.ts';
import { keptQuery, type PortalAnswer, type PortalRequest } from './visit.ts';

/**
 * Shows who a link is for, and the one button that goes on with it: opening it changes nothing, so that previews of chats,
 * prefetches and scanners of mail leave it good.
 */
export const showLink = (app: CoreApp, request: PortalRequest): Promise<PortalAnswer> =>
  orTooMuch(app, request, async () => {
    const found = await lookUpLink(app, request.given.link ?? '', request.cookie);
    if (found.is !== 'good') return withoutLink(app, request, found);
    const { link, tenant, one } = found;
    const { given, chosen, browser } = request;
    const asked = given.lang ?? link.language ?? chosen;
    const view = {
      shop: shopOf(tenant),
      returnUrl: link.returnUrl ?? undefined,
      action: '/portal/enter',
      nonce: app.newNonce(),
      query: keptQuery(given),
      link: given.link ?? '',
      chosen: given.lang,
      email: one.customer.email,
    } as const;
    const page = inLanguage(languageOf({ link: asked, browser }), () => enterPage(view));
    return { status: 200, page };
  });

/** Goes on with a link: signs in, once, and leads to an address without its secret. */
export const goOn = (app: CoreApp, request: PortalRequest): Promise<PortalAnswer> =>
  orTooMuch(app, request, async () => {
    const { given } = request;
    const used = await useLink(app, given.link ?? '', request);
    if (used.is !== 'in') return withoutLink(app, request, used);
    const { session, secret } = used;
    return { redirect: startOf(session), secret, language: given.lang ?? session.language ?? undefined };
  });

/** Who has used it before goes on; a link that is over leads to where there is a new one. */
async function withoutLink(
  app: CoreApp,
  request: PortalRequest,
  found: Exclude<FoundLink, { readonly is: 'good' }>,
): Promise<PortalAnswer> {
  switch (found.is) {
    case 'already':
      return { redirect: startOf(found.session) };
    case 'over':
      return outside(app, request, 'expired', { visit: found.link });
    case 'unknown':
      return outside(app, request, 'unknown');
  }
}

/** The page for somebody over the limit of their shop. */
export async function orTooMuch(
  app: CoreApp,
  request: PortalRequest,
  run: () => Promise<PortalAnswer>,
): Promise<PortalAnswer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
    return outside(app, request, 'tooMuch');
  }
}
