import { PORTAL_FLOWS, type PortalFlow } from '../../billing/brand.ts';
import { MESSAGES } from '../../limits.ts';
import { MESSAGE_KINDS, type MessageKind } from '../../messages/kinds.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { compactItem } from '../item.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';

/** The link in a message: it opens one part of the portal for one subscriber, however often, until it expires. */
export interface MessageLink {
  /** SHA-256 (hex) of its secret. */
  readonly hash: string;
  readonly tenant: string;
  readonly messageId: string;
  readonly subscriberId: string;
  /** The keyed hash of the address that it was sent to: it opens nothing once its subscriber has another one. */
  readonly address: string;
  readonly kind: MessageKind;
  readonly flow: PortalFlow;
  readonly language: string;
  /** From when on it only asks for a fresh one, epoch ms. */
  readonly expiresAt: number;
}

/** A message's link. It is kept as long as its message, so that an old one can ask for a fresh one. */
export const messageLinkItem = (link: MessageLink): Put => ({
  put: compactItem(key.messageLink(link.hash), {
    ...link,
    ttl: Math.ceil((link.expiresAt + MESSAGES.retentionMs) / 1000),
  }),
  if: [{ absent: true }],
});

/** The link with this hash; undefined if there is none. Throws Unreadable. */
export async function lookUpMessageLink(app: CoreApp, hash: string): Promise<MessageLink | undefined> {
  const item = await app.table.get(key.messageLink(hash), { consistent: true });
  if (!item) return undefined;
  const of = fieldsOf(item);
  return {
    hash,
    tenant: of.text('tenant'),
    messageId: of.text('messageId'),
    subscriberId: of.text('subscriberId'),
    address: of.text('address'),
    kind: of.oneOf('kind', MESSAGE_KINDS),
    flow: of.oneOf('flow', PORTAL_FLOWS),
    language: of.text('language'),
    expiresAt: of.number('expiresAt'),
  };
}
