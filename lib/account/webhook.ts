import type { CoreApp, Encrypts, OfTenant, WithTenant } from '../runtime/app.ts';
import { DECISIONS_MAX, HOUR_MS } from '../limits.ts';
import { actorOf, writeIfAllowed } from './acting.ts';
import { Refusal } from '../refusal.ts';
import { endpointPut } from '../table/events/endpoint-health.ts';
import { withoutNulls } from '../table/item.ts';
import { key } from '../table/schema.ts';
import type { Change } from '../table/table.ts';
import { TENANT, type Webhook } from '../table/tenants/tenant.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { finishRotation } from '../webhooks/rotation.ts';
import { checkUrl } from '../outgoing/guard.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** What issuing a webhook secret needs. */
export type WebhookSettingsApp = CoreApp & Encrypts<'webhook'>;

/** A webhook and its new secret, which is shown only now; undefined if the secret did not change. */
export interface IssuedSecret {
  readonly webhook: Webhook;
  readonly secret: string | undefined;
}

/**
 * Sets a tenant's webhook URL, with fresh health, and a secret the first time. Throws `forbidden_target`,
 * `concurrent_change` or `not_found`.
 */
export async function setWebhook(app: WebhookSettingsApp & OfTenant, url: string): Promise<IssuedSecret> {
  checkTarget(app, url);
  return changeWebhook(app, async (known) => {
    const now = app.clock();
    if (known) return { webhook: { ...known, url }, secret: undefined };
    const { secret, ciphertext } = await newSecret(app);
    const webhook = { url, createdAt: now, secret: ciphertext, secretCreatedAt: now, rotation: null };
    return { webhook, secret };
  });
}

/** Removes the webhook and its secret; events are skipped from then on. Throws `concurrent_change` or `not_found`. */
export async function clearWebhook(app: CoreApp & OfTenant): Promise<void> {
  await changeWebhook(app, () => ({ webhook: null }));
}

/**
 * Creates a new secret, which signs beside the old one for `overlapHours`. Throws `webhook_not_set` or
 * `concurrent_change`.
 */
export async function rotateWebhookSecret(
  app: WebhookSettingsApp & OfTenant,
  overlapHours: number,
): Promise<Required<IssuedSecret>> {
  let replaced: string | undefined;
  return changeWebhook(app, async (known) => {
    const now = app.clock();
    const before = requireWebhook(known);
    const newest = before.rotation?.secret ?? before.secret;
    replaced ??= newest;
    // A concurrent rotation has just shown its caller a new secret, which must not be replaced before it is used.
    if (newest !== replaced) throw new Refusal('concurrent_change');
    const { secret, ciphertext } = await newSecret(app);
    const endsAt = now + overlapHours * HOUR_MS;
    const rotating = { ...before, rotation: { secret: ciphertext, startedAt: now, endsAt } };
    return { webhook: overlapHours === 0 ? finishRotation(rotating) : rotating, secret };
  });
}

/** Replaces the old secret at once; no effect without a rotation. Throws `webhook_not_set` or `concurrent_change`. */
export async function finishWebhookRotation(app: CoreApp & OfTenant): Promise<Webhook> {
  const { webhook } = await changeWebhook(app, (known) => ({
    webhook: finishRotation(requireWebhook(known)),
  }));
  return webhook;
}

/** Throws `forbidden_target`. The name is not resolved here, but at every delivery, where it counts. */
export function checkTarget(app: CoreApp, url: string): void {
  const problem = checkUrl(url, app.settings.loopbackAllowed);
  if (problem === undefined) return;
  const message = `This address cannot be called: ${problem}.`;
  throw new Refusal('forbidden_target', { message, details: [{ field: 'url', message: problem }] });
}

function requireWebhook(webhook: Webhook | null): Webhook {
  if (!webhook) throw new Refusal('webhook_not_set');
  return webhook;
}

/** Changes a tenant's webhook by its current state. After a concurrent change it decides again, up to six times. */
async function changeWebhook<Changed extends { readonly webhook: Webhook | null }>(
  app: CoreApp & OfTenant,
  decide: (known: Webhook | null) => Changed | Promise<Changed>,
): Promise<Changed> {
  for (let tried = 1; ; tried++) {
    const tenant = await readTenant(app);
    const changed = await decide(tenant.webhook);
    if (changed.webhook === tenant.webhook) return changed;
    if (await replaceWebhook(withRecord(app, tenant), changed.webhook)) return changed;
    if (tried === DECISIONS_MAX) throw new Refusal('concurrent_change');
  }
}

/** Writes a tenant's webhook, and who changed it; false if it was changed since it was read. */
function replaceWebhook(app: CoreApp & WithTenant, webhook: Webhook | null): Promise<boolean> {
  const { id, webhookRevision: revision } = app.tenant;
  const { set, remove } = TENANT.change({ webhook, webhookRevision: revision + 1 });
  const change: Change = {
    update: key.tenant(id),
    set: { ...set, webhookChangedBy: withoutNulls({ ...actorOf(app), at: app.clock() }) },
    remove,
    if: [{ attribute: 'webhookRevision', is: revision }],
  };
  const moved = app.tenant.webhook?.url !== webhook?.url;
  const changes = moved ? [change, endpointPut(app, 'webhook')] : [change];
  return writeIfAllowed(app, changes);
}

async function newSecret(
  app: WebhookSettingsApp & OfTenant,
): Promise<{ secret: string; ciphertext: string }> {
  const secret = `whsec_${Buffer.from(app.newSecret(), 'base64url').toString('base64')}`;
  return { secret, ciphertext: await app.secrets.encrypt(app.tenantId, 'webhook', secret) };
}
