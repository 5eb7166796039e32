import { PORTAL_FLOWS, type PortalFlow } from '../../billing/brand.ts';
import { LINK_MAKERS, type LinkMaker } from '../../billing/timeline.ts';
import { PORTAL } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { compactItem } from '../item.ts';
import { key } from '../schema.ts';
import type { Change, Item, Put, Update } from '../table.ts';

/** Whom a link and its session are for, and where they came from. */
export interface PortalVisit {
  readonly tenant: string;
  readonly subscriberId: string;
  /** Where they came from; null where a message led them here. */
  readonly returnUrl: string | null;
  readonly flow: PortalFlow;
  /** The language that the tenant asked for; null for the browser's. */
  readonly language: string | null;
  readonly madeBy: LinkMaker;
}

/** A link that signs a customer in, once. Times are epoch ms; `hash` is the SHA-256 (hex) of its secret. */
export interface PortalLink extends PortalVisit {
  readonly hash: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

/** A customer who is signed in, in one browser. */
export interface PortalSession extends PortalVisit {
  readonly hash: string;
  /** The link that it was opened with. */
  readonly link: string;
  /** It was opened where one of the tenant's people was signed in, with a link of such a person: it shows, and does nothing. */
  readonly onlyLooks: boolean;
  readonly expiresAt: number;
}

const visitFrom = (item: Item): PortalVisit => {
  const of = fieldsOf(item);
  const madeBy = of.requiredPart('madeBy');
  return {
    tenant: of.text('tenant'),
    subscriberId: of.text('subscriberId'),
    returnUrl: of.textOrNull('returnUrl'),
    flow: of.oneOf('flow', PORTAL_FLOWS),
    language: of.textOrNull('language'),
    madeBy: {
      by: madeBy.oneOf('by', LINK_MAKERS),
      who: madeBy.text('who'),
      personId: madeBy.textOrNull('personId'),
    },
  };
};

/** Parses a link. Throws Unreadable. */
export function portalLinkFrom(item: Item): PortalLink {
  const of = fieldsOf(item);
  const [expiresAt, usedAt] = [of.number('expiresAt'), of.numberOrNull('usedAt')];
  return { ...visitFrom(item), hash: of.text('hash'), expiresAt, usedAt };
}

/** Parses a session. Throws Unreadable. */
export function portalSessionFrom(item: Item): PortalSession {
  const of = fieldsOf(item);
  return {
    ...visitFrom(item),
    hash: of.text('hash'),
    link: of.text('link'),
    onlyLooks: of.flag('onlyLooks'),
    expiresAt: of.number('expiresAt'),
  };
}

/** A new link. It is kept some days after its end, so that its page can say whose it was. */
export function portalLinkPut(link: PortalLink): Put {
  const ttl = Math.ceil((link.expiresAt + PORTAL.usedLinkMs) / 1000);
  return { put: compactItem(key.portalLink(link.hash), { ...link, ttl }), if: [{ absent: true }] };
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
      if: [{ present: true }, { attribute: 'usedAt', missing: true }],
    },
    ...portalSessionBegun(session, before),
  ];
}

/** The session that a message's link begins; it may begin others. That which the browser had before ends with it. */
export function portalSessionBegun(session: PortalSession, before: PortalSession | undefined): Change[] {
  const ttl = Math.ceil((session.expiresAt + PORTAL.usedLinkMs) / 1000);
  return [
    {
      put: compactItem(key.portalSession(session.hash), { ...session, acts: 0, ttl }),
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
