import { historyOf } from '../billing/identifiers.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import { AGAIN, MESSAGES, MINUTE_MS, againAfter } from '../limits.ts';
import { shopOf } from '../pages/shop.ts';
import type { MessageToSend } from '../queue/messages.ts';
import { TooLate } from '../queue/batch.ts';
import type { CoreApp, SendsMail } from '../runtime/app.ts';
import {
  lookUpMessage,
  messageDropped,
  messageHanded,
  messageHandedOn,
  messagePostponed,
  messagePut,
  messageWaits,
  type StoredMessage,
} from '../table/messages/messages.ts';
import { addressHash } from '../table/messages/suppressed.ts';
import { conflictOf, tryWrite, type Change, type Update } from '../table/table.ts';
import { takeToken } from '../table/tenants/rate-limits.ts';
import { key } from '../table/schema.ts';
import { judge, type ForEach, type Readied } from './judge.ts';
import type { DropReason } from './kinds.ts';
import { messageLinkPut } from './link.ts';
import { renderMessage } from './render/render.ts';
import { recordState } from './state.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** What a message is sent with. */
export type SendApp = CoreApp & SendsMail;

/**
 * Sends a message that is due, as the record is at this moment, or drops it where it is no longer true. That it is being handed
 * over is on record before SES is called, in one transaction with the revision of what it says; while no outcome is on record
 * it is not handed over again, until SES's events, which name it, would have told. Throws TooLate.
 */
export async function sendMessage(
  app: SendApp,
  { tenantId, messageId, due }: MessageToSend,
  timeLeft: () => number,
): Promise<void> {
  const own = forTenant(app, tenantId);
  if (timeLeft() < MESSAGES.startMinMs) throw new TooLate();
  const message = await lookUpMessage(own, messageId);
  if (message?.state !== 'PENDING' || (due !== undefined && message.dueAt !== due)) return;
  const now = app.clock();
  const askedUntil = (message.handedAt ?? -Infinity) + MESSAGES.unansweredMs;
  if (now < askedUntil) return write(app, messageWaits(message, askedUntil));
  const readied = await judge(own, message);
  if (typeof readied === 'string') return drop(app, message, readied);
  if (now > message.since + MESSAGES.usefulMs) return lose(app, message);
  if ('people' in readied) return forEach(app, message, readied);
  const allowance = await takeToken(own, 'messages');
  if (!allowance.isGranted) return write(app, messagePostponed(message, spread(message, now), message.tries));
  await handOver(app, message, readied);
}

/** Owes a message to a role to each who has it, which the same cause never does twice. */
async function forEach(app: CoreApp, message: StoredMessage, { people }: ForEach): Promise<void> {
  const now = app.clock();
  const { tenant, kind, cause, about, at } = message;
  for (const { id } of people) {
    const own = messagePut(tenant, { kind, cause, about, at, subscriberId: null, personId: id }, now);
    await tryWrite(() => app.table.apply(own));
  }
  await write(app, messageHandedOn(message));
}

/** Renders a message, and hands it to SES once that is on record. */
async function handOver(app: SendApp, message: StoredMessage, readied: Readied): Promise<void> {
  const { tenant, to, facts, language, unchanged, flow } = readied;
  const now = app.clock();
  const secret = flow === null ? null : app.newSecret();
  const link =
    secret !== null && flow !== null
      ? messageLinkPut(message, { tenant, to, secret, flow, language, now })
      : null;
  const rendered = renderMessage(facts, shopOf(tenant), language, {
    publicUrl: app.settings.publicUrl,
    button: secret === null ? readied.page : `${app.settings.publicUrl}/portal/message?link=${secret}`,
  });
  const reserved = await reserve(app, message, { to, now, more: [...unchanged, ...(link ? [link] : [])] });
  if (reserved !== 'reserved') return reserved === 'one_a_day' ? drop(app, message, 'one_a_day') : undefined;
  const handed = await app.mail.send({
    fromName: tenant.messages?.senderName ?? shopOf(tenant).name,
    from: `no-reply@${app.settings.senderDomain ?? ''}`,
    replyTo: tenant.messages?.replyTo ?? null,
    to,
    ...rendered,
    tags: { tenant: tenant.id, message: message.id, address: addressHash(tenant, to) },
  });
  const after: StoredMessage = { ...message, revision: message.revision + 1 };
  app.log.info('message handed over', { tenant: tenant.id, outcome: handed.is, reference: message.kind });
  switch (handed.is) {
    case 'accepted':
      return void (await recordState(app, { ...after, handedAt: now, to }, 'SENT'));
    case 'refused':
      return drop(app, after, 'refused');
    case 'later':
      return write(
        app,
        messagePostponed(after, now + againAfter(message.tries, AGAIN.message), message.tries + 1),
      );
    case 'unknown': // its events tell, or it is sent again when they would have told
  }
}

/** Puts on record that a message is being handed over; not where the record, or the message, has changed since it was read. */
async function reserve(
  app: CoreApp,
  message: StoredMessage,
  { to, now, more }: { readonly to: string; readonly now: number; readonly more: readonly Change[] },
): Promise<'reserved' | 'one_a_day' | 'changed'> {
  const handed = messageHanded(message, to, now);
  const day = dayOf(message, now);
  const conflict = await conflictOf(() => app.table.write([handed, ...(day ? [day] : []), ...more]));
  if (!conflict) return 'reserved';
  const found = day && conflict.failed.includes(1) ? conflict.found[1] : undefined;
  if (!found) return 'changed';
  if (found.message !== message.id) return 'one_a_day';
  const again = await conflictOf(() => app.table.write([handed, ...more]));
  return again ? 'changed' : 'reserved';
}

/** A customer's one message of a kind on a day; none for the tenant's people, whose causes have their day. */
function dayOf({ tenant, id, kind, subscriberId }: StoredMessage, now: number): Change | undefined {
  if (subscriberId === null) return undefined;
  const at = key.messageDay(tenant, historyOf(id), kind, dayInTurkey(now));
  return {
    put: { ...at, message: id, ttl: Math.ceil((now + MESSAGES.dayKeptMs) / 1000) },
    if: [{ absent: true }],
  };
}

const drop = (app: CoreApp, message: StoredMessage, because: DropReason): Promise<void> => {
  app.log.info('message dropped', { tenant: message.tenant, outcome: because, reference: message.kind });
  return write(app, messageDropped(message, because));
};

/** Drops a message that is true, but was kept from being sent for so long that nobody has a use for it. */
function lose(app: CoreApp, message: StoredMessage): Promise<void> {
  app.log.error('message lost', { tenant: message.tenant, reference: message.kind });
  app.log.measure('MessagesLost', 1, message.kind);
  return drop(app, message, 'too_late');
}

/** Writes a change of a message; another that was faster has decided. */
async function write(app: CoreApp, update: Update): Promise<void> {
  await tryWrite(() => app.table.apply(update));
}

/** When a message is due again of which its tenant has too many: each at its own time, so that the next minutes have theirs. */
function spread({ id }: StoredMessage, now: number): number {
  const share = parseInt(id.slice(15, 18), 16) / 0x1000; // the first digits of its cause's hash
  return now + MINUTE_MS + Math.floor(MESSAGES.spreadMs * share);
}
