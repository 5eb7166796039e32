import type { Command } from 'commander';
import * as z from 'zod/mini';
import { ACCT_SETTINGS, acctAccountOf } from '../lib/wire/acct-settings.ts';
import { sought, text } from '../lib/wire/read.ts';
import type { Mode } from '../lib/billing/mode.ts';
import { setAcctAccount, setPayAccount } from '../lib/account/provider-accounts.ts';
import { DOCUMENT_CURRENCIES } from '../lib/billing/invoice.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import { payProvider } from '../lib/pay/provider.ts';
import type { Tenant } from '../lib/table/tenants/tenant.ts';
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
import { forTenant } from '../lib/runtime/for-tenant.ts';

const payAccount = z.strictObject({
  baseUrl: z.optional(text()),
  ...Object.fromEntries(payProvider.keys.map(({ name }) => [name, sought()])),
  merchantId: text(60),
});

const payFields = (baseUrl: string): Field[] => [
  { name: 'baseUrl', question: "payment provider's address", otherwise: baseUrl },
  { name: 'merchantId', question: 'merchant number' },
  ...payProvider.keys.map(({ name, question }) => ({ name, question, secret: true })),
];

const acctFields = (baseUrl: string, mode: Mode): Field[] => [
  { name: 'baseUrl', question: "invoicing provider's address", otherwise: baseUrl },
  { name: 'companyId', question: 'company number' },
  { name: 'clientId', question: 'client id' },
  { name: 'clientSecret', question: 'client secret', secret: true },
  { name: 'username', question: 'user name' },
  { name: 'password', question: 'password', secret: true },
  { name: 'productId', question: 'product number for invoice lines' },
  ...DOCUMENT_CURRENCIES.map((currency) => ({
    name: `moneyAccounts.${currency}`,
    question: `account number for payments in ${currency} (empty: none are recorded)`,
    otherwise: '',
  })),
  ...(mode === 'live'
    ? []
    : [{ name: 'trialCompany', question: 'is that a trial company? (yes, no)', otherwise: '' }]),
  { name: 'siteUrl', question: "the shop's address" },
  {
    name: 'defaultAddress.address',
    question: 'address of buyers who give none (empty: none)',
    otherwise: '',
  },
  { name: 'defaultAddress.district', question: 'its district', otherwise: '' },
  { name: 'defaultAddress.city', question: 'its city', otherwise: '' },
  { name: 'defaultAddress.country', question: 'its country', otherwise: '' },
  { name: 'carrier.title', question: 'carrier of goods (empty: none are sent)', otherwise: '' },
  { name: 'carrier.taxNumber', question: "the carrier's tax or identity number", otherwise: '' },
];

interface SetOptions extends OfTenant {
  readonly check: boolean;
}

/** `credentials`: what a tenant signs in with at its providers. No option takes a secret. */
export function addCredentials(billing: Command, io: CliIo): void {
  const credentials = billing
    .command('credentials')
    .description('what a tenant signs in with at its providers');
  const set = credentials
    .command('set')
    .description('replace them: typed in, or a JSON object on standard input');

  set
    .command('pay')
    .description(
      `the payment provider: merchantId, ${payProvider.keys.map(({ name }) => name).join(', ')}; baseUrl if wanted`,
    )
    .addOption(TENANT)
    .option('--no-check', 'do not try them out first')
    .action(
      action<SetOptions>(io, async ({ app, target, options: { tenant, check } }) => {
        const found = await findTenantBy(app, tenant);
        const address = target.providers.pay[found.mode];
        const given = parsed(payAccount, await io.prompt(payFields(address)));
        const account = { ...given, baseUrl: given.baseUrl ?? address };
        const changed = await setPayAccount(forTenant(app, found.id), account, { check });
        return stored(changed, 'payment', check, tenantView(app, changed));
      }),
    );

  set
    .command('acct')
    .description('the invoicing provider: companyId, clientId, clientSecret, username, password, …')
    .addOption(TENANT)
    .option('--no-check', 'do not try them out first')
    .action(
      action<SetOptions>(io, async ({ app, target, options: { tenant, check } }) => {
        const { id, mode } = await findTenantBy(app, tenant);
        const given = nested(await io.prompt(acctFields(target.providers.acct, mode)));
        const account = acctAccountOf(parsed(ACCT_SETTINGS, given), target.providers.acct);
        const changed = await setAcctAccount(forTenant(app, id), account, { check });
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

/** Answers under names with a point, as they are typed in, as members of parts. */
function nested(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const whole = new Map<string, unknown>();
  const parts = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    const [part = '', member] = name.split('.');
    if (name === 'trialCompany' && typeof value === 'string') whole.set(part, value === 'yes');
    else if (member === undefined) whole.set(part, value);
    else parts.set(part, { ...parts.get(part), [member]: value });
  }
  return Object.fromEntries([...whole, ...parts]);
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
