import type { Page, PageElement } from './browser-page.ts';

declare const document: Page;

interface Init {
  readonly token: string;
  readonly price: number;
  readonly currency: string;
  readonly locale: string;
  readonly baseUrl: string;
  readonly metadata: { readonly purpose: string };
}

interface Completion {
  readonly status?: string;
  readonly errorMessage?: string;
  readonly data?: { readonly callbackUrl: string };
}

interface CardFields {
  readonly holder: PageElement;
  readonly number: PageElement;
  readonly month: PageElement;
  readonly year: PageElement;
  readonly cvc: PageElement;
}

/** One of two texts, by the language of the form. */
type Say = (tr: string, en: string) => string;

function element(tag: string, attributes: Record<string, string>, ...children: PageElement[]): PageElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function textElement(tag: string, attributes: Record<string, string>, text: string): PageElement {
  const made = element(tag, attributes);
  made.textContent = text;
  return made;
}

function cardFields(say: Say): CardFields {
  const input = (id: string, autocomplete: string, more: Record<string, string>) =>
    element('input', { id, autocomplete, type: 'text', required: '', ...more });
  const digits = { inputmode: 'numeric' };
  const placeholder = say('AA', 'MM');
  return {
    holder: input('iyz-holder', 'cc-name', {}),
    number: input('iyz-number', 'cc-number', { ...digits, maxlength: '23' }),
    month: input('iyz-month', 'cc-exp-month', { ...digits, maxlength: '2', placeholder }),
    year: input('iyz-year', 'cc-exp-year', { ...digits, maxlength: '4', placeholder: 'YYYY' }),
    cvc: input('iyz-cvc', 'cc-csc', { ...digits, maxlength: '4' }),
  };
}

/** The form's texts: for a checkout, with or without a charge today, or for a new card. */
function formWords({ price, currency, metadata }: Init, say: Say) {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const amount = price.toLocaleString(say('tr', 'en'), style);
  if (metadata.purpose === 'card')
    return {
      heading: say('Kartınızı değiştirin', 'Change your card'),
      button: say('Kartı kaydet', 'Save card'),
      note: say(
        `Kartınız ${amount} ile kontrol edilir; tutar hemen iade edilir.`,
        `Your card is checked with ${amount}, which is given back at once.`,
      ),
    };
  const note = say(
    'Bu bir deneme ortamıdır: gerçek karttan ücret alınmaz.',
    'This is a sandbox: no real card is charged.',
  );
  if (metadata.purpose === 'trial')
    return {
      heading: say('Kartınızı girin', 'Enter your card'),
      button: say('Ücretsiz denemeyi başlat', 'Start the free trial'),
      note,
    };
  return {
    heading: say('Kartla ödeyin', 'Pay by card'),
    button: say(`${amount} öde`, `Pay ${amount}`),
    note,
  };
}

function layOut(fields: CardFields, error: PageElement, pay: PageElement, init: Init, say: Say): PageElement {
  const { heading, note } = formWords(init, say);
  const field = (input: PageElement, id: string, label: string) =>
    element('div', { class: 'iyz-field' }, textElement('label', { for: id }, label), input);
  return element(
    'form',
    { class: 'iyz-form', method: 'post', novalidate: '', 'aria-labelledby': 'iyz-heading' },
    textElement('h2', { id: 'iyz-heading' }, heading),
    error,
    field(fields.holder, 'iyz-holder', say('Kart üzerindeki isim', 'Name on card')),
    field(fields.number, 'iyz-number', say('Kart numarası', 'Card number')),
    element(
      'div',
      { class: 'iyz-row' },
      field(fields.month, 'iyz-month', say('Ay', 'Month')),
      field(fields.year, 'iyz-year', say('Yıl', 'Year')),
      field(fields.cvc, 'iyz-cvc', say('Güvenlik kodu', 'Security code')),
    ),
    pay,
    textElement('p', { class: 'iyz-note' }, note),
  );
}

async function complete({ baseUrl, locale, token }: Init, fields: CardFields): Promise<Completion> {
  const answer = await fetch(`${baseUrl}/v2/subscription/checkoutform/complete`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      locale,
      token,
      paymentCard: {
        cardHolderName: fields.holder.value,
        cardNumber: fields.number.value,
        expireMonth: fields.month.value,
        expireYear: fields.year.value,
        cvc: fields.cvc.value,
      },
    }),
  });
  return (await answer.json()) as Completion;
}

function returnTo(callbackUrl: string, value: string): void {
  const token = element('input', { type: 'hidden', name: 'token', value });
  const back = element('form', { method: 'post', action: callbackUrl }, token);
  document.body.append(back);
  back.submit();
}

/** Puts the form into the page once its place exists. */
function show(form: PageElement, { baseUrl }: Init): void {
  const draw = () => document.getElementById('iyzipay-checkout-form')?.replaceChildren(form);
  const stylesheet = `${baseUrl}/checkoutform/v2/form.css`;
  document.head.append(element('link', { rel: 'stylesheet', href: stylesheet }));
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', draw);
  else draw();
}

/** Draws the card form and pays with it. */
function cardForm(init: Init): void {
  const say: Say = (tr, en) => (init.locale === 'en' ? en : tr);
  const fields = cardFields(say);
  const error = element('p', { id: 'iyz-error', role: 'alert' });
  const pay = textElement('button', { id: 'iyz-pay', type: 'submit' }, formWords(init, say).button);
  const form = layOut(fields, error, pay, init, say);

  function refuse(message: string): void {
    error.textContent = message;
    pay.disabled = false;
    fields.number.focus();
  }

  async function send(): Promise<void> {
    const { status, data, errorMessage } = await complete(init, fields);
    if (status === 'success' && data) returnTo(data.callbackUrl, init.token);
    else refuse(errorMessage ?? say('Ödeme kabul edilmedi.', 'The payment was not accepted.'));
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (pay.disabled) return;
    error.textContent = '';
    pay.disabled = true;
    const unreachable = say(
      'Ödeme kuruluşuna ulaşılamadı. Lütfen yeniden deneyin.',
      'The payment service could not be reached. Please try again.',
    );
    send().catch(() => refuse(unreachable));
  });
  show(form, init);
}

/**
 * The functions from whose source text a browser draws the form. They use only each other and the page, and nothing
 * that a strict content security policy forbids: no inline style or handler.
 */
const IN_BROWSER = [
  ...[element, textElement, cardFields, formWords, layOut, complete, returnTo, show],
  cardForm,
];

/** The form's own script, which runs in the browser by itself; the page says in `iyziInit` what the form is for. */
export function formScript(): string {
  return `(() => {\n${IN_BROWSER.map(String).join('\n')}\ncardForm(iyziInit);\n})();\n`;
}
