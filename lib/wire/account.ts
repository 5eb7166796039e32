import type { EndpointHealth } from '../table/events/endpoint-health.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { RATE_LIMITS_PER_MINUTE } from '../limits.ts';
import { iso } from './time.ts';
import { webhookView } from './webhook-settings.ts';

interface ShownAccount {
  readonly tenant: Tenant;
  readonly webhookHealth: EndpointHealth;
  readonly payHealth: { readonly state: 'healthy' | 'refused' | 'silent'; readonly since: number | null };
  readonly notificationUrl: string | null;
  readonly lastNotificationAt: number | null;
}

/** Answer of GET /account. `mode` is the kind of the caller's key; limits are per minute. */
export function accountAnswer(account: ShownAccount, mode: 'live' | 'test') {
  return { status: 'success', data: accountView(account, mode) };
}

function accountView(account: ShownAccount, mode: 'live' | 'test') {
  const { tenant, payHealth } = account;
  const { reads, writes, hostedCheckouts, directCheckouts } = RATE_LIMITS_PER_MINUTE;
  return {
    tenantId: tenant.id,
    name: tenant.name,
    mode,
    createdAt: iso(tenant.createdAt),
    webhook: tenant.webhook && webhookView(tenant.webhook, account.webhookHealth),
    chat: tenant.chatUrl === null ? null : { url: tenant.chatUrl },
    payment: {
      configured: tenant.pay !== null,
      notificationUrl: account.notificationUrl,
      notificationsSigned: tenant.notificationsSigned,
      lastNotificationAt: iso(account.lastNotificationAt),
      health: payHealth.state,
      healthSince: iso(payHealth.since),
    },
    invoicing: { configured: tenant.acct !== null },
    limits: { reads, writes, hostedCheckouts, directCheckouts },
  };
}
