import type { EndpointHealth } from '../billing/endpoint-health.ts';
import type { Mode } from '../billing/mode.ts';
import type { Right } from '../billing/rights.ts';
import { RATE_LIMITS_PER_MINUTE } from '../limits.ts';
import { iso } from './time.ts';
import { webhookView, type ShownWebhook } from './webhook-settings.ts';

interface ShownTenant {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode | null;
  readonly createdAt: number;
  readonly webhook: ShownWebhook | null;
  readonly chatUrl: string | null;
  readonly pay: object | null;
  readonly acct: {
    readonly coverage?: {
      readonly moneyAccounts: readonly string[];
      readonly hasDefaultAddress: boolean;
      readonly hasCarrier: boolean;
      readonly environment?: string | undefined;
      readonly trialCompany?: string | undefined;
    };
  } | null;
  readonly notificationsSigned: boolean;
}

interface ShownAccount {
  readonly tenant: ShownTenant;
  readonly webhookHealth: EndpointHealth;
  readonly payHealth: { readonly state: 'healthy' | 'refused' | 'silent'; readonly since: number | null };
  readonly notificationUrl: string | null;
  readonly lastNotificationAt: number | null;
  readonly notificationsVerifiedAt: number | null;
}

/**
 * Answer of GET /account; limits are per minute. Whoever lacks the right `connections` sees addresses masked, and none
 * for notifications.
 */
export function accountAnswer(account: ShownAccount, rights: readonly Right[]) {
  return { status: 'success', data: accountView(account, addressesFor(rights)) };
}

/** How a secret address is shown; `none` where not even a part of it may be. */
interface AddressView {
  readonly address: (url: string) => string;
  readonly notifications: (url: string | null) => string | null;
}

const whole: AddressView = { address: (url) => url, notifications: (url) => url };
const masked: AddressView = { address: maskedAddress, notifications: () => null };

/** How secret addresses are shown to somebody, at every door. */
export const addressesFor = (rights: readonly Right[]): AddressView =>
  rights.includes('connections') ? whole : masked;

const SHOWN_CHARACTERS = 4;

/** An address as its origin and its last characters, where it is so long that most of it stays hidden. */
function maskedAddress(url: string): string {
  const origin = URL.parse(url)?.origin ?? '';
  const rest = url.slice(origin.length);
  return rest.length < 4 * SHOWN_CHARACTERS ? `${origin}/…` : `${origin}/…${rest.slice(-SHOWN_CHARACTERS)}`;
}

function accountView(account: ShownAccount, shown: AddressView) {
  const { tenant } = account;
  const { webhook, chatUrl } = tenant;
  const { reads, writes, hostedCheckouts, directCheckouts } = RATE_LIMITS_PER_MINUTE;
  return {
    tenantId: tenant.id,
    name: tenant.name,
    mode: tenant.mode,
    createdAt: iso(tenant.createdAt),
    webhook: webhook && webhookView({ ...webhook, url: shown.address(webhook.url) }, account.webhookHealth),
    chat: chatUrl === null ? null : { url: shown.address(chatUrl) },
    payment: paymentView(account, shown),
    invoicing: invoicingView(tenant.acct),
    limits: { reads, writes, hostedCheckouts, directCheckouts },
  };
}

/** Answer of PUT /account/payment. */
export const paymentAnswer = (account: ShownAccount) => ({
  status: 'success',
  data: paymentView(account, whole),
});

/** Answer of PUT /account/invoicing. */
export const invoicingAnswer = ({ acct }: Pick<ShownTenant, 'acct'>) => ({
  status: 'success',
  data: invoicingView(acct),
});

function paymentView(account: ShownAccount, shown: AddressView) {
  const { tenant, payHealth } = account;
  return {
    configured: tenant.pay !== null,
    notificationUrl: shown.notifications(account.notificationUrl),
    notificationsSigned: tenant.notificationsSigned,
    lastNotificationAt: iso(account.lastNotificationAt),
    notificationsVerifiedAt: iso(account.notificationsVerifiedAt),
    health: payHealth.state,
    healthSince: iso(payHealth.since),
  };
}

/** What the documents of a tenant have to say, and where its money goes in their books; nulls while it is not known. */
function invoicingView(acct: ShownTenant['acct']) {
  const { coverage } = acct ?? {};
  return {
    configured: acct !== null,
    moneyAccounts: coverage?.moneyAccounts ?? null,
    defaultAddress: coverage?.hasDefaultAddress ?? null,
    carrier: coverage?.hasCarrier ?? null,
    environment: coverage?.environment ?? null,
    trialCompany: coverage?.trialCompany ?? null,
  };
}
