import * as z from 'zod/mini';
import { prose, read, sought, text } from './read.ts';
import { sandboxAddress } from './sandbox-address.ts';
import { taxNumber } from './tax-number.ts';
import { said } from './shape.ts';

const CHARACTERS_MAX = 2048;

/** What something is named by at the provider, and what is a secret. */
const name = () => text(CHARACTERS_MAX);
const secret = () => sought(CHARACTERS_MAX);
const webAddress = () => name().check(z.refine(isWebAddress, 'must be a web address'));

function isWebAddress(given: string): boolean {
  const address = URL.parse(given);
  return address?.protocol === 'https:' || address?.protocol === 'http:';
}

/** What is set of a tenant's account at the invoicing provider. */
export const ACCT_SETTINGS = z.strictObject({
  baseUrl: z.optional(webAddress()),
  companyId: name(),
  clientId: name(),
  clientSecret: secret(),
  username: z.optional(name()),
  password: z.optional(secret()),
  refreshToken: z.optional(secret()),
  productId: name(),
  goodsProductId: z.optional(name()),
  vatRate: z.optional(z.int().check(z.minimum(0), z.maximum(49))),
  vatExemption: z.optional(z.strictObject({ code: name(), reason: z.optional(prose(CHARACTERS_MAX)) })),
  rounding: z.optional(z.enum(['whole', 'line'])),
  moneyAccounts: z.optional(
    z.strictObject({ TRY: z.optional(name()), USD: z.optional(name()), EUR: z.optional(name()) }),
  ),
  defaultAddress: z.optional(
    z.strictObject({
      country: prose(),
      city: prose(),
      district: z.optional(prose()),
      address: prose(1000),
      zipCode: z.optional(prose(32)),
    }),
  ),
  carrier: z.optional(
    z.strictObject({
      title: prose(),
      taxNumber: said(taxNumber, 'VKN or TCKN of the carrier.', { pattern: '^[0-9 -]{10,32}$' }),
    }),
  ),
  trialCompany: z.optional(z.boolean()),
  siteUrl: webAddress(),
  paymentPlatform: z.optional(prose()),
});

/** The account that these settings describe; `baseUrl` is the provider's own address. */
export function acctAccountOf(
  { moneyAccounts = {}, baseUrl, ...settings }: z.infer<typeof ACCT_SETTINGS>,
  providersUrl: string,
) {
  return { ...settings, baseUrl: baseUrl ?? providersUrl, moneyAccounts };
}

/** A member that stays as it is where it is absent, and that null takes away. */
const settable = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));

const { shape } = ACCT_SETTINGS;

/** Body of PUT /account/invoicing. */
export const invoicingBody = z.object({
  companyId: said(settable(name()), 'The company at the invoicing provider.'),
  clientId: said(settable(name()), 'The client id of its OAuth application.'),
  clientSecret: said(settable(secret()), 'The secret to it; never shown again.'),
  username: said(settable(name()), 'Who signs in at the invoicing provider.'),
  password: said(settable(secret()), 'Their password; never shown again.'),
  refreshToken: said(
    settable(secret()),
    'Instead of user name and password, or beside them; never shown again.',
  ),
  productId: said(settable(name()), 'The product there that invoice lines name.'),
  goodsProductId: said(
    settable(name()),
    'The product for lines of physical plans; `productId` where there is none.',
  ),
  vatRate: said(z.nullable(shape.vatRate), 'VAT in whole percent; 20 by default.'),
  vatExemption: said(
    z.nullable(shape.vatExemption),
    'Why no VAT is charged: `code`, `reason`. Needed where documents bear no VAT.',
  ),
  rounding: said(z.nullable(shape.rounding), 'How the provider rounds an invoice; `whole` by default.'),
  moneyAccounts: said(
    z.nullable(shape.moneyAccounts),
    'The cash or bank account for payments in each currency. Without one they are not recorded.',
  ),
  defaultAddress: said(
    z.nullable(shape.defaultAddress),
    'The address on documents of purchases that have none.',
  ),
  carrier: said(
    z.nullable(shape.carrier),
    'Who brings the goods; without one no document of goods can be made.',
  ),
  trialCompany: said(
    z.nullable(shape.trialCompany),
    'Confirms that the company at the invoicing provider is a trial one, as a test tenant must before it issues there: its documents would be real. Given anew with another `companyId`.',
  ),
  siteUrl: said(settable(webAddress()), 'The address of your shop, which documents of internet sales name.', {
    format: 'uri',
  }),
  paymentPlatform: said(
    settable(prose()),
    'Who collected the money, as documents say; the payment provider by default.',
  ),
  baseUrl: said(
    settable(name()),
    'Only for a service on your own machine: the address of the sandbox beside it.',
    { format: 'uri' },
  ),
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
