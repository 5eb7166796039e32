import type { Command } from 'commander';
import * as z from 'zod/mini';
import { setAcctAccount, setPayAccount } from '../lib/account/provider-accounts.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import type { Tenant } from '../lib/table/tenants/tenants.ts';
import {
  action,
  TENANT,
  UsageError,
  type CliIo,
  type CommandResult,
  type OfTenant,
  type Field,
} from './io.ts';
import { tenantView } from './tenants.ts';

const word = z.string().check(z.minLength(1));

const payAccount = z.strictObject({
  baseUrl: z.optional(word),
  apiKey: word,
  secretKey: word,
  merchantId: z.optional(word),
});

const acctAccount = z.strictObject({
  baseUrl: z.optional(word),
  companyId: word,
  clientId: word,
  clientSecret: word,
  username: z.optional(word),
  password: z.optional(word),
  refreshToken: z.optional(word),
  productId: word,
  vatRate: z.optional(z.int().check(z.minimum(0), z.maximum(49))),
  vatExemption: z.optional(z.strictObject({ code: word, reason: z.optional(word) })),
  rounding: z.optional(z.enum(['whole', 'line'])),
  accountId: z.optional(word),
  siteUrl: word,
  paymentPlatform: z.optional(word),
});

const payFields = (baseUrl: string): Field[] => [
  { name: 'baseUrl', question: "payment provider's address", otherwise: baseUrl },
  { name: 'merchantId', question: 'merchant number (empty: notifications cannot be signed)', otherwise: '' },
  { name: 'apiKey', question: 'API key', secret: true },
  { name: 'secretKey', question: 'secret key', secret: true },
];

const acctFields = (baseUrl: string): Field[] => [
  { name: 'baseUrl', question: "invoicing provider's address", otherwise: baseUrl },
  { name: 'companyId', question: 'company number' },
  { name: 'clientId', question: 'client id' },
  { name: 'clientSecret', question: 'client secret', secret: true },
  { name: 'username', question: 'user name' },
  { name: 'password', question: 'password', secret: true },
  { name: 'productId', question: 'product number for invoice lines' },
  { name: 'accountId', question: 'account number for payments (empty: none are recorded)', otherwise: '' },
  { name: 'siteUrl', question: "the shop's address" },
];

interface SetOptions extends OfTenant {
  readonly check: boolean;
}

/** `credentials set`: a tenant's credentials at its providers. No option takes a secret. */
export function addCredentials(billing: Command, io: CliIo): void {
  const set = billing
    .command('credentials')
    .description('what a tenant signs in with at its providers')
    .command('set')
    .description('replace them: typed in, or a JSON object on standard input');

  set
    .command('pay')
    .description('the payment provider: apiKey, secretKey; baseUrl and merchantId if wanted')
    .requiredOption(...TENANT)
    .option('--no-check', 'do not try them out first')
    .action(
      action<SetOptions>(io, async ({ app, target, options: { tenant, check } }) => {
        const found = await findTenantBy(app, tenant);
        const address = target.providers.pay[found.mode ?? target.mode];
        const given = parsed(payAccount, await io.prompt(payFields(address)));
        const account = { ...given, baseUrl: given.baseUrl ?? address };
        const changed = await setPayAccount(app, found.id, account, { check });
        return stored(changed, 'payment', check, tenantView(app, changed));
      }),
    );

  set
    .command('acct')
    .description('the invoicing provider: companyId, clientId, clientSecret, username, password, …')
    .requiredOption(...TENANT)
    .option('--no-check', 'do not try them out first')
    .action(
      action<SetOptions>(io, async ({ app, target, options: { tenant, check } }) => {
        const { id } = await findTenantBy(app, tenant);
        const given = parsed(acctAccount, await io.prompt(acctFields(target.providers.acct)));
        const account = { ...given, baseUrl: given.baseUrl ?? target.providers.acct };
        const changed = await setAcctAccount(app, id, account, { check });
        return stored(changed, 'invoicing', check, tenantView(app, changed));
      }),
    );
}

function stored({ name }: Tenant, provider: string, checked: boolean, view: object): CommandResult {
  const tried = checked ? 'The provider accepted them.' : 'They were not tried out.';
  return {
    json: { tenant: view, checked },
    lines: [`Stored the ${provider} credentials of ${name}, encrypted. ${tried}`],
  };
}

/** Validates the given fields. Throws UsageError, which names the wrong fields but never their values. */
function parsed<T extends z.ZodMiniType>(schema: T, given: unknown): z.infer<T> {
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  const wrong = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => `${name} is not known`)
      : [`${issue.path.length === 0 ? 'the object' : issue.path.join('.')} is missing or wrong`],
  );
  throw new UsageError(wrong.join('; '));
}
