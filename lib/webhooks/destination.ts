import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { localIn, zoneOf } from '../runtime/zone.ts';
import type { ClaimedEvent, EventRecord } from '../billing/delivery.ts';
import type { CallsTenants, CoreApp, WithTenant } from '../runtime/app.ts';
import type { SubscriptionEvent } from '../billing/events.ts';
import { inOneLine } from '../text/clean-text.ts';
import type { Redacted } from '../text/redacted.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { signedHeaders, webhookHeaders, webhookPayload } from '../wire/webhook.ts';
import { standardHeaders } from './standard-webhooks.ts';

/** Where an event is sent, and how to write the request. Everything that can fail has been done by now. */
export interface Destination {
  readonly url: string;
  readonly write: (record: DeliveredEvent, now: number) => SignedRequest;
}

/** An event and the attempt that the request belongs to. */
export type DeliveredEvent = SubscriptionEvent &
  Pick<ClaimedEvent, 'id' | 'transactionId' | 'attempt' | 'sequence'> & {
    /** Nothing of it happened: a tenant tries its webhook. */
    readonly isTest?: true;
  };

/** The headers and the exact bytes that were signed. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The tenant's current address for an event, with decrypted secrets; undefined if it has none. */
export async function findDestination(
  app: CoreApp & CallsTenants & WithTenant,
  record: EventRecord,
): Promise<Destination | undefined> {
  return record.channel === 'chat' ? chatDestination(app.tenant) : signedWebhook(app);
}

function chatDestination({ chatUrl, ...tenant }: Tenant): Destination | undefined {
  if (chatUrl === null) return undefined;
  const headers = { 'Content-Type': 'application/json' };
  return { url: chatUrl, write: (record) => ({ headers, body: bytes(chatMessage(record, zoneOf(tenant))) }) };
}

/** The tenant's webhook; undefined if it has none. Throws if KMS does not answer. */
export async function signedWebhook(
  app: CoreApp & CallsTenants & WithTenant,
): Promise<Destination | undefined> {
  const { id, webhook } = app.tenant;
  if (!webhook) return undefined;
  const { url, secret, rotation } = webhook;
  const [current, next] = await Promise.all([
    app.secrets.decrypt(id, 'webhook', secret),
    rotation && app.secrets.decrypt(id, 'webhook', rotation.secret),
  ]);
  return {
    url,
    write(record, signedAt) {
      const delivery = {
        eventId: record.id,
        transactionId: record.transactionId,
        attempt: record.attempt,
        sequence: record.sequence,
        isTest: record.isTest ?? false,
        signedAt,
      };
      const body = bytes(webhookPayload(record, delivery));
      const signaturesOf = (of: Buffer) => ({ current: sign(of, current), next: next && sign(of, next) });
      const headers = Buffer.from(signedHeaders(delivery));
      const signatures = { body: signaturesOf(body), headers: signaturesOf(headers) };
      const message = { eventId: record.id, signedAt, body };
      const standard = standardHeaders(message, next ? [current, next] : [current]);
      return { headers: { ...webhookHeaders(record, delivery, signatures), ...standard }, body };
    },
  };
}

function bytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Creating a key costs more than signing with it. A key lives as long as the decrypted secret it was made from. */
const keys = new WeakMap<Redacted<string>, KeyObject>();

/** `sha256=` and the hex HMAC-SHA256 of the exact bytes that are sent. */
export function sign(body: Buffer, secret: Redacted<string>): string {
  return `sha256=${createHmac('sha256', keyOf(secret)).update(body).digest('hex')}`;
}

function keyOf(secret: Redacted<string>): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const made = createSecretKey(Buffer.from(secret.reveal()));
  keys.set(secret, made);
  return made;
}

/** The body for a team chat's incoming webhook: one sentence. Only SUBSCRIBED and DID_RENEW are sent there. */
export function chatMessage(event: SubscriptionEvent, zone: string): { text: string } {
  const { customer, planName, periodEnd } = event.snapshot;
  const who = `${dead(plain(customer.name))} ${dead(plain(customer.surname))} (${plain(customer.email)})`;
  const did = event.type === 'DID_RENEW' ? 'renewed the subscription to' : 'subscribed to';
  const until = periodEnd === null ? '' : `, paid until ${localIn(zone, periodEnd).slice(0, 10)}`;
  return { text: `${who} ${did} ${plain(planName)}${until}.` };
}

/** A name that reads like an address is no link: chats find those by their points and by what follows a scheme. */
function dead(text: string): string {
  return text.replaceAll(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '$&\u2060');
}

/** Chats read `<…>`, `[…](…)` and `@…` as links and mentions; a word joiner, which nobody sees, keeps them text. */
function plain(text: string): string {
  const escaped = inOneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll('](', ']\u2060(').replace(/\B@/g, '@\u2060');
}
