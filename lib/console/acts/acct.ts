import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import type { CallsAcct, CoreApp } from '../../runtime/app.ts';
import { connectAcct as connectVerb } from '../../verbs/connect-acct.ts';
import { byPerson } from '../../verbs/verb.ts';
import { invoicingInput } from '../../wire/acct-settings.ts';
import type { Act } from '../act.ts';
import type { Given } from '../visit.ts';

/** Connects the invoicing provider, or changes what is set of it, after trying it out: an empty field stays as it is. */
export const connectAcct: Act<CoreApp & CallsAcct> = {
  verb: connectVerb,
  about: ({ companyId }) => companyId?.slice(0, 60),
  from: () => ({ screen: 'acct-account', query: {} }),
  run: async (call) => {
    const given = invoicingInput(acctFields(call.form), call.app.settings.loopbackAllowed.length > 0);
    await byPerson(connectVerb, call, given);
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
    ...part(form, 'moneyAccounts', DOCUMENT_CURRENCIES),
    ...part(form, 'defaultAddress', ['address', 'district', 'city', 'country']),
    ...part(form, 'carrier', ['title', 'taxNumber']),
    ...part(form, 'vatExemption', ['code', 'reason']),
    ...(form.vatRate !== undefined && form.vatRate.trim() !== '' && { vatRate: Number(form.vatRate) }),
    ...(form.trialCompany === 'on' && { trialCompany: true }),
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
