import { ACCT_ENVIRONMENTS, MODES } from '../../billing/mode.ts';
import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import type { CoreApp, PayApp, OfTenant, WithTenant } from '../../runtime/app.ts';
import { cachePerInstance, isFresh } from '../../runtime/instance.ts';
import { BRAND, PORTAL_SETTINGS } from '../../billing/brand.ts';
import { MESSAGE_SETTINGS } from '../../messages/kinds.ts';
import { RECOVERY_SETTINGS } from '../../billing/recovery.ts';
import { payProvider } from '../../pay/provider.ts';
import type { PayAccount } from '../../pay/pay.ts';
import { CREDENTIALS_CACHE_MS } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import {
  flag,
  listOf,
  number,
  oneOf,
  optional,
  orElse,
  orNull,
  part,
  record,
  text,
  type TypeOf,
} from '../../record.ts';
import { jsonFields } from '../fields.ts';
import { key } from '../schema.ts';
import type { Item } from '../table.ts';
import { opening } from './opening.ts';
import { withRecord } from '../../runtime/for-tenant.ts';

const COVERAGE = part({
  moneyAccounts: listOf(oneOf(DOCUMENT_CURRENCIES)),
  hasDefaultAddress: flag,
  hasCarrier: flag,
  /** Where its documents are made. */
  environment: optional(oneOf(ACCT_ENVIRONMENTS)),
  /** The company that was confirmed to be a trial one. */
  trialCompany: optional(text),
});
/** What a tenant has set beside its login at the invoicing provider. */
export type AcctCoverage = TypeOf<typeof COVERAGE>;

const WEBHOOK = part({
  url: text,
  createdAt: number,
  secret: text,
  secretCreatedAt: number,
  /** The secret that replaces the current one: when the rotation is finished, or by use from `endsAt` on. */
  rotation: orNull(part({ secret: text, startedAt: number, endsAt: number })),
});
/** A tenant's webhook. Secrets are ciphertexts for purpose `webhook`; times are epoch ms. */
export type Webhook = TypeOf<typeof WEBHOOK>;

const PAY = part({
  baseUrl: text,
  merchantId: text,
  sealed: text,
  /** A fingerprint of address and account, by which two tenants with one account are told. */
  owner: text,
});

/** A tenant's account with its settings. Secrets are encrypted for this tenant and their purpose. */
export const TENANT = record('tenant', {
  id: text,
  name: text,
  status: oneOf(['ACTIVE', 'SUSPENDED']),
  /** Whether its cards are real. */
  mode: oneOf(MODES),
  webhook: orNull(WEBHOOK),
  /** Raised with each change of the webhook, so that only one of two concurrent changes succeeds. */
  webhookRevision: number,
  chatUrl: orNull(text),
  /** The payment provider's address and our keys there, by their names, as encrypted JSON. */
  pay: orNull(PAY),
  /** Raised with each change of that account, so that each takes the place of the one that it has seen. */
  payRevision: orElse(number, 0),
  /** The account at the invoicing provider, as encrypted JSON, and what it covers. */
  acct: orNull(part({ sealed: text, coverage: optional(COVERAGE) })),
  /** The unguessable part of the tenant's notification address. */
  notificationToken: orNull(text),
  notificationsSigned: flag,
  /** The hosts that its callback addresses may have; any, where none is named. */
  callbackHosts: optional(listOf(text)),
  createdAt: number,
  /** How its pages look to its customers; null until it is set. */
  brand: orNull(BRAND),
  portal: orNull(PORTAL_SETTINGS),
  /** The secret that the ids of its customers are keyed by. */
  idKey: text,
  /** How its failed renewals are tried again; null where it is not. */
  recovery: orNull(RECOVERY_SETTINGS),
  /** Which messages go out in its name; null until it is set: none. */
  messages: orNull(MESSAGE_SETTINGS),
});
/** A tenant. */
export type Tenant = TypeOf<typeof TENANT>;

/** Parses a tenant. Throws Unreadable. */
export const tenantFrom = (item: Item): Tenant => TENANT.read(item);

/** The item of a tenant. */
export const tenantItem = (tenant: Tenant): Item => ({ ...TENANT.write(tenant), ...key.tenant(tenant.id) });

interface CachedTenant {
  readonly tenant: Tenant;
  readonly until: number;
}

const cachedTenants = cachePerInstance<CachedTenant>();

/** Caches a tenant for as long as credentials are cached. */
export function cacheTenant(app: CoreApp & WithTenant): void {
  const { tenant } = app;
  cachedTenants(app).set(tenant.id, { tenant, until: app.clock() + CREDENTIALS_CACHE_MS });
}

/** The tenant's current settings. Throws `not_found`. */
export async function readTenant(app: CoreApp & OfTenant): Promise<Tenant> {
  const item = await app.table.get(key.tenant(app.tenantId), { consistent: true });
  if (!item) throw new Refusal('not_found');
  return tenantFrom(item);
}

/**
 * The tenant whose webhook and chat get new events; a cached one without a webhook is read again, if the table answers.
 */
export async function tenantForDelivery(app: CoreApp & WithTenant): Promise<Tenant> {
  if (app.tenant.webhook) return app.tenant;
  return readTenant(app).catch(() => app.tenant);
}

/** The tenant whose provider makes the documents; a cached one without an account is read again. Throws `not_found`. */
export async function tenantForInvoicing(app: CoreApp & WithTenant): Promise<Tenant> {
  return app.tenant.acct ? app.tenant : readTenant(app);
}

/** The tenant's settings, at most a minute old. Throws `not_found`. */
export async function findTenant(app: CoreApp & OfTenant): Promise<Tenant> {
  const known = cachedTenants(app).get(app.tenantId);
  if (known && isFresh(known, app.clock(), CREDENTIALS_CACHE_MS)) return known.tenant;
  const item = await app.table.get(key.tenant(app.tenantId), { consistent: false });
  if (!item) throw new Refusal('not_found');
  const read = withRecord(app, tenantFrom(item));
  cacheTenant(read);
  return read.tenant;
}

/** The same App with its tenant's settings, as `findTenant` reads them. Throws `not_found`. */
export const withTenant = async <A extends CoreApp & OfTenant>(app: A): Promise<A & WithTenant> =>
  withRecord(app, await findTenant(app));

/** The tenant's account at the payment provider. Throws `provider_not_configured`, and CannotOpen. */
export async function payAccount(app: PayApp & WithTenant): Promise<PayAccount> {
  if (!app.tenant.pay) throw new Refusal('provider_not_configured');
  const { baseUrl, merchantId, sealed } = app.tenant.pay;
  const keys = await opening(async () => {
    const of = jsonFields('sealed', (await app.secrets.decrypt(app.tenantId, 'pay', sealed)).reveal());
    return payProvider.keys.map(({ name }) => [name, of.text(name)] as const);
  });
  return { ...Object.fromEntries(keys), baseUrl, merchantId };
}
