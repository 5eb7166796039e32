import type { HttpEvent, HttpHandler, RequestParts } from '../http/call.ts';
import { formIn, languageCookies, languageHints, withPageOfFailure } from '../http/pages.ts';
import { hostCookie, page, redirectTo } from '../http/reply.ts';
import { PORTAL } from '../limits.ts';
import { LANGUAGE_COOKIE, languageOf, ourLanguage } from '../pages/language.ts';
import { unavailablePage } from '../pages/portal/outside.ts';
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

/** A portal handler whose own failures a browser sees as a page that names the request. */
export const withPortalFailures = (app: CoreApp, handler: HttpHandler): HttpHandler =>
  withPageOfFailure(handler, ({ headers, requestContext }: HttpEvent) =>
    unavailablePage(
      {
        shop: undefined,
        returnUrl: undefined,
        language: languageOf({ browser: headers['accept-language'] }),
        nonce: app.newNonce(),
        isInside: true,
      },
      requestContext.requestId,
    ),
  );
