import type { CoreApp, Encrypts } from '../app.ts';
import { checkUrl } from '../webhooks/ssrf-guard.ts';
import { DAY_MS } from '../limits.ts';
import type { Tenant } from '../table/tenants.ts';
import { OperatorError } from './operator-error.ts';
import { change, showTenant } from './tenants.ts';

/** How long the webhook secret before still signs beside the new one. */
const OLD_SECRET_MS = DAY_MS;

type SecretKeeper = CoreApp & Encrypts<'webhook'>;

/** A tenant and its new webhook secret, which is shown now and never again; undefined where the old one stays. */
export interface WithSecret {
  readonly tenant: Tenant;
  readonly secret: string | undefined;
}

/** Sets where events are told, checked against forbidden targets; the first time a secret is made and given back. */
export async function setWebhook(app: SecretKeeper, id: string, url: string | null): Promise<WithSecret> {
  if (url !== null) checkTarget(app, url);
  const { webhookSecret: known } = await showTenant(app, id);
  if (known !== null || url === null)
    return { tenant: await change(app, id, { webhookUrl: url }), secret: undefined };
  const { secret, sealed } = await newSecret(app, id);
  const tenant = await change(app, id, { webhookUrl: url, webhookSecret: sealed }, [
    { attribute: 'webhookSecret', is: null },
  ]);
  return { tenant, secret };
}

/** Makes a new webhook secret; for a day deliveries carry both signatures. Throws OperatorError where there is none yet. */
export async function rotateWebhookSecret(app: SecretKeeper, id: string): Promise<WithSecret> {
  const { webhookSecret: known } = await showTenant(app, id);
  if (known === null)
    throw new OperatorError('the tenant has no webhook secret yet; it gets one with its webhook');
  const { secret, sealed } = await newSecret(app, id);
  const previousWebhookSecret = { sealed: known, until: app.clock() + OLD_SECRET_MS };
  const tenant = await change(app, id, { webhookSecret: sealed, previousWebhookSecret }, [
    { attribute: 'webhookSecret', is: known },
  ]);
  return { tenant, secret };
}

/** Sets where plain messages are posted, checked as webhooks are; null for nowhere. */
export async function setChat(app: CoreApp, id: string, url: string | null): Promise<Tenant> {
  if (url !== null) checkTarget(app, url);
  return change(app, id, { chatUrl: url });
}

/** The name is not looked up here: it is at every delivery, whose answer alone counts. */
function checkTarget(app: CoreApp, url: string): void {
  const problem = checkUrl(url, app.settings.loopbackAllowed);
  if (problem !== undefined) throw new OperatorError(`${url} cannot be called: ${problem}`);
}

async function newSecret(app: SecretKeeper, tenant: string): Promise<{ secret: string; sealed: string }> {
  const secret = `whsec_${app.newSecret()}`;
  return { secret, sealed: await app.secrets.encrypt(tenant, 'webhook', secret) };
}
