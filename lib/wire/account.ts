import * as z from 'zod/mini';
import type { EndpointHealth } from '../billing/endpoint-health.ts';
import { ACCT_ENVIRONMENTS, type AcctEnvironment, type Mode } from '../billing/mode.ts';
import type { Right } from '../billing/rights.ts';
import { RATE_LIMITS_PER_MINUTE } from '../limits.ts';
import { iso } from './time.ts';
import { webhookView, type ShownWebhook, webhookShape } from './webhook-settings.ts';
import { named, wholeUrl, said, timeOf, open, success, type Told } from './shape.ts';
import { DOCUMENT_CURRENCIES, type DocumentCurrency } from '../billing/invoice.ts';

const paymentShape = named(
  'Payment',
  z.strictObject({
    configured: z.boolean(),
    notificationUrl: said(
      z.nullable(wholeUrl),
      'To be entered at the payment provider, so that it notifies us.',
    ),
    notificationsSigned: z.boolean(),
    lastNotificationAt: z.nullable(timeOf('Of its last news.')),
    notificationsVerifiedAt: z.nullable(
      timeOf(
        'When one last had a signature that is right; null if none ever had. Only after the first one are those refused that have not.',
      ),
    ),
    health: open(
      said(
        z.enum(['healthy', 'refused', 'silent']),
        '`refused`: the provider refuses the account or its credentials, and its work waits.',
      ),
    ),
    healthSince: z.nullable(timeOf('Since when it is so.')),
  }),
);

const invoicingShape = named(
  'Invoicing',
  z.strictObject({
    configured: z.boolean(),
    moneyAccounts: said(
      z.nullable(z.array(z.enum(DOCUMENT_CURRENCIES))),
      'The currencies with a money account at the invoicing provider. Documents in another currency are made, and stay open in its books. Null: not known.',
    ),
    defaultAddress: said(
      z.nullable(z.boolean()),
      'Whether documents of purchases without a billing address have one to bear; without it they end in `error`. Null: not known.',
    ),
    carrier: said(
      z.nullable(z.boolean()),
      'Whether a carrier is set; without one documents of physical plans end in `error`. Null: not known.',
    ),
    environment: said(
      z.nullable(open(z.enum(ACCT_ENVIRONMENTS))),
      'Where documents are made: `live` ones are real. Null: nowhere.',
    ),
    trialCompany: said(
      z.nullable(z.string()),
      'The company that was confirmed to be a trial one; null where none was.',
    ),
  }),
);

/** The shape of a `paymentAnswer`. */
export const paymentAnswerShape = named(
  'PaymentAnswer',
  z.strictObject({ status: success, data: paymentShape }),
);

/** The shape of an `invoicingAnswer`. */
export const invoicingAnswerShape = named(
  'InvoicingAnswer',
  z.strictObject({ status: success, data: invoicingShape }),
);

const perMinuteShape = z.int();

/** The shape of an `accountAnswer`. */
export const accountAnswerShape = named(
  'AccountAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      tenantId: z.string(),
      name: z.string(),
      mode: said(
        z.enum(['live', 'test']),
        'Whether cards are charged (`live`) or only the sandbox is (`test`).',
      ),
      createdAt: timeOf('When the account was made.'),
      webhook: z.nullable(webhookShape),
      chat: said(
        z.nullable(z.strictObject({ url: z.string() })),
        'Without the right `connections`: origin and last characters of addresses, and no notification address.',
      ),
      payment: paymentShape,
      invoicing: invoicingShape,
      limits: said(
        z.strictObject({
          reads: perMinuteShape,
          writes: perMinuteShape,
          hostedCheckouts: perMinuteShape,
          directCheckouts: perMinuteShape,
        }),
        'Requests a minute.',
      ),
    }),
  }),
);

interface ShownTenant {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  readonly createdAt: number;
  readonly webhook: ShownWebhook | null;
  readonly chatUrl: string | null;
  readonly pay: object | null;
  readonly acct: {
    readonly coverage?: {
      readonly moneyAccounts: readonly DocumentCurrency[];
      readonly hasDefaultAddress: boolean;
      readonly hasCarrier: boolean;
      readonly environment?: AcctEnvironment | undefined;
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
export function accountAnswer(
  account: ShownAccount,
  rights: readonly Right[],
): Told<typeof accountAnswerShape> {
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
export const paymentAnswer = (account: ShownAccount): Told<typeof paymentAnswerShape> => ({
  status: 'success',
  data: paymentView(account, whole),
});

/** Answer of PUT /account/invoicing. */
export const invoicingAnswer = ({ acct }: Pick<ShownTenant, 'acct'>): Told<typeof invoicingAnswerShape> => ({
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
