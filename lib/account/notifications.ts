import type { CoreApp, WithTenant, OfTenant } from '../runtime/app.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { OperatorError } from './operator-error.ts';
import { changeTenant, newNotificationToken, showTenant } from './tenants.ts';

/** Where the payment provider's notifications come in. */
export const NOTIFICATIONS_PATH = '/notifications/pay/{token}';

/** What to configure at the payment provider for its notifications, and whether unsigned ones are accepted. */
export interface Notifications {
  /** Null if none was issued. Anybody who knows it can send hints, which are verified by reading the provider. */
  readonly url: string | null;
  readonly signed: boolean;
  /** Required to check signatures. */
  readonly merchantId: string | null;
}

/** The tenant's notification settings. */
export function notificationsOf(app: CoreApp & WithTenant): Notifications {
  const { notificationToken: token, notificationsSigned, pay } = app.tenant;
  return {
    url: token === null ? null : app.settings.publicUrl + NOTIFICATIONS_PATH.replace('{token}', token),
    signed: notificationsSigned,
    merchantId: pay?.merchantId ?? null,
  };
}

/** Issues a new notification address; the old one is refused within a minute. Throws OperatorError for no such tenant. */
export async function issueNotificationToken(app: CoreApp & OfTenant): Promise<Tenant> {
  return changeTenant(app, { notificationToken: newNotificationToken(app) });
}

/** Sets whether notifications must be signed. Throws OperatorError for no such tenant or a missing merchant number. */
export async function setNotificationsSigned(app: CoreApp & OfTenant, signed: boolean): Promise<Tenant> {
  const { pay } = await showTenant(app);
  if (signed && pay === null)
    throw new OperatorError('signatures need the merchant number; set it with the pay credentials');
  return changeTenant(app, { notificationsSigned: signed });
}
