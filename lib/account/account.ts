import type { EndpointHealth } from '../billing/endpoint-health.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { Refusal } from '../refusal.ts';
import { endpointHealthFrom } from '../table/events/endpoint-health.ts';
import { lastNotificationFrom, lastVerificationFrom } from '../table/work/last-notification.ts';
import { payMarkFrom } from '../table/work/pay-health.ts';
import { key } from '../table/schema.ts';
import { tenantFrom, type Tenant } from '../table/tenants/tenant.ts';
import { notificationsOf } from './notifications.ts';
import { HEALTHY_PAY, type PayHealth } from '../pay/health.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** A tenant's own account, with all that it may know. */
export interface Account {
  readonly tenant: Tenant;
  readonly webhookHealth: EndpointHealth;
  readonly payHealth: PayHealth;
  /** The address to enter at the payment provider; null if none has been issued. */
  readonly notificationUrl: string | null;
  /** Epoch ms, to the minute; null if there was none yet. */
  readonly lastNotificationAt: number | null;
  /** When one last had a signature that verified: epoch ms, to the minute; null if none ever had. */
  readonly notificationsVerifiedAt: number | null;
}

/** The current account, in one round trip. Throws `not_found`. */
export async function readAccount(app: CoreApp & OfTenant): Promise<Account> {
  const [settings, endpoint, payMark, notification] = await app.table.getMany(
    [
      key.tenant(app.tenantId),
      key.endpoint(app.tenantId, 'webhook'),
      key.payHealth(app.tenantId),
      key.lastNotification(app.tenantId),
    ],
    { consistent: true },
  );
  if (!settings) throw new Refusal('not_found');
  const tenant = tenantFrom(settings);
  return {
    tenant,
    webhookHealth: endpointHealthFrom(endpoint),
    payHealth: payMark ? payMarkFrom(payMark) : HEALTHY_PAY,
    notificationUrl: notificationsOf(withRecord(app, tenant)).url,
    lastNotificationAt: lastNotificationFrom(notification),
    notificationsVerifiedAt: lastVerificationFrom(notification),
  };
}
