import type { PortalFlow } from '../billing/brand.ts';
import { beginningOfDay, dayInTurkey } from '../billing/turkish-day.ts';
import { MESSAGES } from '../limits.ts';
import type { Language } from '../pages/language.ts';
import type { CoreApp } from '../runtime/app.ts';
import { sha256 } from '../runtime/signature.ts';
import { lookUpMessageLink, messageLinkItem, type MessageLink } from '../table/messages/links.ts';
import { lookUpMessage, messagePut, type StoredMessage } from '../table/messages/messages.ts';
import { addressHash } from '../table/messages/suppressed.ts';
import { tryWrite, type Put } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** Whether whoever has a message's link got it at the address that its subscriber has now. */
export const isAtAddress = (
  { address }: Pick<MessageLink, 'address'>,
  tenant: Pick<Tenant, 'id' | 'idKey'>,
  email: string,
): boolean => address === addressHash(tenant, email);

/** The link of a message, which the table knows by the hash of its secret alone. */
export function messageLinkPut(
  { id, subscriberId, kind }: StoredMessage,
  link: {
    readonly tenant: Pick<Tenant, 'id' | 'idKey'>;
    readonly to: string;
    readonly secret: string;
    readonly flow: PortalFlow;
    readonly language: Language;
    readonly now: number;
  },
): Put {
  const { tenant, to, secret, flow, language, now } = link;
  const whose = { tenant: tenant.id, messageId: id, subscriberId: subscriberId ?? '' };
  const of = { ...whose, address: addressHash(tenant, to), kind, flow, language };
  return messageLinkItem({ ...of, hash: sha256(secret), expiresAt: now + MESSAGES.linkMs });
}

/** What the secret of a link looks like: 256 bits, base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The link with this secret; undefined if there is none. */
export async function messageLinkNamed(app: CoreApp, secret: string): Promise<MessageLink | undefined> {
  return SECRET.test(secret) ? lookUpMessageLink(app, sha256(secret)) : undefined;
}

/**
 * Owes the message of an old link once more, with a fresh link, at most once a day: like every message it is sent only where
 * it is still true.
 */
export async function askForFreshLink(app: CoreApp, { tenant, messageId }: MessageLink): Promise<void> {
  const first = await lookUpMessage(forTenant(app, tenant), messageId);
  if (!first || app.settings.senderDomain === undefined) return;
  const now = app.clock();
  const day = dayInTurkey(now);
  const { kind, about, subscriberId, personId } = first;
  const owed = {
    kind,
    about,
    subscriberId,
    personId,
    cause: `again:${messageId}:${day}`,
    at: beginningOfDay(day),
  };
  await tryWrite(() => app.table.apply(messagePut(tenant, owed, now)));
}
