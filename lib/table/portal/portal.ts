import { PORTAL_FLOWS } from '../../billing/brand.ts';
import { LINK_MAKER } from '../../billing/timeline.ts';
import { PORTAL } from '../../limits.ts';
import { flag, number, oneOf, orNull, part, record, text, type TypeOf } from '../../record.ts';
import { key } from '../schema.ts';
import type { Change, Item, Put, Update } from '../table.ts';

const VISIT = part({
  tenant: text,
  subscriberId: text,
  /** Where they came from; null where a message led them here. */
  returnUrl: orNull(text),
  flow: oneOf(PORTAL_FLOWS),
  /** The language that the tenant asked for; null for the browser's. */
  language: orNull(text),
  madeBy: LINK_MAKER,
});
/** Whom a link and its session are for, and where they came from. */
export type PortalVisit = TypeOf<typeof VISIT>;

/** A link that signs a customer in, once. Times are epoch ms; `hash` is the SHA-256 (hex) of its secret. */
export const PORTAL_LINK = record('portal link', {
  ...VISIT.members,
  hash: text,
  expiresAt: number,
  usedAt: orNull(number),
});
/** Such a link. */
export type PortalLink = TypeOf<typeof PORTAL_LINK>;

/** A customer who is signed in, in one browser. */
export const PORTAL_SESSION = record('portal session', {
  ...VISIT.members,
  hash: text,
  /** The link that it was opened with. */
  link: text,
  /** It was opened where one of the tenant's people was signed in, with a link of such a person: it shows, and does nothing. */
  onlyLooks: flag,
  expiresAt: number,
});
/** Such a session. */
export type PortalSession = TypeOf<typeof PORTAL_SESSION>;

/** Parses a link. Throws Unreadable. */
export const portalLinkFrom = (item: Item): PortalLink => PORTAL_LINK.read(item);

/** Parses a session. Throws Unreadable. */
export const portalSessionFrom = (item: Item): PortalSession => PORTAL_SESSION.read(item);

/** A new link. It is kept some days after its end, so that its page can say whose it was. */
export function portalLinkPut(link: PortalLink): Put {
  const ttl = Math.ceil((link.expiresAt + PORTAL.usedLinkMs) / 1000);
  return { put: { ...PORTAL_LINK.write(link), ttl, ...key.portalLink(link.hash) }, if: [{ absent: true }] };
}

/** The sign-in with a link: uses it up, begins the session, and ends the one that the browser had before. */
export function portalSignIn(
  link: PortalLink,
  session: PortalSession,
  before: PortalSession | undefined,
  now: number,
): Change[] {
  return [
    {
      update: key.portalLink(link.hash),
      set: { usedAt: now },
      if: [{ present: true }, PORTAL_LINK.is('usedAt', null)],
    },
    ...portalSessionBegun(session, before),
  ];
}

/** The session that a message's link begins; it may begin others. That which the browser had before ends with it. */
export function portalSessionBegun(session: PortalSession, before: PortalSession | undefined): Change[] {
  const ttl = Math.ceil((session.expiresAt + PORTAL.usedLinkMs) / 1000);
  return [
    {
      put: { ...PORTAL_SESSION.write(session), acts: 0, ttl, ...key.portalSession(session.hash) },
      if: [{ absent: true }],
    },
    ...(before ? [{ delete: key.portalSession(before.hash) }] : []),
  ];
}

/** The end of a session before its time. */
export const portalSessionEnded = (hash: string, now: number): Update => ({
  update: key.portalSession(hash),
  set: { expiresAt: now },
  if: [{ present: true }],
});

/** Counts an act of a session, as long as it is there and has not done too much. */
export const portalActCounted = (hash: string): Update => ({
  update: key.portalSession(hash),
  add: { acts: 1 },
  if: [{ present: true }, { attribute: 'acts', atMost: PORTAL.actsPerSession - 1 }],
});
