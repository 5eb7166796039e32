import * as z from 'zod/mini';
import { isCleanText } from '../text/clean-text.ts';
import { read } from './read.ts';
import { sandboxAddress } from './sandbox-address.ts';
import { taxNumber } from './tax-number.ts';

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
 * What is set of a tenant's account at the invoicing provider; `accountId` is the lira account, as it was named before.
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
      taxNumber,
    }),
  ),
  trialCompany: z.optional(z.boolean()),
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

/** A member that stays as it is where it is absent, and that null takes away. */
const settable = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));

const { shape } = ACCT_SETTINGS;

/** Body of PUT /account/invoicing. */
export const invoicingBody = z.object({
  companyId: settable(word),
  clientId: settable(word),
  clientSecret: settable(word),
  username: settable(word),
  password: settable(word),
  refreshToken: settable(word),
  productId: settable(word),
  goodsProductId: settable(word),
  vatRate: z.nullable(shape.vatRate),
  vatExemption: z.nullable(shape.vatExemption),
  rounding: z.nullable(shape.rounding),
  moneyAccounts: z.nullable(shape.moneyAccounts),
  defaultAddress: z.nullable(shape.defaultAddress),
  carrier: z.nullable(shape.carrier),
  trialCompany: z.nullable(shape.trialCompany),
  siteUrl: settable(webAddress),
  paymentPlatform: settable(shown),
  baseUrl: settable(word),
});

/** What to set of a tenant's own account at the invoicing provider: what is absent stays, null takes away. */
export interface InvoicingInput {
  readonly baseUrl: string | undefined;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Reads the body of PUT /account/invoicing. */
export function invoicingInput(body: unknown, localRun: boolean): InvoicingInput {
  const { baseUrl, ...given } = read(invoicingBody, body);
  return { baseUrl: sandboxAddress(baseUrl ?? undefined, localRun), given };
}

const LOGIN = ['clientId', 'clientSecret', 'username', 'password', 'refreshToken'] as const;

/** Whether there is anything in it with which to sign in anew. */
export const bringsLogin = (given: InvoicingInput['given']): boolean =>
  LOGIN.some((name) => typeof given[name] === 'string');

/** A password replaces a refresh token, and a refresh token a password: what was given last is what is tried. */
function formerLogin({ password, refreshToken }: InvoicingInput['given']): object {
  if (typeof password === typeof refreshToken) return {};
  return typeof password === 'string'
    ? { refreshToken: undefined }
    : { username: undefined, password: undefined };
}

/** That a company is a trial one was confirmed of that company alone. */
function formerCompany(stored: object | undefined, { companyId }: InvoicingInput['given']): object {
  const former = stored && 'companyId' in stored ? stored.companyId : undefined;
  return typeof companyId === 'string' && companyId !== former ? { trialCompany: undefined } : {};
}

/** What is stored with what is given instead of it. Throws `invalid_request` for what is missing. */
export function acctSettingsWith(stored: object | undefined, given: InvoicingInput['given']) {
  const all = Object.entries({ ...stored, ...formerLogin(given), ...formerCompany(stored, given), ...given });
  const present = all.filter(([name, value]) => name !== 'baseUrl' && value !== null && value !== undefined);
  return read(ACCT_SETTINGS, Object.fromEntries(present));
}
