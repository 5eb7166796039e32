import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import { say } from '../../pages/say.ts';
import { html, type Html } from '../../pages/html.ts';
import type { Screen, Visit } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { field, form, tick, type Form } from './forms.ts';
import { head, to, backSaid } from './parts.ts';
import { ACCT } from '../../pages/console/provider-names.ts';

/** The form with the account at the invoicing provider; what is stored of it is not shown, and stays where a field is empty. */
export const acctAccount: Screen = {
  place: 'providers',
  needs: 'connections',
  show: (visit) => {
    const isFirst = visit.app.tenant.acct === null;
    const title = isFirst
      ? say(`Connect ${ACCT}`, `${ACCT} hesabını bağla`)
      : say(`Change the ${ACCT} account`, `${ACCT} hesabını değiştir`);
    const stays = isFirst
      ? ''
      : ` ${say('A field that you leave empty stays as it is.', 'Boş bıraktığınız alan olduğu gibi kalır.')}`;
    return Promise.resolve({
      title,
      content: html`${head(title, [to('providers'), say('Providers', 'Sağlayıcılar')])}
<p class="prose">${say('Everything is tried out before it is stored. It is encrypted, and never shown again.', 'Her şey saklanmadan önce denenir. Şifrelenir ve bir daha gösterilmez.')}${stays}</p>
${form(
  visit,
  'connect-acct',
  { saved: SAVED['connect-acct'](visit.app.tenant), address: 'enter/connect-acct', kind: 'stack roomy' },
  (of) => html`${login(of, visit, isFirst)}
${trialCompany(of, visit)}
${accounting(of, isFirst)}
${defaults(of)}
<div class="answer"><button class="primary">${isFirst ? say('Check and connect', 'Dene ve bağla') : say('Check and save', 'Dene ve kaydet')}</button><a class="button" href="${to('providers')}">${backSaid()}</a></div>`,
)}`,
    });
  },
};

const group = (title: string, fields: readonly (Html | false)[]): Html =>
  html`<fieldset class="stack"><legend>${title}</legend>${fields}</fieldset>`;

function login(of: Form, visit: Visit, isFirst: boolean): Html {
  const more = { isOptional: !isFirst };
  const isLocal = visit.app.settings.loopbackAllowed.length > 0;
  return group(say('Sign-in', 'Giriş'), [
    field(of, 'companyId', say('Company number', 'Firma no'), {
      hint: say(`The number in the address of ${ACCT}’s pages`, `${ACCT} sayfalarının adresindeki numara`),
      ...more,
    }),
    field(of, 'clientId', say('Client id', 'İstemci kimliği (client id)'), {
      hint: say(
        `Of the OAuth application that ${ACCT} gives on request`,
        `${ACCT} tarafından istek üzerine verilen OAuth uygulamasının`,
      ),
      ...more,
    }),
    field(of, 'clientSecret', say('Client secret', 'İstemci gizli anahtarı (client secret)'), {
      type: 'password',
      ...more,
    }),
    field(of, 'username', say('User name', 'Kullanıcı adı'), more),
    field(of, 'password', say('Password', 'Parola'), { type: 'password', ...more }),
    isFirst &&
      isLocal &&
      field(of, 'baseUrl', sandboxSaid(), {
        hint: say('On this machine', 'Bu makinede'),
        isOptional: true,
      }),
  ]);
}

/** A test tenant's documents would be real at the provider's live address: somebody confirms that the company is a trial one. */
function trialCompany(of: Form, { app: { tenant } }: Visit): Html | false {
  if (tenant.mode === 'live') return false;

  return html`<fieldset class="stack"><legend>${say('Trial company', 'Deneme şirketi')}</legend><p class="hint">${say(`This account is for tests, and ${ACCT} has no test address: documents made there are real.`, `Bu hesap deneme içindir, ${ACCT} tarafındaysa deneme adresi yoktur: orada düzenlenen belgeler gerçektir.`)}</p>${tick(of, 'trialCompany', say(`The company at ${ACCT} is a trial one`, `${ACCT} hesabındaki şirket bir deneme şirketidir`))}</fieldset>`;
}

function accounting(of: Form, isFirst: boolean): Html {
  const account = (currency: string) =>
    field(
      of,
      `moneyAccounts.${currency}`,
      say(`Account for payments in ${currency}`, `Ödeme hesabı, ${currency}`),
      {
        hint: say('Its number; without one they are not recorded', 'Numarası; yoksa ödemeler işlenmez'),
        isOptional: true,
      },
    );
  return group(say('Accounting', 'Muhasebe'), [
    field(of, 'productId', say('Product for invoice lines', 'Fatura satırlarının ürünü'), {
      hint: say(`Its number in ${ACCT}`, `${ACCT} numarası`),
      isOptional: !isFirst,
    }),
    field(of, 'siteUrl', say('Address of your shop', 'Mağazanızın adresi'), {
      hint: say('Documents of internet sales name it', 'İnternet satışı belgelerinde yazar'),
      type: 'url',
      isOptional: !isFirst,
      max: 2048,
    }),
    ...DOCUMENT_CURRENCIES.map(account),
    field(of, 'vatRate', say('VAT in percent', 'KDV yüzdesi'), {
      hint: say(
        'Of plans without a rate of their own; 20 if it was never set',
        'Kendi oranı olmayan planlar için; hiç ayarlanmadıysa 20',
      ),
      type: 'number',
      isOptional: true,
      max: 2,
    }),
    field(of, 'vatExemption.code', say('Code of the VAT exemption', 'KDV istisna kodu'), {
      hint: say(
        'Documents without VAT must bear one, such as 351',
        'KDV’siz belgelerde zorunludur, örneğin 351',
      ),
      isOptional: true,
      max: 3,
    }),
    field(of, 'vatExemption.reason', say('Its reason', 'İstisna nedeni'), { isOptional: true }),
  ]);
}

function defaults(of: Form): Html {
  const optional = { isOptional: true };
  return html`${group(
    say('Address on documents of purchases without one', 'Adressiz satışların belgelerindeki adres'),
    [
      field(of, 'defaultAddress.address', say('Address', 'Adres'), optional),
      field(of, 'defaultAddress.district', say('District', 'İlçe'), optional),
      field(of, 'defaultAddress.city', say('City', 'Şehir'), optional),
      field(of, 'defaultAddress.country', say('Country', 'Ülke'), optional),
    ],
  )}
${group(say('Carrier of goods', 'Taşıyıcı'), [
  field(of, 'carrier.title', say('Name', 'Ad'), {
    hint: say('Without one no document of goods can be made', 'Yoksa mal satışına belge düzenlenemez'),
    isOptional: true,
  }),
  field(of, 'carrier.taxNumber', say('Tax or identity number', 'Vergi ya da kimlik no'), {
    hint: say('Ten digits of a company, eleven of a courier', 'Şirket için 10, kurye için 11 hane'),
    isOptional: true,
    max: 32,
  }),
])}`;
}

/** The field of an address on this machine. */
export const sandboxSaid = () => say('Address of the sandbox', 'Deneme ortamının adresi');
