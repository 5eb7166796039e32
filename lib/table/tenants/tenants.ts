import { ACCT_ENVIRONMENTS, MODES, type AcctEnvironment, type Mode } from '../../billing/mode.ts';
import { DOCUMENT_CURRENCIES, type DocumentCurrency } from '../../billing/invoice.ts';
import type { CoreApp, PayApp } from '../../runtime/app.ts';
import { cachePerInstance, isFresh } from '../../runtime/instance.ts';
import { PORTAL_ACTIONS, type Brand, type PortalSettings } from '../../billing/brand.ts';
import type { MessageSettings } from '../../messages/kinds.ts';
import type { RecoverySettings } from '../../billing/recovery.ts';
import { payProvider } from '../../pay/provider.ts';
import type { PayAccount } from '../../pay/pay.ts';
import { CREDENTIALS_CACHE_MS } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import { fieldsOf, jsonFields, type Fields } from '../fields.ts';
import { itemOf } from '../item.ts';
import { messageSettingsFrom, messageSettingsItem } from '../messages/settings.ts';
import { key } from '../schema.ts';
import { withoutNulls } from '../item.ts';
import type { Attribute, Item } from '../table.ts';
import { opening } from './opening.ts';

/** What a tenant has set beside its login at the invoicing provider. */
export interface AcctCoverage {
  readonly moneyAccounts: readonly DocumentCurrency[];
  readonly hasDefaultAddress: boolean;
  readonly hasCarrier: boolean;
  /** Where its documents are made. */
  readonly environment?: AcctEnvironment | undefined;
  /** The company that was confirmed to be a trial one. */
  readonly trialCompany?: string | undefined;
}

/** A tenant's webhook. Secrets are ciphertexts for purpose `webhook`; times are epoch ms. */
export interface Webhook {
  readonly url: string;
  readonly createdAt: number;
  readonly secret: string;
  readonly secretCreatedAt: number;
  /**
   * The secret that replaces the current one: when the rotation is finished, or by use from `endsAt` on.
   */
  readonly rotation: {
    readonly secret: string;
    readonly startedAt: number;
    readonly endsAt: number;
  } | null;
}

/** A tenant's account with its settings. Secrets are encrypted for this tenant and their purpose. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  /** Whether its cards are real. */
  readonly mode: Mode;
  readonly webhook: Webhook | null;
  /** Raised with each change of the webhook, so that only one of two concurrent changes succeeds. */
  readonly webhookRevision: number;
  readonly chatUrl: string | null;
  /** The payment provider's address and our keys there, by their names, as encrypted JSON. */
  readonly pay: {
    readonly baseUrl: string;
    /** Null for credentials of an earlier release, which did not always ask for it. */
    readonly merchantId: string | null;
    /** The first merchant number that was known: what was recorded without one belongs to that account. */
    readonly firstMerchantId?: string;
    readonly sealed: string;
    /** A fingerprint of address and account, by which two tenants with one account are told; older records have none. */
    readonly owner?: string;
  } | null;
  /** The account at the invoicing provider, as encrypted JSON, and what it covers; older records do not say that. */
  readonly acct: { readonly sealed: string; readonly coverage?: AcctCoverage } | null;
  /** The unguessable part of the tenant's notification address. */
  readonly notificationToken: string | null;
  readonly notificationsSigned: boolean;
  /** The hosts that its callback addresses may have; any, where none is named. */
  readonly callbackHosts?: readonly string[];
  readonly createdAt: number;
  /** How its pages look to its customers; null until it is set. */
  readonly brand: Brand | null;
  readonly portal: PortalSettings | null;
  /** The secret that the ids of its customers are keyed by. */
  readonly idKey: string;
  /** How its failed renewals are tried again; null if it never said, as of a tenant that was there before. */
  readonly recovery: RecoverySettings | null;
  /** Which messages go out in its name; null until it is set: none. */
  readonly messages: MessageSettings | null;
}

/** Parses a tenant. Throws Unreadable. */
export function tenantFrom(item: Item): Tenant {
  const of = fieldsOf(item);
  const [webhook, pay, acct] = [of.part('webhook'), of.part('pay'), of.part('acct')];
  const [brand, portal, recovery] = [of.part('brand'), of.part('portal'), of.part('recovery')];
  const messages = of.part('messages');
  return {
    id: of.text('id'),
    name: of.text('name'),
    status: of.oneOf('status', ['ACTIVE', 'SUSPENDED']),
    mode: of.oneOf('mode', MODES),
    webhook: webhook && webhookFrom(webhook),
    webhookRevision: of.number('webhookRevision'),
    chatUrl: of.textOrNull('chatUrl'),
    pay: pay && {
      baseUrl: pay.text('baseUrl'),
      merchantId: pay.textOrNull('merchantId'),
      sealed: pay.text('sealed'),
      ...ownerIn(pay),
      ...firstMerchantIn(pay),
    },
    acct: acct && { sealed: acct.text('sealed'), ...coverageIn(acct.part('coverage')) },
    notificationToken: of.textOrNull('notificationToken'),
    notificationsSigned: of.flag('notificationsSigned'),
    ...hostsIn(of),
    createdAt: of.number('createdAt'),
    brand: brand && brandFrom(brand),
    portal: portal && portalFrom(portal),
    idKey: of.text('idKey'),
    recovery: recovery && recoveryFrom(recovery),
    messages: messages && messageSettingsFrom(messages),
  };
}

function recoveryFrom(of: Fields): RecoverySettings {
  return { retryDays: of.numbers('retryDays') ?? [], then: of.oneOf('then', ['cancel', 'keep']) };
}

function brandFrom(of: Fields): Brand {
  const logo = of.part('logo');
  return {
    displayName: of.textOrNull('displayName'),
    logo: logo && { name: logo.text('name'), width: logo.number('width'), height: logo.number('height') },
    accentColor: of.textOrNull('accentColor'),
    supportEmail: of.textOrNull('supportEmail'),
    supportUrl: of.textOrNull('supportUrl'),
    termsUrl: of.textOrNull('termsUrl'),
    privacyUrl: of.textOrNull('privacyUrl'),
    timeZone: of.textOrNull('timeZone'),
  };
}

/** Actions that only newer code knows are left out. */
function portalFrom(of: Fields): PortalSettings {
  const actions = of.texts('actions') ?? [];
  return {
    enabled: of.flag('enabled'),
    actions: PORTAL_ACTIONS.filter((one) => actions.includes(one)),
    plans: of.texts('planReferences') ?? 'same-product',
  };
}

function coverageIn(of: Fields | null): { coverage?: AcctCoverage } {
  if (!of) return {};
  const moneyAccounts = of.texts('moneyAccounts') ?? [];
  return {
    coverage: {
      moneyAccounts: DOCUMENT_CURRENCIES.filter((currency) => moneyAccounts.includes(currency)),
      hasDefaultAddress: of.isSet('hasDefaultAddress'),
      hasCarrier: of.isSet('hasCarrier'),
      environment: of.oneOfOrNull('environment', ACCT_ENVIRONMENTS) ?? undefined,
      trialCompany: of.textOrNull('trialCompany') ?? undefined,
    },
  };
}

function hostsIn(of: Fields): { callbackHosts?: readonly string[] } {
  const callbackHosts = of.texts('callbackHosts');
  return callbackHosts ? { callbackHosts } : {};
}

function ownerIn(of: Fields): { owner?: string } {
  const owner = of.textOrNull('owner');
  return owner === null ? {} : { owner };
}

function firstMerchantIn(of: Fields): { firstMerchantId?: string } {
  const firstMerchantId = of.textOrNull('firstMerchantId') ?? of.textOrNull('merchantId');
  return firstMerchantId === null ? {} : { firstMerchantId };
}

function webhookFrom(of: Fields): Webhook {
  const rotation = of.part('rotation');
  return {
    url: of.text('url'),
    createdAt: of.number('createdAt'),
    secret: of.text('secret'),
    secretCreatedAt: of.number('secretCreatedAt'),
    rotation: rotation && {
      secret: rotation.text('secret'),
      startedAt: rotation.number('startedAt'),
      endsAt: rotation.number('endsAt'),
    },
  };
}

/** A webhook as an attribute of its tenant. */
export function webhookItem({ rotation, ...webhook }: Webhook): Exclude<Item[string], undefined> {
  return { ...webhook, rotation: rotation && { ...rotation } };
}

/** A brand as an attribute of its tenant. */
export const brandItem = (brand: Brand): Attribute => withoutNulls(brand);

/** A portal's settings as an attribute of its tenant. */
export const portalItem = ({ enabled, actions, plans }: PortalSettings): Attribute =>
  withoutNulls({
    enabled,
    actions: [...actions],
    planReferences: plans === 'same-product' ? null : [...plans],
  });

/** How a tenant's failed renewals are tried again, as its attribute. */
export const recoveryItem = ({ retryDays, then }: RecoverySettings): Attribute => ({
  retryDays: [...retryDays],
  then,
});

/** The item of a tenant. */
export function tenantItem(tenant: Tenant): Item {
  const { webhook, brand, portal, recovery, messages } = tenant;
  return itemOf(key.tenant(tenant.id), {
    ...tenant,
    webhook: webhook && webhookItem(webhook),
    brand: brand && brandItem(brand),
    portal: portal && portalItem(portal),
    recovery: recovery && recoveryItem(recovery),
    messages: messages && messageSettingsItem(messages),
  });
}

interface CachedTenant {
  readonly tenant: Tenant;
  readonly until: number;
}

const cachedTenants = cachePerInstance<CachedTenant>();

/** Caches a tenant for as long as credentials are cached. */
export function cacheTenant(app: CoreApp, tenant: Tenant): void {
  cachedTenants(app).set(tenant.id, { tenant, until: app.clock() + CREDENTIALS_CACHE_MS });
}

/** The tenant's current settings. Throws `not_found`. */
export async function readTenant(app: CoreApp, id: string): Promise<Tenant> {
  const item = await app.table.get(key.tenant(id), { consistent: true });
  if (!item) throw new Refusal('not_found');
  return tenantFrom(item);
}

/**
 * The tenant whose webhook and chat get new events; a cached one without a webhook is read again, if the table answers.
 */
export async function tenantForDelivery(app: CoreApp, cached: Tenant): Promise<Tenant> {
  if (cached.webhook) return cached;
  return readTenant(app, cached.id).catch(() => cached);
}

/** The tenant whose provider makes the documents; a cached one without an account is read again. Throws `not_found`. */
export async function tenantForInvoicing(app: CoreApp, cached: Tenant): Promise<Tenant> {
  return cached.acct ? cached : readTenant(app, cached.id);
}

/** The tenant's settings, at most a minute old. Throws `not_found`. */
export async function findTenant(app: CoreApp, id: string): Promise<Tenant> {
  const known = cachedTenants(app).get(id);
  if (known && isFresh(known, app.clock(), CREDENTIALS_CACHE_MS)) return known.tenant;
  const item = await app.table.get(key.tenant(id), { consistent: false });
  if (!item) throw new Refusal('not_found');
  const tenant = tenantFrom(item);
  cacheTenant(app, tenant);
  return tenant;
}

/** The tenant's account at the payment provider. Throws `provider_not_configured`, and CannotOpen. */
export async function payAccount(app: PayApp, tenant: Tenant): Promise<PayAccount> {
  if (!tenant.pay) throw new Refusal('provider_not_configured');
  const { baseUrl, merchantId, sealed } = tenant.pay;
  const keys = await opening(async () => {
    const of = jsonFields('sealed', (await app.secrets.decrypt(tenant.id, 'pay', sealed)).reveal());
    return payProvider.keys.map(({ name }) => [name, of.text(name)] as const);
  });
  return { ...Object.fromEntries(keys), baseUrl, merchantId: merchantId ?? undefined };
}
