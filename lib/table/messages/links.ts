import { PORTAL_FLOWS } from '../../billing/brand.ts';
import { MESSAGES } from '../../limits.ts';
import { MESSAGE_KINDS } from '../../messages/kinds.ts';
import { inKey, number, oneOf, record, text, type TypeOf } from '../../record.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';

/** The link in a message: it opens one part of the portal for one subscriber, however often, until it expires. */
export const MESSAGE_LINK = record('message link', {
  /** SHA-256 (hex) of its secret. */
  hash: inKey,
  tenant: text,
  messageId: text,
  subscriberId: text,
  /** The keyed hash of the address that it was sent to: it opens nothing once its subscriber has another one. */
  address: text,
  kind: oneOf(MESSAGE_KINDS),
  flow: oneOf(PORTAL_FLOWS),
  language: text,
  /** From when on it only asks for a fresh one, epoch ms. */
  expiresAt: number,
});
/** Such a link. */
export type MessageLink = TypeOf<typeof MESSAGE_LINK>;

/** A message's link. It is kept as long as its message, so that an old one can ask for a fresh one. */
export const messageLinkItem = (link: MessageLink): Put => ({
  put: {
    ...MESSAGE_LINK.write(link),
    ttl: Math.ceil((link.expiresAt + MESSAGES.retentionMs) / 1000),
    ...key.messageLink(link.hash),
  },
  if: [{ absent: true }],
});

/** The link with this hash; undefined if there is none. Throws Unreadable. */
export async function lookUpMessageLink(app: CoreApp, hash: string): Promise<MessageLink | undefined> {
  const item = await app.table.get(key.messageLink(hash), { consistent: true });
  return item && MESSAGE_LINK.read(item, { hash });
}
