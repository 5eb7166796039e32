import { createHash, timingSafeEqual } from 'node:crypto';
import { USUAL_PORTAL, type PortalAction, type PortalSettings } from '../billing/brand.ts';
import { isErased } from '../billing/customer.ts';
import { viewAt, type SubscriptionView } from '../billing/current-state.ts';
import type { Subscription } from '../billing/subscription.ts';
import { idFrom } from '../billing/identifiers.ts';
import { DOOR_COOKIES } from '../http/doors.ts';
import { isAtAddress } from '../messages/link.ts';
import { maskedEmail } from '../pages/masked-email.ts';
import { HOME, pageOf } from '../pages/portal/view.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import {
  portalActCounted,
  portalSessionEnded,
  portalSessionFrom,
  type PortalSession,
  type PortalVisit,
} from '../table/portal/portal.ts';
import { lookUpMessageLink } from '../table/messages/links.ts';
import { key } from '../table/schema.ts';
import { makerStands } from './maker.ts';
import { sessionPartOf } from '../table/portal/sent-forms.ts';
import { personOf } from '../access/same-person.ts';
import { subscriptionsBeside } from '../table/subscribers/customers.ts';
import { tryWrite } from '../table/table.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { findTenant } from '../table/tenants/tenants.ts';
import { forTenant, withRecord } from '../runtime/for-tenant.ts';

/** The cookie of a session in the portal: only this host has set it, and only it gets it back, over TLS. */
export const PORTAL_COOKIE = DOOR_COOKIES.portal;

/** What a cookie of ours looks like: 256 bits, base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** SHA-256 (hex) of a secret with 256 random bits: whoever reads the table cannot use it. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What a link and its session have in common. */
export const sameVisit = ({
  tenant,
  subscriberId,
  returnUrl,
  flow,
  language,
  madeBy,
}: PortalVisit): PortalVisit => ({ tenant, subscriberId, returnUrl, flow, language, madeBy });

/**
 * Whether a link, or the session that it opened, shows and does nothing in a browser: one of the tenant's people has made it,
 * and one of them is signed in to the console there. `personOf` is that person's tenant.
 */
export const onlyLooksWith = (
  { tenant, madeBy }: Pick<PortalVisit, 'tenant' | 'madeBy'>,
  personOf: string | undefined,
): boolean => madeBy.by === 'person' && personOf === tenant;

/** Where a sign-in leads. A part that the tenant has switched off leads to the page that says so. */
export function startOf({ flow, subscriberId }: PortalSession): string {
  return flow === 'overview' ? HOME : pageOf(flow, { id: subscriberId });
}

/** A customer who is signed in, with all that its pages show. */
export interface SignedIn {
  readonly session: PortalSession;
  readonly portal: PortalSettings;
  /** The subscriptions of one person, newest first; never empty. */
  readonly subscriptions: readonly SubscriptionView[];
  /** With those of others under the same address: they are for the limits of tries, and never shown. */
  readonly beside: readonly Subscription[];
  /** What every form carries: no other site can know it. */
  readonly csrf: string;
}

/** A customer who is signed in, with the tenant whose customer they are, before the App is bound to it. */
export interface AtDoor extends SignedIn {
  readonly tenant: Tenant;
}

/** The session of a cookie; undefined if there is none, or it is over. */
export async function lookUpPortalSession(
  app: CoreApp,
  cookie: string | undefined,
): Promise<PortalSession | undefined> {
  if (cookie === undefined || !SECRET.test(cookie)) return undefined;
  const item = await app.table.get(key.portalSession(hashOf(cookie)), { consistent: true });
  const session = item && portalSessionFrom(item);
  return session && app.clock() < session.expiresAt ? session : undefined;
}

/**
 * The customer behind a cookie; undefined without a session, or if the tenant has switched its portal off, whoever made
 * its link may make none any more, the message that bore it went to another address than its customer has now, or that
 * customer's data has been erased since. Two round trips, three after a message. Throws `rate_limited`.
 */
export async function signedIn(app: CoreApp, cookie: string | undefined): Promise<AtDoor | undefined> {
  const session = await lookUpPortalSession(app, cookie);
  if (!session || cookie === undefined) return undefined;
  const bound = forTenant(app, session.tenant);
  const [tenant, stands, beside, allowance] = await Promise.all([
    findTenant(bound),
    makerStands(app, session),
    subscriptionsBeside(bound, session.subscriberId, () => true),
    takeToken(bound, 'portal'),
  ]);
  if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  const portal = tenant.portal ?? USUAL_PORTAL;
  const own = beside.find(({ id }) => id === session.subscriberId);
  if (!own || !stands || isErased(own.customer) || !portal.enabled || tenant.status !== 'ACTIVE')
    return undefined;
  if (!(await isStillTheirs(withRecord(bound, tenant), session, own.customer.email))) return undefined;
  const theirs = personOf(beside, (one) => one === own);
  const subscriptions = theirs.map((one) => viewAt(one, app.clock()));
  return { session, tenant, portal, subscriptions, beside, csrf: csrfOf(cookie) };
}

/** Whether a session that a message has led to is still of whoever reads the mail of that address. */
async function isStillTheirs(
  app: CoreApp & WithTenant,
  { madeBy, link }: PortalSession,
  email: string,
): Promise<boolean> {
  if (madeBy.by !== 'message') return true;
  const sent = await lookUpMessageLink(app, link);
  return sent !== undefined && isAtAddress(sent, app.tenant, email);
}

/** The token of a session's forms: it follows from the cookie, and the cookie does not follow from it. */
function csrfOf(cookie: string): string {
  return createHash('sha256').update(`csrf ${cookie}`).digest('base64url');
}

/** Whether a form was made for this session. */
export function isOwnForm({ csrf }: SignedIn, given: string | undefined): boolean {
  const [own, sent] = [Buffer.from(csrf), Buffer.from(sessionPartOf(given))];
  return own.length === sent.length && timingSafeEqual(own, sent);
}

/** Whether the tenant lets its customers do this. */
export const allows = ({ portal }: Pick<SignedIn, 'portal'>, action: PortalAction): boolean =>
  portal.actions.includes(action);

/** Who is signed in, as every page says it. */
export const identityOf = ({ session, subscriptions }: SignedIn): string =>
  maskedEmail(subscriptions.find(({ id }) => id === session.subscriberId)?.customer.email ?? '');

/** The subscription that a page or an act is about; undefined if it is none of the customer's. Without an id the only one. */
export function subscriptionNamed({ subscriptions, session }: SignedIn, svcId: string | undefined) {
  const id = svcId === undefined ? session.subscriberId : idFrom('subscription', svcId);
  return subscriptions.find((one) => one.id === id);
}

/** Counts an act. Throws `rate_limited` once a session has done too much. */
export async function countAct(app: CoreApp, { session }: SignedIn): Promise<void> {
  const isLeft = await tryWrite(() => app.table.apply(portalActCounted(session.hash)));
  if (!isLeft) throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
}

/** The session that a cookie had, also one that is over: its page leads back to the shop that the customer came from. */
export async function formerSession(
  app: CoreApp,
  cookie: string | undefined,
): Promise<PortalVisit | undefined> {
  if (cookie === undefined || !SECRET.test(cookie)) return undefined;
  const item = await app.table.get(key.portalSession(hashOf(cookie)), { consistent: false });
  return item && portalSessionFrom(item);
}

/** Ends a session, whose page still leads back to the shop; ending it twice is no error. */
export async function endPortalSession(app: CoreApp, cookie: string | undefined): Promise<void> {
  if (cookie !== undefined && SECRET.test(cookie))
    await tryWrite(() => app.table.apply(portalSessionEnded(hashOf(cookie), app.clock())));
}
