import { svcIdOf } from '../../billing/identifiers.ts';
import type { SubscriptionView } from '../../billing/current-state.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { companyRow, pageOf, portalPage, token, trail, type PortalView } from './view.ts';
import { say } from '../say.ts';

/** The fields that a customer corrects, in the order of the page, as browsers fill them in. */
export const DETAIL_FIELDS = [
  { name: 'name', autocomplete: 'given-name', required: true },
  { name: 'surname', autocomplete: 'family-name', required: true },
  { name: 'gsmNumber', autocomplete: 'tel', required: true },
  { name: 'contactName', autocomplete: 'name', required: true },
  { name: 'address', autocomplete: 'street-address', required: true },
  { name: 'district', autocomplete: 'address-level2', required: false },
  { name: 'city', autocomplete: 'address-level1', required: true },
  { name: 'zipCode', autocomplete: 'postal-code', required: false },
  { name: 'country', autocomplete: 'country-name', required: true },
] as const satisfies readonly {
  readonly name: string;
  readonly autocomplete: string;
  readonly required: boolean;
}[];

/** What can be wrong with a field of the details. */
export type FieldError = 'missing' | 'phone' | 'other';

/** The name of a field of the details. */
export type DetailField = (typeof DETAIL_FIELDS)[number]['name'];

/** The values of the fields, as they stand or as somebody has typed them. */
export type Details = Readonly<Partial<Record<DetailField, string>>>;

/** The form with which a customer corrects who invoices are made out to; what was typed stays when it is refused. */
export function detailsPage(
  view: PortalView,
  one: SubscriptionView,
  given: Details,
  errors: Readonly<Partial<Record<DetailField, FieldError>>>,
  refused?: Message,
): HtmlPage {
  const title = say('Name, phone, address', 'Ad, telefon, adres');
  const isWrong = Object.keys(errors).length > 0;
  const fields = DETAIL_FIELDS.map((field) => fieldOf(field, given[field.name] ?? '', errors[field.name]));
  const notice = html`<div class="notice bad" role="alert"><h2>${say('Nothing was saved yet', 'Henüz bir şey kaydedilmedi')}</h2><p>${say('Please correct the marked fields.', 'Lütfen işaretli alanları düzeltin.')}</p><ul>${Object.keys(errors).map((name) => html`<li><a href="#${name}">${fieldSaid(name as DetailField)}</a></li>`)}</ul></div>`;
  const company = companyRow(one.customer);
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), say('My subscription', 'Aboneliğim'))}
<h1>${title}</h1>
<p class="quiet prose">${say('Your next invoice will use what you enter here. Earlier invoices stay as they are.', 'Sonraki faturanız burada girdiğiniz bilgilerle düzenlenir. Önceki faturalar olduğu gibi kalır.')}</p>
${company && html`<dl class="receipt">${company}</dl>`}</div>
<div class="sheet stack roomy">
${refused && html`<div class="notice bad" role="alert"><h2>${refused.title}</h2><p>${refused.text}</p></div>`}
${isWrong && notice}
<form class="stack roomy" method="post" action="/portal/details" novalidate>${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">
${fields}
<div class="answer"><button class="primary">${say('Save', 'Kaydet')}</button><a class="button" href="${pageOf('home', one)}">${say('Never mind', 'Vazgeç')}</a></div>
</form>
</div>`;
  return portalPage(view, isWrong || refused ? `${say('Error', 'Hata')}: ${title}` : title, body);
}

function fieldOf(
  { name, autocomplete, required }: (typeof DETAIL_FIELDS)[number],
  value: string,
  error: FieldError | undefined,
): Html {
  const hint =
    name === 'gsmNumber' &&
    html`<span class="hint" id="${name}-hint">${say('For example 0535 000 00 00', 'Örneğin 0535 000 00 00')}</span>`;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${fieldSaid(name)}${!required && html` <span class="hint">(${say('optional', 'isteğe bağlı')})</span>`}</label>
${hint}
<input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}"${name === 'gsmNumber' && html` type="tel"`}${required && html` required`}${error && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}>
${error && html`<span class="error" id="${name}-error">${errorSaid(error)}</span>`}</div>
`;
}

/** What a field is called. */
const fieldSaid = (name: DetailField): string =>
  ({
    name: say('First name', 'Ad'),
    surname: say('Surname', 'Soyad'),
    gsmNumber: say('Mobile phone', 'Cep telefonu'),
    contactName: say('Name on the invoice', 'Faturadaki ad'),
    address: say('Address', 'Adres'),
    district: say('District', 'İlçe'),
    city: say('City', 'İl'),
    zipCode: say('Postcode', 'Posta kodu'),
    country: say('Country', 'Ülke'),
  })[name];

/** What is wrong with it. */
const errorSaid = (error: FieldError): string =>
  ({
    missing: say('Please fill this in.', 'Lütfen bu alanı doldurun.'),
    phone: say(
      'This is not a phone number. Write it like 0535 000 00 00.',
      'Bu bir telefon numarası değil. 0535 000 00 00 biçiminde yazın.',
    ),
    other: say('This cannot be saved as it is.', 'Bu haliyle kaydedilemez.'),
  })[error];
