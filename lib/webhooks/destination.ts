import type { CallsTenants, CoreApp } from '../app.ts';
import type { ClaimedEvent, EventRecord } from '../table/events.ts';
import type { Tenant } from '../table/tenants.ts';
import { webhookHeaders, webhookPayload } from '../wire/webhook.ts';
import { chatMessage } from './chat.ts';
import { sign } from './sign.ts';

/** Where an event goes and how its request is written; everything that can fail has been done before it exists. */
export interface Destination {
  readonly url: string;
  readonly write: (record: ClaimedEvent, now: number) => SignedRequest;
}

/** Headers and the very bytes that were signed. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The tenant's address for an event as it is now, with the secrets opened; undefined where there is none (any more). */
export async function findDestination(
  app: CoreApp & CallsTenants,
  tenant: Tenant,
  record: EventRecord,
): Promise<Destination | undefined> {
  return record.channel === 'chat' ? chatDestination(tenant) : webhookDestination(app, tenant);
}

function chatDestination({ chatUrl }: Tenant): Destination | undefined {
  if (chatUrl === null) return undefined;
  const headers = { 'Content-Type': 'application/json' };
  return { url: chatUrl, write: (record) => ({ headers, body: bytes(chatMessage(record)) }) };
}

async function webhookDestination(
  app: CoreApp & CallsTenants,
  tenant: Tenant,
): Promise<Destination | undefined> {
  const { id, webhookUrl, webhookSecret, previousWebhookSecret: previous } = tenant;
  if (webhookUrl === null || webhookSecret === null) return undefined;
  const [current, before] = await Promise.all([
    app.secrets.decrypt(id, 'webhook', webhookSecret),
    previous && previous.until > app.clock() ? app.secrets.decrypt(id, 'webhook', previous.sealed) : null,
  ]);
  return {
    url: webhookUrl,
    write(record, signedAt) {
      const delivery = {
        eventId: record.id,
        transactionId: record.transactionId,
        attempt: record.attempt,
        signedAt,
      };
      const body = bytes(webhookPayload(record, delivery));
      const signatures = { current: sign(body, current), previous: before && sign(body, before) };
      return { headers: webhookHeaders(record, delivery, signatures), body };
    },
  };
}

function bytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
