import type { SubscriberRef } from '../billing/identifiers.ts';
import { USUAL_PORTAL } from '../billing/brand.ts';
import { PORTAL } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp } from '../runtime/app.ts';
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
import { readTenant, type Tenant } from '../table/tenants/tenants.ts';
import { hashOf, lookUpPortalSession, sameVisit } from './session.ts';

/** A link for a customer, as the tenant asks for it. */
export interface LinkRequest extends Pick<PortalVisit, 'returnUrl' | 'flow' | 'language'> {
  readonly subscriber: SubscriberRef;
}

/**
 * A link that signs the customer of a subscriber in, once and within ten minutes. Throws `subscriber_not_found` and
 * `portal_disabled`.
 */
export async function createPortalLink(
  app: CoreApp,
  tenant: Tenant,
  { subscriber, ...visit }: LinkRequest,
): Promise<{ readonly url: string; readonly expiresAt: number }> {
  const [{ subscription }, { portal }] = await Promise.all([
    findSubscriber(app, tenant.id, subscriber),
    readTenant(app, tenant.id),
  ]);
  if (!(portal ?? USUAL_PORTAL).enabled) throw new Refusal('portal_disabled');
  const secret = app.newSecret();
  const expiresAt = app.clock() + PORTAL.linkMs;
  const whose = { ...visit, tenant: tenant.id, subscriberId: subscription.id };
  await app.table.apply(portalLinkPut({ ...whose, hash: hashOf(secret), expiresAt, usedAt: null }));
  return { url: `${app.settings.publicUrl}/portal/enter?link=${secret}`, expiresAt };
}

/** What became of a link that somebody has opened. */
export type Entered =
  /** Signed in; the secret is for the session's cookie. */
  | { readonly is: 'in'; readonly session: PortalSession; readonly secret: string }
  /** The same browser has used it a moment ago: a double click, or Back. */
  | { readonly is: 'already'; readonly session: PortalSession }
  | { readonly is: 'over'; readonly link: PortalLink }
  | { readonly is: 'unknown' };

/** Signs in whoever opens a link, once. A session that the browser had before ends with it. */
export async function enterPortal(
  app: CoreApp,
  secret: string,
  cookie: string | undefined,
): Promise<Entered> {
  const [item, before] = await Promise.all([
    app.table.get(key.portalLink(hashOf(secret)), { consistent: true }),
    lookUpPortalSession(app, cookie),
  ]);
  if (!item) return { is: 'unknown' };
  const link = portalLinkFrom(item);
  const now = app.clock();
  if (before?.link === link.hash) return { is: 'already', session: before };
  if (link.usedAt !== null || now >= link.expiresAt) return { is: 'over', link };
  const own = app.newSecret();
  const session = {
    ...sameVisit(link),
    hash: hashOf(own),
    link: link.hash,
    expiresAt: now + PORTAL.sessionMs,
  };
  const isFirst = await tryWrite(() => app.table.write(portalSignIn(link, session, before, now)));
  return isFirst ? { is: 'in', session, secret: own } : { is: 'over', link };
}
