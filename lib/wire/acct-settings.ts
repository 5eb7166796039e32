import * as z from 'zod/mini';
import { isCleanText } from '../text/clean-text.ts';

const CHARACTERS_MAX = 255;

const word = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(2048), z.refine(isCleanText, 'must be clean text'));
const shown = word.check(z.maxLength(CHARACTERS_MAX));
const webAddress = word.check(z.refine(isWebAddress, 'must be a web address'));

function isWebAddress(given: string): boolean {
  const address = URL.parse(given);
  return address?.protocol === 'https:' || address?.protocol === 'http:';
}

/**
 * What is set of a tenant's account at the invoicing provider. `accountId` is the lira account, as an earlier release
 * named it.
 */
export const ACCT_SETTINGS = z.strictObject({
  baseUrl: z.optional(webAddress),
  companyId: word,
  clientId: word,
  clientSecret: word,
  username: z.optional(word),
  password: z.optional(word),
  refreshToken: z.optional(word),
  productId: word,
  goodsProductId: z.optional(word),
  vatRate: z.optional(z.int().check(z.minimum(0), z.maximum(49))),
  vatExemption: z.optional(z.strictObject({ code: word, reason: z.optional(word) })),
  rounding: z.optional(z.enum(['whole', 'line'])),
  accountId: z.optional(word),
  moneyAccounts: z.optional(
    z.strictObject({ TRY: z.optional(word), USD: z.optional(word), EUR: z.optional(word) }),
  ),
  defaultAddress: z.optional(
    z.strictObject({
      country: shown,
      city: shown,
      district: z.optional(shown),
      address: word.check(z.maxLength(1000)),
      zipCode: z.optional(shown.check(z.maxLength(32))),
    }),
  ),
  carrier: z.optional(
    z.strictObject({
      title: shown,
      taxNumber: z.string().check(z.regex(/^[0-9]{10,11}$/, 'must be 10 or 11 digits')),
    }),
  ),
  siteUrl: webAddress,
  paymentPlatform: z.optional(shown),
});

/** The account that these settings describe; `baseUrl` is the provider's own address. */
export function acctAccountOf(
  { accountId, moneyAccounts, baseUrl, ...settings }: z.infer<typeof ACCT_SETTINGS>,
  providersUrl: string,
) {
  const accounts = { ...(accountId !== undefined && { TRY: accountId }), ...moneyAccounts };
  return { ...settings, baseUrl: baseUrl ?? providersUrl, moneyAccounts: accounts };
}
