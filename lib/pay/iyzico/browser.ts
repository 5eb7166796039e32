/* What a customer's browser needs of the provider. */

/** The provider's own domains: its form loads scripts and pictures from both. */
const DOMAINS = ['iyzipay.com', 'iyzico.com'] as const;

/** The sources for forms stored without them: all deployed accounts are at the provider's own domains. */
export const USUAL_SOURCES = DOMAINS.map((domain) => `https://*.${domain}`).join(' ');

/** The Content-Security-Policy sources of the provider's form: its own domains, or the account's address. */
export function browserSources(baseUrl: string): string {
  const { hostname, origin } = new URL(baseUrl);
  const isUsual = DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  return isUsual ? USUAL_SOURCES : origin;
}

/** The element into which the provider's form is drawn. */
export const FORM_PLACE = '<div id="iyzipay-checkout-form" class="responsive"></div>';

/** The provider's form content for a page, with its nonce and language; its script is marked (`data-form`). */
export function formScripts(content: string, language: 'tr' | 'en', nonce: string): string {
  const form = content.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);
  const after = `for (const { src, dataset } of document.scripts) if (src) dataset.form = '';`;
  return `${form}\n<script nonce="${nonce}">if (typeof iyziInit === 'object') iyziInit.locale = '${language}';${after}</script>`;
}
