import { languageOf } from '../pages/language.ts';
import type { HtmlPage } from '../pages/layout.ts';
import type { Message } from '../pages/message.ts';
import { outsidePage, type Outcome } from '../pages/portal/outside.ts';
import { inLanguage } from '../pages/say.ts';
import { shopOf } from '../pages/shop.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { PortalVisit } from '../table/portal/portal.ts';
import { findTenant } from '../table/tenants/tenants.ts';
import { formerSession, identityOf, type SignedIn } from './session.ts';
import {
  during,
  keptQuery,
  refusalSaid,
  refusedPage,
  type PortalRequest,
  type Shown,
  type Visit,
} from './visit.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** The HTTP status of each page for somebody who gets no further. */
const STATUS: Readonly<Record<Outcome, number>> = {
  expired: 410,
  freshLink: 200,
  ended: 401,
  closed: 200,
  unknown: 404,
  staleForm: 403,
  tooMuch: 429,
};

/**
 * A page for somebody who gets no further. It bears the name of the shop that they came from, as far as a link or a session
 * tells it, and nothing of a customer. `isInside`: their session goes on.
 */
export async function outside(
  app: CoreApp,
  request: PortalRequest,
  outcome: Outcome,
  of: {
    readonly visit?: PortalVisit | undefined;
    readonly isInside?: boolean;
    readonly identity?: string;
  } = {},
): Promise<Shown> {
  const visit = of.visit ?? (await formerSession(app, request.cookie));
  const tenant = visit && (await findTenant(forTenant(app, visit.tenant)));
  const { chosen: link, browser } = request;
  const shown = {
    shop: tenant && shopOf(tenant),
    returnUrl: visit?.returnUrl ?? undefined,
    nonce: app.newNonce(),
    isInside: of.isInside ?? false,
    identity: of.identity,
    query: keptQuery(request.given),
  };
  const language = languageOf({ link, cookie: visit?.language ?? undefined, browser });
  return { status: STATUS[outcome], page: inLanguage(language, () => outsidePage(shown, outcome)) };
}

/** Somebody whose session goes on. */
export const insideOf = (signed: SignedIn) => ({
  visit: signed.session,
  isInside: true,
  identity: identityOf(signed),
});

/** What came of it, or its form once more or the page that helps where it was refused. What is broken here is thrown on. */
export async function orRefusedPage<App extends CoreApp>(
  visit: Visit<App>,
  run: () => Promise<Shown>,
  again: (said: Message) => HtmlPage | undefined = () => undefined,
): Promise<Shown> {
  return during(visit, () => runOrRefuse(visit, run, again));
}

async function runOrRefuse<App extends CoreApp>(
  visit: Visit<App>,
  run: () => Promise<Shown>,
  again: (said: Message) => HtmlPage | undefined,
): Promise<Shown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { app, requestId } = visit;
    app.log.info('portal request refused', { tenant: app.tenantId, code: error.code, requestId });
    const page = again(refusalSaid(visit, error));
    return page ? { status: error.status, page } : refusedPage(visit, error);
  }
}
