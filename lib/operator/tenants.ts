import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { checkUrl } from '../delivery/guard.ts';
import { DAY_MS } from '../limits.ts';
import { key, range } from '../table/schema.ts';
import { tenantFrom, tenantItem, type Tenant } from '../table/tenants.ts';
import { Conflict } from '../table/table.ts';

/** What operator work needs besides the App: unguessable bytes. */
export interface Operator {
  readonly app: App;
  /** Fresh random bytes from a cryptographic source. */
  readonly randomBytes: (count: number) => Buffer;
}

/** Something an operator asked for that cannot be done; the message is for people. */
export class Unable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unable';
  }
}

/** How long the webhook secret before still signs beside the new one. */
const OLD_SECRET_MS = DAY_MS;

/** Makes a tenant without any accounts yet. */
export async function createTenant({ app, randomBytes }: Operator, name: string): Promise<Tenant> {
  const id = app.newId().replaceAll('-', '');
  const tenant: Tenant = {
    id,
    name,
    status: 'ACTIVE',
    webhookUrl: null,
    chatUrl: null,
    webhookSecret: null,
    previousWebhookSecret: null,
    pay: null,
    acct: null,
    notificationToken: `${id}_${randomBytes(24).toString('base64url')}`,
    noticesSigned: false,
    createdAt: app.clock(),
  };
  await app.table.write([
    { put: tenantItem(tenant), if: [{ absent: true }] },
    { put: { ...key.tenantListed(id), id, name } },
  ]);
  return tenant;
}

export async function listTenants({ app }: Operator): Promise<{ id: string; name: string }[]> {
  const items = await app.table.query({ ...range.tenants(), consistent: true });
  return items.map(({ id, name }) => ({ id: id as string, name: name as string }));
}

/** The tenant with this id. Throws Unable where there is none. */
export async function showTenant({ app }: Operator, id: string): Promise<Tenant> {
  const item = await app.table.get(key.tenant(id), { consistent: true });
  if (!item) throw new Unable(`there is no tenant ${id}`);
  return tenantFrom(item);
}

/** Suspended tenants' calls are refused, at the latest a minute later; their subscriptions and events go on. */
export function setStatus(operator: Operator, id: string, status: Tenant['status']): Promise<Tenant> {
  return change(operator, id, { status });
}

/** Sets where events are told, checked against forbidden targets; the first time a secret is made and given back. */
export async function setWebhook(
  operator: Operator,
  id: string,
  url: string | null,
): Promise<{ tenant: Tenant; secret: string | undefined }> {
  if (url !== null) checkTarget(operator, url);
  const before = await showTenant(operator, id);
  if (before.webhookSecret !== null)
    return { tenant: await change(operator, id, { webhookUrl: url }), secret: undefined };
  const secret = newWebhookSecret(operator);
  const webhookSecret = await operator.app.secrets.seal(id, 'webhook', secret);
  return { tenant: await change(operator, id, { webhookUrl: url, webhookSecret }), secret };
}

/** Makes a new webhook secret; for a day deliveries carry both signatures. */
export async function rotateWebhookSecret(
  operator: Operator,
  id: string,
): Promise<{ tenant: Tenant; secret: string }> {
  const before = await showTenant(operator, id);
  const secret = newWebhookSecret(operator);
  const webhookSecret = await operator.app.secrets.seal(id, 'webhook', secret);
  const previousWebhookSecret = before.webhookSecret && {
    sealed: before.webhookSecret,
    until: operator.app.clock() + OLD_SECRET_MS,
  };
  return {
    tenant: await change(operator, id, {
      webhookSecret,
      previousWebhookSecret: previousWebhookSecret || null,
    }),
    secret,
  };
}

export function setChat(operator: Operator, id: string, url: string | null): Promise<Tenant> {
  if (url !== null) checkTarget(operator, url);
  return change(operator, id, { chatUrl: url });
}

/** Changes some of a tenant's settings. Throws Unable where there is no such tenant. */
export async function change({ app }: Operator, id: string, settings: Partial<Tenant>): Promise<Tenant> {
  try {
    const item = await app.table.apply({
      update: key.tenant(id),
      set: settings,
      if: [{ present: true }],
    });
    if (!item) throw new Unable(`there is no tenant ${id}`);
    return tenantFrom(item);
  } catch (conflict) {
    if (conflict instanceof Conflict) throw new Unable(`there is no tenant ${id}`);
    throw conflict;
  }
}

function checkTarget({ app }: Operator, url: string): void {
  const problem = checkUrl(url, app.settings.loopbackAllowed);
  if (problem !== undefined) throw new Unable(`${url} cannot be called: ${problem}`);
}

function newWebhookSecret({ randomBytes }: Operator): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

/** Eight characters at the end of an API secret that let a typing mistake be told from a wrong secret. */
export function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
