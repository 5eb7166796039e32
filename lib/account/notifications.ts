import type { CoreApp } from '../app.ts';
import { routeNamed } from '../routes.ts';
import type { Tenant } from '../table/tenants.ts';
import { OperatorError } from './operator-error.ts';
import { change, newNotificationToken, showTenant } from './tenants.ts';

/** What the payment provider has to be told so that it notifies us, and whether we believe unsigned notifications. */
export interface Notifications {
  /** Null while the tenant has none. Whoever knows it can send hints, which are verified by reading. */
  readonly url: string | null;
  readonly signed: boolean;
  /** Without it signatures cannot be checked. */
  readonly merchantId: string | null;
}

/**
 * The tenant's notification address (null until one is issued), whether only signed notifications count, and the
 * merchant id that signs them.
 */
export function notificationsOf(app: CoreApp, tenant: Tenant): Notifications {
  const { notificationToken: token, notificationsSigned, pay } = tenant;
  const path = routeNamed('notifications/receive').path;
  return {
    url: token === null ? null : app.settings.publicUrl + path.replace('{token}', token),
    signed: notificationsSigned,
    merchantId: pay?.merchantId ?? null,
  };
}

/** Makes a new notification address; the one before is refused, at the latest a minute later. */
export async function issueNotificationToken(app: CoreApp, id: string): Promise<Tenant> {
  return change(app, id, { notificationToken: newNotificationToken(app, id) });
}

/** Whether the provider's notifications must be signed. Throws OperatorError where the merchant's number is not known. */
export async function setNotificationsSigned(app: CoreApp, id: string, signed: boolean): Promise<Tenant> {
  const { pay } = await showTenant(app, id);
  if (signed && (pay?.merchantId ?? null) === null)
    throw new OperatorError('signatures need the merchant number; set it with the pay credentials');
  return change(app, id, { notificationsSigned: signed });
}
