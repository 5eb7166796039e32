import { html, type Html } from '../../pages/html.ts';
import type { Screen, Visit } from '../visit.ts';
import { field, head, hidden, to } from './parts.ts';

/** The form with the account at the invoicing provider; what is stored of it is not shown, and stays where a field is empty. */
export const acctAccount: Screen = {
  place: 'providers',
  needs: 'connections',
  show: (visit) => {
    const isFirst = visit.tenant.acct === null;
    const title = isFirst ? 'Connect Paraşüt' : 'Change the Paraşüt account';
    const stays = isFirst ? '' : ' A field that you leave empty stays as it is.';
    return Promise.resolve({
      title,
      content: html`${head(title, [to('providers'), 'Providers'])}
<p class="prose">Everything is tried out before it is stored. It is encrypted, and never shown again.${stays}</p>
<form class="stack roomy" method="post" action="/console/enter/connect-acct">${hidden(visit)}
${login(visit, isFirst)}
${accounting(visit, isFirst)}
${defaults(visit)}
<div class="answer"><button class="primary">Check and ${isFirst ? 'connect' : 'save'}</button><a class="button" href="${to('providers')}">Back, change nothing</a></div></form>`,
    });
  },
};

const group = (title: string, fields: readonly (Html | false)[]): Html =>
  html`<fieldset class="stack"><legend>${title}</legend>${fields}</fieldset>`;

function login(visit: Visit, isFirst: boolean): Html {
  const more = { isOptional: !isFirst };
  const isLocal = visit.app.settings.loopbackAllowed.length > 0;
  return group('Sign-in', [
    field(visit, 'companyId', 'Company number', {
      hint: 'The number in the address of Paraşüt’s pages',
      ...more,
    }),
    field(visit, 'clientId', 'Client id', {
      hint: 'Of the OAuth application that Paraşüt gives on request',
      ...more,
    }),
    field(visit, 'clientSecret', 'Client secret', { type: 'password', ...more }),
    field(visit, 'username', 'User name', more),
    field(visit, 'password', 'Password', { type: 'password', ...more }),
    isFirst &&
      isLocal &&
      field(visit, 'baseUrl', 'Address of the sandbox', { hint: 'On this machine', isOptional: true }),
  ]);
}

function accounting(visit: Visit, isFirst: boolean): Html {
  const account = (currency: string) =>
    field(visit, `moneyAccounts.${currency}`, `Account for payments in ${currency}`, {
      hint: 'Its number; without one they are not recorded',
      isOptional: true,
    });
  return group('Books', [
    field(visit, 'productId', 'Product for invoice lines', {
      hint: 'Its number in Paraşüt',
      isOptional: !isFirst,
    }),
    field(visit, 'siteUrl', 'Address of your shop', {
      hint: 'Documents of internet sales name it',
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
  return html`${group('Address on documents of purchases without one', [
    field(visit, 'defaultAddress.address', 'Address', optional),
    field(visit, 'defaultAddress.district', 'District', optional),
    field(visit, 'defaultAddress.city', 'City', optional),
    field(visit, 'defaultAddress.country', 'Country', optional),
  ])}
${group('Carrier of goods', [
  field(visit, 'carrier.title', 'Name', {
    hint: 'Without one no document of goods can be made',
    isOptional: true,
  }),
  field(visit, 'carrier.taxNumber', 'Tax or identity number', {
    hint: '10 or 11 digits',
    isOptional: true,
    max: 11,
  }),
])}`;
}
