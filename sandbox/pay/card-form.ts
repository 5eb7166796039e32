/** The little of a browser's page that the form needs; declared here so that nothing else sees a browser. */
interface PageElement {
  id: string;
  className: string;
  textContent: string;
  value: string;
  disabled: boolean;
  append(...children: PageElement[]): void;
  replaceChildren(...children: PageElement[]): void;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listen: (event: { preventDefault(): void }) => void): void;
  focus(): void;
  submit(): void;
}

declare const document: {
  readonly readyState: string;
  readonly head: PageElement;
  readonly body: PageElement;
  createElement(tag: string): PageElement;
  getElementById(id: string): PageElement | null;
  addEventListener(type: string, listen: () => void): void;
};

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

/**
 * Draws the card form and pays with it. Its source text is what the browser gets, so it uses nothing
 * from outside itself; and nothing that a strict content security policy forbids: no inline style,
 * no inline handler.
 */
export function cardForm(init: Init): void {
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

  function field(input: PageElement, id: string, label: string): PageElement {
    return element('div', { class: 'iyz-field' }, textElement('label', { for: id }, label), input);
  }

  function input(id: string, autocomplete: string, more: Record<string, string>): PageElement {
    return element('input', { id, autocomplete, type: 'text', required: '', ...more });
  }

  const turkish = init.locale !== 'en';
  const say = (tr: string, en: string) => (turkish ? tr : en);
  const digits = { inputmode: 'numeric' };
  const holder = input('iyz-holder', 'cc-name', {});
  const number = input('iyz-number', 'cc-number', { ...digits, maxlength: '23' });
  const month = input('iyz-month', 'cc-exp-month', {
    ...digits,
    maxlength: '2',
    placeholder: say('AA', 'MM'),
  });
  const year = input('iyz-year', 'cc-exp-year', { ...digits, maxlength: '4', placeholder: 'YYYY' });
  const cvc = input('iyz-cvc', 'cc-csc', { ...digits, maxlength: '4' });
  const error = element('p', { id: 'iyz-error', role: 'alert' });
  const updatesCard = init.metadata.purpose === 'card';
  const amount = init.price.toLocaleString(say('tr', 'en'), {
    style: 'currency',
    currency: init.currency,
    currencyDisplay: 'narrowSymbol',
  });
  const pay = textElement(
    'button',
    { id: 'iyz-pay', type: 'submit' },
    updatesCard ? say('Kartı kaydet', 'Save card') : say(`${amount} öde`, `Pay ${amount}`),
  );
  const heading = updatesCard
    ? say('Kartınızı değiştirin', 'Change your card')
    : say('Kartla ödeyin', 'Pay by card');
  const note = updatesCard
    ? say(
        `Kartınız ${amount} ile kontrol edilir; tutar hemen iade edilir.`,
        `Your card is checked with ${amount}, which is given back at once.`,
      )
    : say(
        'Bu bir deneme ortamıdır: gerçek karttan ücret alınmaz.',
        'This is a sandbox: no real card is charged.',
      );

  const form = element(
    'form',
    { class: 'iyz-form', method: 'post', novalidate: '', 'aria-labelledby': 'iyz-heading' },
    textElement('h2', { id: 'iyz-heading' }, heading),
    error,
    field(holder, 'iyz-holder', say('Kart üzerindeki isim', 'Name on card')),
    field(number, 'iyz-number', say('Kart numarası', 'Card number')),
    element(
      'div',
      { class: 'iyz-row' },
      field(month, 'iyz-month', say('Ay', 'Month')),
      field(year, 'iyz-year', say('Yıl', 'Year')),
      field(cvc, 'iyz-cvc', say('Güvenlik kodu', 'Security code')),
    ),
    pay,
    textElement('p', { class: 'iyz-note' }, note),
  );

  function refuse(message: string): void {
    error.textContent = message;
    pay.disabled = false;
    number.focus();
  }

  function returnTo(callbackUrl: string): void {
    const token = element('input', { type: 'hidden', name: 'token', value: init.token });
    const back = element('form', { method: 'post', action: callbackUrl }, token);
    document.body.append(back);
    back.submit();
  }

  async function send(): Promise<void> {
    const answer = await fetch(`${init.baseUrl}/v2/subscription/checkoutform/complete`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        locale: init.locale,
        token: init.token,
        paymentCard: {
          cardHolderName: holder.value,
          cardNumber: number.value,
          expireMonth: month.value,
          expireYear: year.value,
          cvc: cvc.value,
        },
      }),
    });
    const completion = (await answer.json()) as Completion;
    if (completion.status === 'success' && completion.data) returnTo(completion.data.callbackUrl);
    else refuse(completion.errorMessage ?? say('Ödeme kabul edilmedi.', 'The payment was not accepted.'));
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (pay.disabled) return;
    error.textContent = '';
    pay.disabled = true;
    send().catch(() =>
      refuse(
        say(
          'Ödeme kuruluşuna ulaşılamadı. Lütfen yeniden deneyin.',
          'The payment service could not be reached. Please try again.',
        ),
      ),
    );
  });

  function draw(): void {
    const place = document.getElementById('iyzipay-checkout-form');
    if (place) place.replaceChildren(form);
  }

  const stylesheet = `${init.baseUrl}/checkoutform/v2/form.css`;
  document.head.append(element('link', { rel: 'stylesheet', href: stylesheet }));
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', draw);
  else draw();
}
