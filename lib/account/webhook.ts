import { checkUrl } from '../webhooks/ssrf-guard.ts';
import { DAY_MS } from '../limits.ts';
import type { Tenant } from '../table/tenants.ts';
import { change, showTenant, OperatorError, type Operator } from './tenants.ts';

/** How long the webhook secret before still signs beside the new one. */
const OLD_SECRET_MS = DAY_MS;

/** A tenant and its new webhook secret, which is shown now and never again; undefined where the old one stays. */
export interface WithSecret {
  readonly tenant: Tenant;
  readonly secret: string | undefined;
}

/** Sets where events are told, checked against forbidden targets; the first time a secret is made and given back. */
export async function setWebhook(operator: Operator, id: string, url: string | null): Promise<WithSecret> {
  if (url !== null) checkTarget(operator, url);
  const { webhookSecret: known } = await showTenant(operator, id);
  if (known !== null || url === null)
    return { tenant: await change(operator, id, { webhookUrl: url }), secret: undefined };
  const { secret, sealed } = await newSecret(operator, id);
  const tenant = await change(operator, id, { webhookUrl: url, webhookSecret: sealed }, [
    { attribute: 'webhookSecret', is: null },
  ]);
  return { tenant, secret };
}

/** Makes a new webhook secret; for a day deliveries carry both signatures. Throws OperatorError where there is none yet. */
export async function rotateWebhookSecret(operator: Operator, id: string): Promise<WithSecret> {
  const { webhookSecret: known } = await showTenant(operator, id);
  if (known === null)
    throw new OperatorError('the tenant has no webhook secret yet; it gets one with its webhook');
  const { secret, sealed } = await newSecret(operator, id);
  const previousWebhookSecret = { sealed: known, until: operator.app.clock() + OLD_SECRET_MS };
  const tenant = await change(operator, id, { webhookSecret: sealed, previousWebhookSecret }, [
    { attribute: 'webhookSecret', is: known },
  ]);
  return { tenant, secret };
}

/** Sets where plain messages are posted, checked as webhooks are; null for nowhere. */
export async function setChat(operator: Operator, id: string, url: string | null): Promise<Tenant> {
  if (url !== null) checkTarget(operator, url);
  return change(operator, id, { chatUrl: url });
}

/** The name is not looked up here: it is at every delivery, whose answer alone counts. */
function checkTarget({ app }: Operator, url: string): void {
  const problem = checkUrl(url, app.settings.loopbackAllowed);
  if (problem !== undefined) throw new OperatorError(`${url} cannot be called: ${problem}`);
}

async function newSecret(
  { app, randomBytes }: Operator,
  tenant: string,
): Promise<{ secret: string; sealed: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealed: await app.secrets.encrypt(tenant, 'webhook', secret) };
}
