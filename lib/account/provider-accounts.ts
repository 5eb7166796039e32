import type { Mode } from '../billing/mode.ts';
import type { AcctAccount } from '../acct/acct.ts';
import { acctEnvironmentOf, environmentProblem } from '../acct/environment.ts';
import { tokensOnTrial } from '../acct/tokens.ts';
import type { CallsAcct, CoreApp, Encrypts, TriesPay, OfTenant, WithTenant } from '../runtime/app.ts';
import { DOCUMENT_CURRENCIES } from '../billing/invoice.ts';
import { DECISIONS_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { isSettled } from '../billing/payment-intent.ts';
import { mayBePaid } from '../billing/payment-knowledge.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { payProvider } from '../pay/provider.ts';
import type { PayAccount } from '../pay/pay.ts';
import { key } from '../table/schema.ts';
import { acctTokens } from '../table/documents/acct-tokens.ts';
import { checkoutFrom } from '../table/purchases/checkouts.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { removePayMark } from '../table/work/pay-health.ts';
import { intentFrom } from '../table/purchases/payment-intents.ts';
import { merchantHeld, readMerchantHolders } from '../table/tenants/merchants.ts';
import type { Change, Clause } from '../table/table.ts';
import { tenantFrom, TENANT, type AcctCoverage, type Tenant } from '../table/tenants/tenant.ts';
import { writeIfAllowed } from './acting.ts';
import { OperatorError } from './operator-error.ts';
import { showTenant } from './tenants.ts';
import { withRecord } from '../runtime/for-tenant.ts';

interface CheckOption {
  /** Whether to test the credentials with a harmless provider call before storing them. */
  readonly check: boolean;
  /** Whether a tenant does it: it is told of no other tenant, and of no command. */
  readonly byTenant?: boolean;
}

/**
 * Stores a tenant's encrypted credentials for the payment provider after a test call. Throws OperatorError if they are
 * refused, of the other environment, or of a merchant that may not be connected.
 */
export async function setPayAccount(
  app: CoreApp & TriesPay & Encrypts<'pay'> & OfTenant,
  account: PayAccount,
  { check, byTenant = false }: CheckOption = { check: true },
): Promise<Tenant> {
  const tenant = await showTenant(app);
  const { baseUrl, merchantId = '' } = account;
  const origin = originOf(baseUrl);
  const mode = modeFor(tenant, account);
  if (merchantId === '')
    throw new OperatorError(
      "the merchant number is missing; the provider's panel shows it under its settings",
    );
  const owner = fingerprintOf([origin, payProvider.identityOf(account)]);
  if (check) {
    await refuseOtherMerchant(withRecord(app, tenant), merchantId, byTenant);
    const answer = await app.pay(account, () => app.timeLeft()).listProducts();
    if (!answer.ok)
      throw new OperatorError(`the payment provider did not accept this: ${describeFailure(answer)}`);
  }
  const sealed = await app.secrets.encrypt(app.tenantId, 'pay', JSON.stringify(payProvider.keysOf(account)));
  const pay = { baseUrl, merchantId, sealed, owner };
  const changed = await savePay(withRecord(app, tenant), { mode, pay }, { check, byTenant });
  await removePayMark(app); // waiting work resumes within a minute
  return changed;
}

/** The mode of credentials, which must be the tenant's: a test must never charge a real card, nor a live tenant none. */
function modeFor({ name, mode, acct }: Tenant, account: PayAccount): Mode {
  const environment = payProvider.environmentOf(account);
  if (environment === undefined)
    throw new OperatorError(`address and keys are of different environments: ${payProvider.environmentRule}`);
  if (environment === 'live' && acct?.coverage?.environment === 'staging')
    throw new OperatorError(
      `${name}: its account at the invoicing provider is at a staging address; connect another first`,
    );
  if (mode !== environment)
    throw new OperatorError(
      `${name}: a ${mode} tenant takes no credentials of the ${environment} environment; make a tenant of its own for them`,
    );
  return environment;
}

/** Throws OperatorError while a payment is unsettled or a form may be paid: another merchant knows nothing of them. */
async function refuseOtherMerchant(
  app: CoreApp & WithTenant,
  merchantId: string,
  byTenant: boolean,
): Promise<void> {
  const { pay } = app.tenant;
  if (pay === null || merchantId === pay.merchantId) return;
  const intents = await openItems(app, 'intent', intentFrom);
  if (!intents.every(isSettled))
    throw new OperatorError(
      byTenant
        ? 'a payment at the present merchant account is unsettled; try again in an hour'
        : 'a payment at the present merchant account is unsettled; resolve its intent first, or ' +
            'store the credentials with --no-check',
    );
  if (await hasOpenForms(app))
    throw new OperatorError(
      byTenant
        ? 'a hosted checkout at the present merchant account may still be paid; sell nothing for half an hour, then try again'
        : 'a hosted checkout at the present merchant account may still be paid; suspend the tenant until its forms have ' +
            'expired and were read (half an hour), or store the credentials with --no-check',
    );
}

async function hasOpenForms(app: CoreApp & OfTenant): Promise<boolean> {
  const checkouts = await openItems(app, 'checkout', checkoutFrom);
  return checkouts.some((one) => one.kind === 'subscribe' && mayBePaid(one, app.clock()));
}

/** What tells an account from others: its merchant number and its API key, each with the provider's address. */
function marksOf(account: Tenant['pay']): string[] {
  if (account === null) return [];
  const { baseUrl, merchantId, owner } = account;
  return Object.entries({ merchantId, owner }).map((mark) => fingerprintOf([originOf(baseUrl), ...mark]));
}

/**
 * Saves which account a tenant has, and that it is its holder, in one transaction: two tenants with one account would
 * import each other's customers, and find each other's purchases when they look up theirs. Of two at once the later takes
 * the place of the earlier, whose account is free then. Throws OperatorError.
 */
async function savePay(
  app: CoreApp & WithTenant,
  settings: { readonly mode?: Mode; readonly pay: NonNullable<Tenant['pay']> },
  { check, byTenant = false }: CheckOption,
): Promise<Tenant> {
  const marks = marksOf(settings.pay);
  for (let tried = 1, seen = app.tenant; tried <= DECISIONS_MAX; tried++, seen = await showTenant(app)) {
    if (check && tried > 1)
      await refuseOtherMerchant(withRecord(app, seen), settings.pay.merchantId, byTenant);
    const left = marksOf(seen.pay).filter((mark) => !marks.includes(mark));
    const holders = await readMerchantHolders(app, [...marks, ...left]);
    const others = holders.slice(0, marks.length).flatMap(({ tenants }) => tenants);
    const other = others.find((one) => one !== app.tenantId);
    if (check && other !== undefined) throw await heldByOther(app, other, byTenant);
    const holding = holders.map((one, at) => merchantHeld(one, app.tenantId, at < marks.length));
    const { payRevision } = seen;
    const unchanged = TENANT.is('payRevision', payRevision);
    const next = { ...settings, payRevision: payRevision + 1 };
    const changed = await saveAccount(withRecord(app, seen), next, { unchanged, beside: holding });
    if (changed) return changed;
  }
  throw new Refusal('concurrent_change');
}

/** A tenant is told of no other one. */
async function heldByOther(app: CoreApp, other: string, byTenant: boolean): Promise<OperatorError> {
  if (byTenant)
    return new OperatorError(
      'this merchant account is connected elsewhere on this service already; ask whoever runs the service',
    );
  const item = await app.table.get(key.tenant(other), { consistent: true });
  const name = item ? tenantFrom(item).name : other;
  return new OperatorError(
    `${name} has this merchant account: each of the two would take over the other's customers; give every ` +
      'tenant an account of its own, or store the credentials with --no-check',
  );
}

interface LoginOption {
  /** Whether to sign in anew: a token of an earlier login says nothing about another password. */
  readonly isNewLogin?: boolean;
}

/**
 * Stores a tenant's encrypted invoicing account after trying it out. Throws OperatorError if it is refused, or a
 * product or money account does not fit, or its environment is not the tenant's.
 */
export async function setAcctAccount(
  app: CoreApp & CallsAcct & OfTenant,
  account: AcctAccount,
  { check, isNewLogin = false }: CheckOption & LoginOption = { check: true },
): Promise<Tenant> {
  const tenant = await showTenant(app);
  originOf(account.baseUrl);
  const problem = environmentProblem(tenant, account);
  if (problem !== undefined) throw new OperatorError(problem);
  if (check) {
    const [shared, trial] = [acctTokens(app, account), tokensOnTrial()];
    const answer = await app.acct(account, isNewLogin ? trial : shared).findWrongSettings();
    if (!answer.ok)
      throw new OperatorError(`the invoicing provider did not accept this: ${describeFailure(answer)}`);
    if (answer.value.length > 0) throw new OperatorError(answer.value.join('; '));
    if (isNewLogin) await trial.keepIn(shared);
  }
  const sealed = await app.secrets.encrypt(app.tenantId, 'acct', JSON.stringify(account));
  const changed = await saveAccount(withRecord(app, tenant), {
    acct: { sealed, coverage: coverageOf(account) },
  });
  if (!changed) throw new OperatorError(`there is no tenant ${app.tenantId}`);
  return changed;
}

/**
 * Saves an account, with what else is saved at once; undefined where somebody else has changed that meanwhile. Throws
 * `key_not_allowed` once the caller's key pair may not change credentials any more.
 */
async function saveAccount(
  app: CoreApp & WithTenant,
  settings: Partial<Pick<Tenant, 'mode' | 'pay' | 'payRevision' | 'acct'>>,
  { unchanged, beside = [] }: { readonly unchanged?: Clause; readonly beside?: readonly Change[] } = {},
): Promise<Tenant | undefined> {
  const changed = TENANT.change(settings);
  const condition = [{ present: true } as const, ...(unchanged ? [unchanged] : [])];
  const change = { update: key.tenant(app.tenantId), ...changed, if: condition } as const;
  return (await writeIfAllowed(app, [change, ...beside])) ? { ...app.tenant, ...settings } : undefined;
}

/** What a tenant's settings cover, for people: its documents lack what is not set. */
function coverageOf(account: AcctAccount): AcctCoverage {
  const { moneyAccounts = {}, defaultAddress, carrier, baseUrl, trialCompany, companyId } = account;
  return {
    moneyAccounts: DOCUMENT_CURRENCIES.filter((currency) => moneyAccounts[currency] !== undefined),
    hasDefaultAddress: defaultAddress !== undefined,
    hasCarrier: carrier !== undefined,
    environment: acctEnvironmentOf(baseUrl),
    ...(trialCompany && { trialCompany: companyId }),
  };
}

/** The origin alone says which provider is called, however its address is written. Throws OperatorError. */
function originOf(baseUrl: string): string {
  const address = URL.parse(baseUrl);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new OperatorError(`${baseUrl} is not a web address`);
  return address.origin;
}

/** What each kind of failure means, for people; `refused` stands for all others. */
export const FAILURE_WORDS: Readonly<Record<string, string>> & { readonly refused: string } = {
  refused: 'it refused',
  credentials: 'the credentials are wrong',
  switchedOff: 'it has switched off subscriptions, or the account',
  rateLimited: 'it asks for fewer requests; try again later',
  unreachable: 'it cannot be reached',
  outOfTime: 'there was no time left to ask',
  timeout: 'it did not answer in time',
  connectionLost: 'the connection broke',
  invalidResponse: 'its answer makes no sense; is this its address?',
};

/** Why a provider gave no usable answer, for people. */
export function describeFailure(failure: { readonly is: string; readonly message?: string }): string {
  const { is, message = '' } = failure;
  return [FAILURE_WORDS[is] ?? FAILURE_WORDS.refused, message].filter((part) => part !== '').join(': ');
}
