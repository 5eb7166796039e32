import type { CoreApp, WithTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { key } from '../table/schema.ts';
import { tryWrite } from '../table/table.ts';
import { TENANT, type Webhook } from '../table/tenants/tenant.ts';

/** The webhook with the new secret in place of the old one; unchanged if no rotation is in progress. */
export function finishRotation(webhook: Webhook): Webhook {
  const { rotation } = webhook;
  if (!rotation) return webhook;
  return { ...webhook, secret: rotation.secret, secretCreatedAt: rotation.startedAt, rotation: null };
}

const isOverlapOver = ({ rotation }: Webhook, now: number) => rotation !== null && rotation.endsAt <= now;

/**
 * Finishes a rotation whose overlap was over when an accepted delivery was signed (epoch ms). A failure is only logged.
 */
export async function finishByUse(app: CoreApp & WithTenant, signedAt: number) {
  const { id, webhook, webhookRevision } = app.tenant;
  if (!webhook || !isOverlapOver(webhook, signedAt)) return;
  const change = {
    update: key.tenant(id),
    ...TENANT.change({ webhook: finishRotation(webhook), webhookRevision: webhookRevision + 1 }),
    if: [{ attribute: 'webhookRevision', is: webhookRevision }],
  };
  try {
    if (await tryWrite(() => app.table.apply(change)))
      app.log.info('webhook rotation finished by a delivery', { tenant: id });
  } catch (error) {
    app.log.warn('webhook rotation not finished', { tenant: id, ...errorFields(error) });
  }
}
