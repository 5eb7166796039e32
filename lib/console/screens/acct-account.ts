import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Screen, Visit } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { field, form, tick, type Form } from './forms.ts';
import { head, to } from './parts.ts';

/** The form with the account at the invoicing provider; what is stored of it is not shown, and stays where a field is empty. */
export const acctAccount: Screen = {
  place: 'providers',
  needs: 'connections',
  show: (visit) => {
    const isFirst = visit.tenant.acct === null;
    const title = isFirst ? sayOnScreen().providers.connectAcct : sayOnScreen().providers.changeAcct;
    const stays = isFirst ? '' : ` ${sayOnScreen().providers.stays}`;
    return Promise.resolve({
      title,
      content: html`${head(title, [to('providers'), sayOnScreen().providers.title])}
<p class="prose">${sayOnScreen().providers.triedOut}${stays}</p>
${form(
  visit,
  'connect-acct',
  { saved: SAVED['connect-acct'](visit.tenant), address: 'enter/connect-acct', kind: 'stack roomy' },
  (of) => html`${login(of, visit, isFirst)}
${trialCompany(of, visit)}
${accounting(of, isFirst)}
${defaults(of)}
<div class="answer"><button class="primary">${isFirst ? sayOnScreen().providers.checkConnect : sayOnScreen().providers.checkSave}</button><a class="button" href="${to('providers')}">${say().actions.back}</a></div>`,
)}`,
    });
  },
};

const group = (title: string, fields: readonly (Html | false)[]): Html =>
  html`<fieldset class="stack"><legend>${title}</legend>${fields}</fieldset>`;

function login(of: Form, visit: Visit, isFirst: boolean): Html {
  const more = { isOptional: !isFirst };
  const isLocal = visit.app.settings.loopbackAllowed.length > 0;
  return group(sayOnScreen().providers.signIn, [
    field(of, 'companyId', sayOnScreen().providers.company, {
      hint: sayOnScreen().providers.companyHint,
      ...more,
    }),
    field(of, 'clientId', sayOnScreen().providers.clientId, {
      hint: sayOnScreen().providers.clientIdHint,
      ...more,
    }),
    field(of, 'clientSecret', sayOnScreen().providers.clientSecret, { type: 'password', ...more }),
    field(of, 'username', sayOnScreen().providers.user, more),
    field(of, 'password', sayOnScreen().providers.password, { type: 'password', ...more }),
    isFirst &&
      isLocal &&
      field(of, 'baseUrl', sayOnScreen().providers.sandbox, {
        hint: sayOnScreen().providers.onMachine,
        isOptional: true,
      }),
  ]);
}

/** A test tenant's documents would be real at the provider's live address: somebody confirms that the company is a trial one. */
function trialCompany(of: Form, { tenant }: Visit): Html | false {
  if (tenant.mode === 'live') return false;
  const words = sayOnScreen().providers;
  return html`<fieldset class="stack"><legend>${words.trialCompany}</legend><p class="hint">${words.trialWhy}</p>${tick(of, 'trialCompany', words.isTrial)}</fieldset>`;
}

function accounting(of: Form, isFirst: boolean): Html {
  const account = (currency: string) =>
    field(of, `moneyAccounts.${currency}`, sayOnScreen().providers.accountFor(currency), {
      hint: sayOnScreen().providers.accountHint,
      isOptional: true,
    });
  return group(sayOnScreen().providers.accounting, [
    field(of, 'productId', sayOnScreen().providers.product, {
      hint: sayOnScreen().providers.productHint,
      isOptional: !isFirst,
    }),
    field(of, 'siteUrl', sayOnScreen().providers.site, {
      hint: sayOnScreen().providers.siteHint,
      type: 'url',
      isOptional: !isFirst,
      max: 2048,
    }),
    ...DOCUMENT_CURRENCIES.map(account),
    field(of, 'vatRate', sayOnScreen().providers.vatRate, {
      hint: sayOnScreen().providers.vatHint,
      type: 'number',
      isOptional: true,
      max: 2,
    }),
    field(of, 'vatExemption.code', sayOnScreen().providers.exemptionCode, {
      hint: sayOnScreen().providers.exemptionHint,
      isOptional: true,
      max: 3,
    }),
    field(of, 'vatExemption.reason', sayOnScreen().providers.exemptionReason, { isOptional: true }),
  ]);
}

function defaults(of: Form): Html {
  const optional = { isOptional: true };
  return html`${group(sayOnScreen().providers.addressGroup, [
    field(of, 'defaultAddress.address', sayOnScreen().providers.street, optional),
    field(of, 'defaultAddress.district', sayOnScreen().providers.district, optional),
    field(of, 'defaultAddress.city', sayOnScreen().providers.city, optional),
    field(of, 'defaultAddress.country', sayOnScreen().providers.country, optional),
  ])}
${group(sayOnScreen().providers.carrier, [
  field(of, 'carrier.title', sayOnScreen().providers.name, {
    hint: sayOnScreen().providers.carrierHint,
    isOptional: true,
  }),
  field(of, 'carrier.taxNumber', sayOnScreen().providers.tax, {
    hint: sayOnScreen().providers.taxHint,
    isOptional: true,
    max: 32,
  }),
])}`;
}
