import { cookiesIn } from '../http/browser.ts';
import type { HttpEvent, HttpHandler, RequestParts } from '../http/call.ts';
import { formIn, languageCookies, languageHints, withPageOfFailure } from '../http/pages.ts';
import { hostCookie, page, redirectTo } from '../http/reply.ts';
import { PORTAL } from '../limits.ts';
import { LANGUAGE_COOKIE, languageOf, ourLanguage } from '../pages/language.ts';
import { outsidePage, unavailablePage } from '../pages/portal/outside.ts';
import { inLanguage } from '../pages/say.ts';
import type { CoreApp } from '../runtime/app.ts';
import { PORTAL_COOKIE } from './session.ts';
import type { PortalAnswer, PortalRequest } from './visit.ts';

/** A browser's request for a page, or with its form for an act. */
export function portalRequest(parts: RequestParts, of: 'page' | 'act'): Omit<PortalRequest, 'requestId'> {
  const { path, query, body, cookies } = parts;
  return {
    name: path.page ?? '',
    given: of === 'page' ? query : formIn(body),
    cookie: cookies[PORTAL_COOKIE],
    ...languageHints(parts, LANGUAGE_COOKIE),
  };
}

/** The answer as HTTP: a page or a redirect, with the cookies of a new session, of one that ended, and of a chosen language. */
export function portalReply(answer: PortalAnswer, lang: string | undefined) {
  const cookies = [
    ...languageCookies(LANGUAGE_COOKIE, ourLanguage(lang ?? answer.language ?? '')),
    ...(answer.secret === undefined
      ? []
      : [hostCookie(PORTAL_COOKIE, answer.secret, (PORTAL.sessionMs + PORTAL.usedLinkMs) / 1000)]),
  ];
  return 'redirect' in answer
    ? redirectTo(answer.redirect, cookies)
    : page(answer.status, answer.page, cookies);
}

/** A portal handler whose own failures a browser sees as a page that names the request, and what it asked too often as one that says so. */
export const withPortalFailures = (app: CoreApp, handler: HttpHandler): HttpHandler =>
  withPageOfFailure(handler, (event: HttpEvent, status) => {
    const { headers, queryStringParameters: query = {}, requestContext } = event;
    const { chosen, browser } = languageHints({ headers, query, cookies: cookiesIn(event) }, LANGUAGE_COOKIE);
    const reader = {
      shop: undefined,
      returnUrl: undefined,
      nonce: app.newNonce(),
      isInside: true,
    };
    return inLanguage(languageOf({ link: chosen, browser }), () =>
      status === 429 ? outsidePage(reader, 'tooMuch') : unavailablePage(reader, requestContext.requestId),
    );
  });
