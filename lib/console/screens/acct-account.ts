import { modeOf } from '../../billing/mode.ts';
import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Screen, Visit } from '../visit.ts';
import { field, head, hidden, to } from './parts.ts';

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
<form class="stack roomy" method="post" action="/console/enter/connect-acct">${hidden(visit)}
${login(visit, isFirst)}
${trialCompany(visit)}
${accounting(visit, isFirst)}
${defaults(visit)}
<div class="answer"><button class="primary">${isFirst ? sayOnScreen().providers.checkConnect : sayOnScreen().providers.checkSave}</button><a class="button" href="${to('providers')}">${sayOnScreen().providers.back}</a></div></form>`,
    });
  },
};

const group = (title: string, fields: readonly (Html | false)[]): Html =>
  html`<fieldset class="stack"><legend>${title}</legend>${fields}</fieldset>`;

function login(visit: Visit, isFirst: boolean): Html {
  const more = { isOptional: !isFirst };
  const isLocal = visit.app.settings.loopbackAllowed.length > 0;
  return group(sayOnScreen().providers.signIn, [
    field(visit, 'companyId', sayOnScreen().providers.company, {
      hint: sayOnScreen().providers.companyHint,
      ...more,
    }),
    field(visit, 'clientId', sayOnScreen().providers.clientId, {
      hint: sayOnScreen().providers.clientIdHint,
      ...more,
    }),
    field(visit, 'clientSecret', sayOnScreen().providers.clientSecret, { type: 'password', ...more }),
    field(visit, 'username', sayOnScreen().providers.user, more),
    field(visit, 'password', sayOnScreen().providers.password, { type: 'password', ...more }),
    isFirst &&
      isLocal &&
      field(visit, 'baseUrl', sayOnScreen().providers.sandbox, {
        hint: sayOnScreen().providers.onMachine,
        isOptional: true,
      }),
  ]);
}

/** A test tenant's documents would be real at the provider's live address: somebody confirms that the company is a trial one. */
function trialCompany({ tenant, typed }: Visit): Html | false {
  if (modeOf(tenant) === 'live') return false;
  const words = sayOnScreen().providers;
  return html`<fieldset class="stack"><legend>${words.trialCompany}</legend><p class="hint">${words.trialWhy}</p><label class="tick"><input type="checkbox" name="trialCompany"${typed.trialCompany === 'on' && html` checked`}> ${words.isTrial}</label></fieldset>`;
}

function accounting(visit: Visit, isFirst: boolean): Html {
  const account = (currency: string) =>
    field(visit, `moneyAccounts.${currency}`, sayOnScreen().providers.accountFor(currency), {
      hint: sayOnScreen().providers.accountHint,
      isOptional: true,
    });
  return group(sayOnScreen().providers.accounting, [
    field(visit, 'productId', sayOnScreen().providers.product, {
      hint: sayOnScreen().providers.productHint,
      isOptional: !isFirst,
    }),
    field(visit, 'siteUrl', sayOnScreen().providers.site, {
      hint: sayOnScreen().providers.siteHint,
      type: 'url',
      isOptional: !isFirst,
      max: 2048,
    }),
    ...DOCUMENT_CURRENCIES.map(account),
    field(visit, 'vatRate', sayOnScreen().providers.vatRate, {
      hint: sayOnScreen().providers.vatHint,
      type: 'number',
      isOptional: true,
      max: 2,
    }),
    field(visit, 'vatExemption.code', sayOnScreen().providers.exemptionCode, {
      hint: sayOnScreen().providers.exemptionHint,
      isOptional: true,
      max: 3,
    }),
    field(visit, 'vatExemption.reason', sayOnScreen().providers.exemptionReason, { isOptional: true }),
  ]);
}

function defaults(visit: Visit): Html {
  const optional = { isOptional: true };
  return html`${group(sayOnScreen().providers.addressGroup, [
    field(visit, 'defaultAddress.address', sayOnScreen().providers.street, optional),
    field(visit, 'defaultAddress.district', sayOnScreen().providers.district, optional),
    field(visit, 'defaultAddress.city', sayOnScreen().providers.city, optional),
    field(visit, 'defaultAddress.country', sayOnScreen().providers.country, optional),
  ])}
${group(sayOnScreen().providers.carrier, [
  field(visit, 'carrier.title', sayOnScreen().providers.name, {
    hint: sayOnScreen().providers.carrierHint,
    isOptional: true,
  }),
  field(visit, 'carrier.taxNumber', sayOnScreen().providers.tax, {
    hint: sayOnScreen().providers.taxHint,
    isOptional: true,
    max: 32,
  }),
])}`;
}
