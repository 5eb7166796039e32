import { svcIdOf } from '../../billing/identifiers.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { companyRow, pageOf, portalPage, token, trail, wordsOf, type PortalView } from './view.ts';
import type { FieldError, PortalWords } from './wording.ts';

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
  readonly name: keyof PortalWords['correct'];
  readonly autocomplete: string;
  readonly required: boolean;
}[];

/** The name of a field of the details. */
export type DetailField = (typeof DETAIL_FIELDS)[number]['name'];

/** The values of the fields, as they stand or as somebody has typed them. */
export type Details = Readonly<Partial<Record<DetailField, string>>>;

/** The form with which a customer corrects who invoices are made out to; what was typed stays when it is refused. */
export function detailsPage(
  view: PortalView,
  one: Subscription,
  given: Details,
  errors: Readonly<Partial<Record<DetailField, FieldError>>>,
  refused?: Message,
): HtmlPage {
  const words = wordsOf(view);
  const { correct } = words;
  const isWrong = Object.keys(errors).length > 0;
  const fields = DETAIL_FIELDS.map((field) =>
    fieldOf(view, field, given[field.name] ?? '', errors[field.name]),
  );
  const notice = html`<div class="notice bad" role="alert"><h2>${correct.wrong.title}</h2><p>${correct.wrong.text}</p><ul>${Object.keys(errors).map((name) => html`<li><a href="#${name}">${correct[name as DetailField]}</a></li>`)}</ul></div>`;
  const company = companyRow(view, one.customer);
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), words.subscription)}
<h1>${correct.title}</h1>
<p class="quiet prose">${correct.text}</p>
${company && html`<dl class="receipt">${company}</dl>`}</div>
<div class="sheet stack roomy">
${refused && html`<div class="notice bad" role="alert"><h2>${refused.title}</h2><p>${refused.text}</p></div>`}
${isWrong && notice}
<form class="stack roomy" method="post" action="/portal/details" novalidate>${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">
${fields}
<div class="answer"><button class="primary">${correct.save}</button><a class="button" href="${pageOf('home', one)}">${words.neverMind}</a></div>
</form>
</div>`;
  return portalPage(view, isWrong || refused ? `${correct.error}: ${correct.title}` : correct.title, body);
}

function fieldOf(
  view: PortalView,
  { name, autocomplete, required }: (typeof DETAIL_FIELDS)[number],
  value: string,
  error: FieldError | undefined,
): Html {
  const { correct } = wordsOf(view);
  const hint = name === 'gsmNumber' && html`<span class="hint" id="${name}-hint">${correct.gsmHint}</span>`;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${correct[name]}${!required && html` <span class="hint">(${correct.optional})</span>`}</label>
${hint}
<input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}"${name === 'gsmNumber' && html` type="tel"`}${required && html` required`}${error && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}>
${error && html`<span class="error" id="${name}-error">${correct.errors[error]}</span>`}</div>
`;
}
