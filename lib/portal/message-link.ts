import { storedId } from '../billing/identifiers.ts';
import { USUAL_PORTAL } from '../billing/brand.ts';
import { isErased } from '../billing/customer.ts';
import type { Subscription } from '../billing/subscription.ts';
import { PORTAL } from '../limits.ts';
import { askForFreshLink, isAtAddress, messageLinkNamed } from '../messages/link.ts';
import { languageOf } from '../pages/language.ts';
import { enterPage, oldLinkPage } from '../pages/portal/enter.ts';
import { inLanguage } from '../pages/say.ts';
import { shopOf } from '../pages/shop.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { MessageLink } from '../table/messages/links.ts';
import { portalSessionBegun, type PortalSession, type PortalVisit } from '../table/portal/portal.ts';
import { lookUpSubscriber } from '../table/subscribers/subscribers.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { findTenant } from '../table/tenants/tenants.ts';
import { orTooMuch } from './enter.ts';
import { outside } from './outside.ts';
import { hashOf, lookUpPortalSession, startOf } from './session.ts';
import { keptQuery, type PortalAnswer, type PortalRequest } from './visit.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** A message's link as somebody has it in hand. */
interface Found {
  readonly link: MessageLink;
  readonly tenant: Tenant;
  readonly one: Subscription;
  readonly visit: PortalVisit;
}

/** Shows whom a message's link is for, and the one button that goes on with it, or has a fresh one sent. It changes nothing. */
export const showMessageLink = (app: CoreApp, request: PortalRequest): Promise<PortalAnswer> =>
  orTooMuch(app, request, async () => {
    const found = await lookUp(app, request);
    if ('page' in found || 'redirect' in found) return found;
    const { link, tenant, one } = found;
    const { given, chosen, browser } = request;
    const view = {
      shop: shopOf(tenant),
      returnUrl: undefined,
      nonce: app.newNonce(),
      query: keptQuery(given),
      action: '/portal/message',
      link: given.link ?? '',
      chosen: given.lang,
      email: one.customer.email,
    } as const;
    const language = languageOf({ link: given.lang ?? chosen ?? link.language, browser });
    const page = inLanguage(language, () => (isOld(app, link) ? oldLinkPage(view) : enterPage(view)));
    return { status: 200, page };
  });

/** Goes on with a message's link: signs in, as often as it is pressed while the link is young; from then on a fresh one is sent. */
export const goOnFromMessage = (app: CoreApp, request: PortalRequest): Promise<PortalAnswer> =>
  orTooMuch(app, request, async () => {
    const found = await lookUp(app, request);
    if ('page' in found || 'redirect' in found) return found;
    const { link, visit } = found;
    if (isOld(app, link)) {
      await askForFreshLink(app, link);
      return outside(app, request, 'freshLink', { visit });
    }
    const secret = app.newSecret();
    const expiresAt = app.clock() + PORTAL.sessionMs;
    const session: PortalSession = {
      ...visit,
      hash: hashOf(secret),
      link: link.hash,
      onlyLooks: false,
      expiresAt,
    };
    const before = await lookUpPortalSession(app, request.cookie);
    await app.table.write(portalSessionBegun(session, before));
    return { redirect: startOf(session), secret, language: request.given.lang ?? link.language };
  });

const isOld = (app: CoreApp, { expiresAt }: MessageLink): boolean => app.clock() >= expiresAt;

/** The link of a request with whose it is; or the page, or the address, for somebody whom it leads no further. */
async function lookUp(app: CoreApp, request: PortalRequest): Promise<Found | PortalAnswer> {
  const link = await messageLinkNamed(app, request.given.link ?? '');
  if (!link) return outside(app, request, 'unknown');
  const own = forTenant(app, link.tenant);
  const [tenant, stored, allowance, before] = await Promise.all([
    findTenant(own),
    lookUpSubscriber(own, { by: 'svc', id: storedId(link.subscriberId) }),
    takeToken(own, 'portal'),
    lookUpPortalSession(app, request.cookie),
  ]);
  if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  const { subscriberId, flow, language, kind } = link;
  const madeBy = { by: 'message', who: kind, personId: null } as const;
  const returnUrl = tenant.brand?.supportUrl ?? null;
  const visit = { tenant: tenant.id, subscriberId, returnUrl, flow, language: null, madeBy };
  const isOpen = (tenant.portal ?? USUAL_PORTAL).enabled && tenant.status === 'ACTIVE';
  const customer = stored?.subscription.customer;
  if (!isOpen || !customer || isErased(customer) || !isAtAddress(link, tenant, customer.email))
    return outside(app, request, 'expired', { visit: { ...visit, language } });
  if (before?.link === link.hash) return { redirect: startOf(before) };
  return { link, tenant, one: stored.subscription, visit };
}
