import type { Locale } from './messages.ts';

/** The card form's settings, from the page it is in. */
export interface FormSettings {
  /** A trial charges nothing today. */
  readonly purpose: 'checkout' | 'trial' | 'card';
  readonly token: string;
  readonly price: number;
  readonly currency: string;
  readonly locale: Locale;
  /** Where this sandbox is reached. */
  readonly url: string;
  readonly createdDate: number;
}

/**
 * The HTML that a merchant embeds: one script element that defines `iyziInit`, unless it exists, and loads the form's
 * own script. It contains nothing that a shopper entered.
 */
export function formContent(settings: FormSettings): string {
  const { purpose, token, price, currency, locale, url, createdDate } = settings;
  const init = JSON.stringify({
    currency,
    token,
    price,
    locale,
    baseUrl: url,
    merchantGatewayBaseUrl: url,
    isSandbox: true,
    subscriptionPaymentEnabled: true,
    metadata: { purpose },
  });
  return `<script type="text/javascript">if (typeof iyziInit == 'undefined') {var iyziInit = ${init};iyziInit.createTag = function () {var tag = document.createElement('script');tag.setAttribute('type', 'text/javascript');tag.setAttribute('src', '${url}/checkoutform/v2/bundle.js?v=${createdDate}');document.head.appendChild(tag);};iyziInit.createTag();}</script>`;
}

/** The style of the card form. */
export const FORM_STYLESHEET = `
#iyzipay-checkout-form { font: 16px/1.4 system-ui, sans-serif; color: #1b1f24; }
.iyz-form { box-sizing: border-box; max-width: 28rem; margin: 0 auto; padding: 1.25rem; background: #fff;
  border: 1px solid #d5dae1; border-radius: 12px; box-shadow: 0 4px 20px rgb(27 31 36 / 8%); }
.iyz-form h2 { margin: 0 0 1rem; font-size: 1.15rem; }
.iyz-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr)); align-items: end;
  gap: 0.75rem; }
.iyz-field { margin-bottom: 0.9rem; }
.iyz-field label { display: block; margin-bottom: 0.25rem; font-size: 0.875rem; font-weight: 600; }
.iyz-field input { box-sizing: border-box; width: 100%; padding: 0.6rem 0.7rem; font: inherit; color: inherit;
  background: #fff; border: 1px solid #8a94a3; border-radius: 8px; }
.iyz-field input:focus-visible, .iyz-form button:focus-visible { outline: 3px solid #7db3ff; outline-offset: 1px; }
.iyz-form button { width: 100%; padding: 0.75rem; font: inherit; font-weight: 600; color: #fff; cursor: pointer;
  background: #1453b8; border: 1px solid transparent; border-radius: 8px; }
.iyz-form button:disabled { background: #5c6b80; cursor: progress; }
#iyz-error { margin: 0 0 0.9rem; padding: 0.6rem 0.7rem; color: #8c1320; background: #fdecee; border-radius: 8px; }
#iyz-error:empty { display: none; }
.iyz-note { margin: 0.9rem 0 0; font-size: 0.8rem; color: #566072; }
`;
