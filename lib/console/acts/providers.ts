import { connectAcct as connectOwnAcct, connectPay as connectOwnPay } from '../../account/own-providers.ts';
import { syncPlans as sync } from '../../account/plan-sync.ts';
import { html } from '../../pages/html.ts';
import { readTenant } from '../../table/tenants/tenants.ts';
import { invoicingInput } from '../../wire/acct-settings.ts';
import { paymentInput } from '../../wire/payment-account.ts';
import type { Act } from '../act.ts';
import { facts, head, to } from '../screens/parts.ts';
import type { Given } from '../visit.ts';

const needs = 'connections';

const isLocal = ({ settings }: { readonly settings: { readonly loopbackAllowed: readonly string[] } }) =>
  settings.loopbackAllowed.length > 0;

/** Connects the payment provider, after a harmless call with the credentials; they are never shown again. */
export const connectPay: Act = {
  needs,
  about: ({ merchantId }) => merchantId?.slice(0, 60),
  from: () => ({ screen: 'pay-account', query: {} }),
  run: async ({ app, tenant, form }) => {
    const { apiKey = '', secretKey = '', merchantId = '', baseUrl } = form;
    const given = paymentInput({ apiKey, secretKey, merchantId, baseUrl }, isLocal(app));
    await connectOwnPay(app, tenant, given);
    return { to: 'providers', done: 'connected' };
  },
};

/** Connects the invoicing provider, or changes what is set of it, after trying it out: an empty field stays as it is. */
export const connectAcct: Act = {
  needs,
  about: ({ companyId }) => companyId?.slice(0, 60),
  from: () => ({ screen: 'acct-account', query: {} }),
  run: async ({ app, tenant, form }) => {
    const given = invoicingInput(acctFields(form), isLocal(app));
    await connectOwnAcct(app, await readTenant(app, tenant.id), given);
    return { to: 'providers', done: 'connected' };
  },
};

const WORDS = [
  'companyId',
  'clientId',
  'clientSecret',
  'username',
  'password',
  'productId',
  'siteUrl',
  'baseUrl',
] as const;

/** The members that were filled in: those of a part stand under names with a point. */
function acctFields(form: Given): object {
  return {
    ...filled(form, '', WORDS),
    ...part(form, 'moneyAccounts', ['TRY', 'USD', 'EUR']),
    ...part(form, 'defaultAddress', ['address', 'district', 'city', 'country']),
    ...part(form, 'carrier', ['title', 'taxNumber']),
  };
}

function filled(form: Given, prefix: string, names: readonly string[]): Record<string, string> {
  const given = names.map((name) => [name, form[`${prefix}${name}`]?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function part(form: Given, name: string, members: readonly string[]): object {
  const given = filled(form, `${name}.`, members);
  return Object.keys(given).length === 0 ? {} : { [name]: given };
}

/** Takes the plans over from the payment provider. */
export const syncPlans: Act = {
  needs,
  about: () => undefined,
  from: () => ({ screen: 'plans', query: {} }),
  run: async ({ app, tenant }) => {
    const { added, changed, retired, unchanged } = await sync(app, tenant.id);
    const pairs = [
      ['Added', String(added.length)],
      ['Changed', String(changed.length)],
      ['Retired', String(retired.length)],
      ['Unchanged', String(unchanged.length)],
    ] as const;
    const title = 'The plans are taken over';
    return { title, content: html`${head(title, [to('plans'), 'Plans'])}${facts(pairs)}` };
  },
};
