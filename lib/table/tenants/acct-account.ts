import type { AcctAccount, AcctDefaults } from '../../acct/acct.ts';
import type { Redacted } from '../../text/redacted.ts';
import { jsonFields, type Fields } from '../fields.ts';

const ROUNDINGS = ['whole', 'line'] as const;

/** Parses the account that was stored for a tenant. Throws Unreadable. */
export function acctAccountFrom(opened: Redacted<string>): AcctAccount {
  const of = jsonFields('sealed', opened.reveal());
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
    moneyAccounts: moneyAccountsFrom(of.part('moneyAccounts')),
    defaultAddress: addressFrom(of.part('defaultAddress')),
    carrier: carrierFrom(of.part('carrier')),
    trialCompany: of.isSet('trialCompany') || undefined,
    siteUrl: of.text('siteUrl'),
    paymentPlatform: of.textOrNull('paymentPlatform') ?? undefined,
  };
}

/** The accounts by currency. */
function moneyAccountsFrom(of: Fields | null): AcctAccount['moneyAccounts'] {
  if (!of) return undefined;
  const [TRY, USD, EUR] = (['TRY', 'USD', 'EUR'] as const).map(
    (currency) => of.textOrNull(currency) ?? undefined,
  );
  return { TRY, USD, EUR };
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
