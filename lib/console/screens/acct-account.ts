import { say } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Screen, Visit } from '../visit.ts';
import { field, head, hidden, to } from './parts.ts';

/** The form with the account at the invoicing provider; what is stored of it is not shown, and stays where a field is empty. */
export const acctAccount: Screen = {
  place: 'providers',
  needs: 'connections',
  show: (visit) => {
    const isFirst = visit.tenant.acct === null;
    const title = isFirst ? say().providers.connectAcct : say().providers.changeAcct;
    const stays = isFirst ? '' : ` ${say().providers.stays}`;
    return Promise.resolve({
      title,
      content: html`${head(title, [to('providers'), say().providers.title])}
<p class="prose">${say().providers.triedOut}${stays}</p>
<form class="stack roomy" method="post" action="/console/enter/connect-acct">${hidden(visit)}
${login(visit, isFirst)}
${accounting(visit, isFirst)}
${defaults(visit)}
<div class="answer"><button class="primary">${isFirst ? say().providers.checkConnect : say().providers.checkSave}</button><a class="button" href="${to('providers')}">${say().providers.back}</a></div></form>`,
    });
  },
};

const group = (title: string, fields: readonly (Html | false)[]): Html =>
  html`<fieldset class="stack"><legend>${title}</legend>${fields}</fieldset>`;

function login(visit: Visit, isFirst: boolean): Html {
  const more = { isOptional: !isFirst };
  const isLocal = visit.app.settings.loopbackAllowed.length > 0;
  return group(say().providers.signIn, [
    field(visit, 'companyId', say().providers.company, {
      hint: say().providers.companyHint,
      ...more,
    }),
    field(visit, 'clientId', say().providers.clientId, {
      hint: say().providers.clientIdHint,
      ...more,
    }),
    field(visit, 'clientSecret', say().providers.clientSecret, { type: 'password', ...more }),
    field(visit, 'username', say().providers.user, more),
    field(visit, 'password', say().providers.password, { type: 'password', ...more }),
    isFirst &&
      isLocal &&
      field(visit, 'baseUrl', say().providers.sandbox, { hint: say().providers.onMachine, isOptional: true }),
  ]);
}

function accounting(visit: Visit, isFirst: boolean): Html {
  const account = (currency: string) =>
    field(visit, `moneyAccounts.${currency}`, say().providers.accountFor(currency), {
      hint: say().providers.accountHint,
      isOptional: true,
    });
  return group(say().providers.accounting, [
    field(visit, 'productId', say().providers.product, {
      hint: say().providers.productHint,
      isOptional: !isFirst,
    }),
    field(visit, 'siteUrl', say().providers.site, {
      hint: say().providers.siteHint,
      type: 'url',
      isOptional: !isFirst,
      max: 2048,
    }),
    account('TRY'),
    account('USD'),
    account('EUR'),
  ]);
}

function defaults(visit: Visit): Html {
  const optional = { isOptional: true };
  return html`${group(say().providers.addressGroup, [
    field(visit, 'defaultAddress.address', say().providers.street, optional),
    field(visit, 'defaultAddress.district', say().providers.district, optional),
    field(visit, 'defaultAddress.city', say().providers.city, optional),
    field(visit, 'defaultAddress.country', say().providers.country, optional),
  ])}
${group(say().providers.carrier, [
  field(visit, 'carrier.title', say().providers.name, {
    hint: say().providers.carrierHint,
    isOptional: true,
  }),
  field(visit, 'carrier.taxNumber', say().providers.tax, {
    hint: say().providers.taxHint,
    isOptional: true,
    max: 11,
  }),
])}`;
}
