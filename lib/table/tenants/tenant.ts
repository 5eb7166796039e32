import { BRAND, PORTAL_SETTINGS } from '../../billing/brand.ts';
import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import { ACCT_ENVIRONMENTS, MODES } from '../../billing/mode.ts';
import { RECOVERY_SETTINGS } from '../../billing/recovery-settings.ts';
import { MESSAGE_SETTINGS } from '../../messages/kinds.ts';
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
import { key } from '../schema.ts';
import type { Item } from '../table.ts';

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
