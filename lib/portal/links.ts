import type { BrowserAddress } from '../billing/browser-address.ts';
import { subscriptionsWithExternalId } from '../access/external-person.ts';
import { primarySubscription, viewAt } from '../billing/current-state.ts';
import type { Subscription } from '../billing/subscription.ts';
import { type PortalCustomerRef, storedId } from '../billing/identifiers.ts';
import type { LinkMaker } from '../billing/timeline.ts';
import { USUAL_PORTAL } from '../billing/brand.ts';
import { isErased } from '../billing/customer.ts';
import { PORTAL } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { ActorBy, ActsAs, CoreApp, WithTenant, OfTenant } from '../runtime/app.ts';
import {
  portalLinkFrom,
  portalLinkPut,
  portalSignIn,
  type PortalLink,
  type PortalSession,
  type PortalVisit,
} from '../table/portal/portal.ts';
import { key } from '../table/schema.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import { tryWrite } from '../table/table.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { findTenant, readTenant } from '../table/tenants/tenants.ts';
import { makerStands } from './maker.ts';
import { hashOf, lookUpPortalSession, onlyLooksWith, sameVisit } from './session.ts';
import type { PortalRequest } from './visit.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** A link for a customer, as the tenant asks for it. */
export interface LinkRequest extends Pick<PortalVisit, 'flow' | 'language'> {
  readonly returnUrl: BrowserAddress;
  readonly subscriber: PortalCustomerRef;
}

/**
 * A link that signs the customer of a subscriber in, once and within ten minutes. Throws `subscriber_not_found` and
 * `portal_disabled`.
 */
export async function createPortalLink(
  app: CoreApp & ActsAs<ActorBy<Exclude<LinkMaker['by'], 'message'>>> & WithTenant,
  { subscriber, ...visit }: LinkRequest,
): Promise<{ readonly url: string; readonly expiresAt: number }> {
  const [subscription, { portal }] = await Promise.all([subscriptionOf(app, subscriber), readTenant(app)]);
  if (!(portal ?? USUAL_PORTAL).enabled) throw new Refusal('portal_disabled');
  const secret = app.newSecret();
  const expiresAt = app.clock() + PORTAL.linkMs;
  const { by, who } = app.actor;
  const madeBy = { by, who, personId: app.actor.by === 'person' ? app.actor.personId : null };
  const whose = { ...visit, tenant: app.tenantId, subscriberId: subscription.id, madeBy };
  await app.table.apply(portalLinkPut({ ...whose, hash: hashOf(secret), expiresAt, usedAt: null }));
  return { url: `${app.settings.publicUrl}/portal/enter?link=${secret}`, expiresAt };
}

/** The subscription that is named, or the most significant one of the person. Throws `subscriber_not_found`. */
async function subscriptionOf(app: CoreApp & OfTenant, named: PortalCustomerRef): Promise<Subscription> {
  if (named.by !== 'externalId') return (await findSubscriber(app, named)).subscription;
  const all = await subscriptionsWithExternalId(app, named.externalId);
  const one = primarySubscription(all.map((each) => viewAt(each, app.clock())));
  if (!one) throw new Refusal('subscriber_not_found');
  return one;
}

/** A link as somebody has it in hand; looking at it uses nothing up. */
export type FoundLink =
  | { readonly is: 'good'; readonly link: PortalLink; readonly tenant: Tenant; readonly one: Subscription }
  /** The same browser has used it before: a double click, or Back. */
  | { readonly is: 'already'; readonly session: PortalSession }
  | { readonly is: 'over'; readonly link: PortalLink }
  | { readonly is: 'unknown' };

/**
 * Looks a link up. One whose tenant has switched its portal off, whose maker may make none any more, or whose
 * customer's data was erased since, is over. Throws
 * `rate_limited`.
 */
export async function lookUpLink(
  app: CoreApp,
  secret: string,
  cookie: string | undefined,
): Promise<FoundLink> {
  const [item, before] = await Promise.all([
    app.table.get(key.portalLink(hashOf(secret)), { consistent: true }),
    lookUpPortalSession(app, cookie),
  ]);
  if (!item) return { is: 'unknown' };
  const link = portalLinkFrom(item);
  const own = forTenant(app, link.tenant);
  if (before?.link === link.hash) return { is: 'already', session: before };
  if (link.usedAt !== null || app.clock() >= link.expiresAt) return { is: 'over', link };
  const [tenant, stands, { subscription: one }, allowance] = await Promise.all([
    findTenant(own),
    makerStands(app, link),
    findSubscriber(own, { by: 'svc', id: storedId(link.subscriberId) }),
    takeToken(own, 'portal'),
  ]);
  if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  const isOpen = (tenant.portal ?? USUAL_PORTAL).enabled && tenant.status === 'ACTIVE';
  return isOpen && stands && !isErased(one.customer)
    ? { is: 'good', link, tenant, one }
    : { is: 'over', link };
}

/** A link that somebody has gone on with: signed in, with the secret for the session's cookie, or as it was found. */
export type UsedLink =
  | { readonly is: 'in'; readonly session: PortalSession; readonly secret: string }
  | Exclude<FoundLink, { readonly is: 'good' }>;

/**
 * Signs in whoever goes on with a link, once. A session that the browser had before ends with it. `personOf`: the tenant one
 * of whose people is signed in to the console there.
 */
export async function useLink(
  app: CoreApp,
  secret: string,
  { cookie, personOf }: Pick<PortalRequest, 'cookie' | 'personOf'>,
): Promise<UsedLink> {
  const [found, before] = await Promise.all([
    lookUpLink(app, secret, cookie),
    lookUpPortalSession(app, cookie),
  ]);
  if (found.is !== 'good') return found;
  const { link } = found;
  const now = app.clock();
  const own = app.newSecret();
  const session = {
    ...sameVisit(link),
    hash: hashOf(own),
    link: link.hash,
    onlyLooks: onlyLooksWith(link, personOf),
    expiresAt: now + PORTAL.sessionMs,
  };
  const isFirst = await tryWrite(() => app.table.write(portalSignIn(link, session, before, now)));
  return isFirst ? { is: 'in', session, secret: own } : { is: 'over', link };
}
