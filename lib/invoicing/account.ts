import type { Acct, AcctAccount, AcctDefaults, AcctRun } from '../acct/acct.ts';
import type { TokenStore } from '../acct/tokens.ts';
import type { CallsAcct, CoreApp } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { acctCompany, acctOwner } from '../table/documents/acct-owner.ts';
import { acctTokens } from '../table/documents/acct-tokens.ts';
import { jsonFields, type Fields } from '../table/fields.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/** A tenant's decrypted account at the invoicing provider. */
export interface OpenAccount {
  /** Distinguishes this account from earlier ones of the tenant. */
  readonly owner: string;
  /** Its company, whose invoices and documents every login to it knows. */
  readonly company: string;
  /** What documents say where the purchase does not. */
  readonly defaults: AcctDefaults;
  readonly client: (run: AcctRun) => Acct;
}

interface OpenedAccount {
  readonly sealed: string;
  readonly account: AcctAccount;
  readonly tokens: TokenStore;
}

const accountsOf = cachePerInstance<OpenedAccount>();

/**
 * The tenant's account; undefined if none is set up. Decrypted once and cached with its access token for the instance's
 * lifetime, while the account stays the same. Throws if it cannot be decrypted or parsed.
 */
export async function openAccount(
  app: CoreApp & CallsAcct,
  tenant: Tenant,
): Promise<OpenAccount | undefined> {
  if (!tenant.acct) return undefined;
  const { sealed } = tenant.acct;
  const accounts = accountsOf(app);
  let known = accounts.get(tenant.id);
  if (known?.sealed !== sealed) {
    const opened = await app.secrets.decrypt(tenant.id, 'acct', sealed);
    const account = accountFrom(jsonFields('sealed', opened.reveal()));
    known = { sealed, account, tokens: acctTokens(app, tenant.id, account) };
    accounts.set(tenant.id, known);
  }
  const { account, tokens } = known;
  return {
    owner: acctOwner(account),
    company: acctCompany(account),
    defaults: account,
    client: (run) => app.acct(account, tokens, run),
  };
}

const ROUNDINGS = ['whole', 'line'] as const;

function accountFrom(of: Fields): AcctAccount {
  const exemption = of.part('vatExemption');
  return {
    baseUrl: of.text('baseUrl'),
    companyId: of.text('companyId'),
    clientId: of.text('clientId'),
    clientSecret: of.text('clientSecret'),
    username: of.textOrNull('username') ?? undefined,
    password: of.textOrNull('password') ?? undefined,
    refreshToken: of.textOrNull('refreshToken') ?? undefined,
    productId: of.text('productId'),
    goodsProductId: of.textOrNull('goodsProductId') ?? undefined,
    vatRate: of.numberOrNull('vatRate') ?? undefined,
    vatExemption: exemption
      ? { code: exemption.text('code'), reason: exemption.textOrNull('reason') ?? undefined }
      : undefined,
    rounding: of.oneOfOrNull('rounding', ROUNDINGS) ?? undefined,
    moneyAccounts: moneyAccountsFrom(of),
    defaultAddress: addressFrom(of.part('defaultAddress')),
    carrier: carrierFrom(of.part('carrier')),
    siteUrl: of.text('siteUrl'),
    paymentPlatform: of.textOrNull('paymentPlatform') ?? undefined,
  };
}

/** The accounts by currency. Earlier releases knew one for liras. */
function moneyAccountsFrom(of: Fields): AcctAccount['moneyAccounts'] {
  const stored = of.part('moneyAccounts');
  const TRY = stored?.textOrNull('TRY') ?? of.textOrNull('accountId') ?? undefined;
  const [USD, EUR] = [stored?.textOrNull('USD') ?? undefined, stored?.textOrNull('EUR') ?? undefined];
  return stored || TRY !== undefined ? { TRY, USD, EUR } : undefined;
}

function addressFrom(of: Fields | null): AcctDefaults['defaultAddress'] {
  return of
    ? {
        country: of.text('country'),
        city: of.text('city'),
        district: of.textOrNull('district') ?? undefined,
        address: of.text('address'),
        zipCode: of.textOrNull('zipCode') ?? undefined,
      }
    : undefined;
}

function carrierFrom(of: Fields | null): AcctDefaults['carrier'] {
  return of ? { title: of.text('title'), taxNumber: of.text('taxNumber') } : undefined;
}
