/*
 * What a customer's browser needs of the provider.
 */

/** The sources for forms stored without them: all deployed accounts are at the provider's own domain. */
export const USUAL_SOURCES = 'https://*.iyzipay.com';

/**
 * The Content-Security-Policy sources of the provider's form: the provider's own domain, or the account's address if
 * that is another one.
 */
export function browserSources(baseUrl: string): string {
  const { hostname, origin } = new URL(baseUrl);
  return hostname === 'iyzipay.com' || hostname.endsWith('.iyzipay.com') ? USUAL_SOURCES : origin;
}

/** The element into which the provider's form is drawn. */
export const FORM_PLACE = '<div id="iyzipay-checkout-form" class="responsive"></div>';

/**
 * The provider's form content for a page: its scripts get the page's nonce, and the form the page's language. The
 * content only loads the form's script, which reads the language later.
 */
export function formScripts(content: string, language: 'tr' | 'en', nonce: string): string {
  const form = content.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);
  return `${form}\n<script nonce="${nonce}">if (typeof iyziInit === 'object') iyziInit.locale = '${language}';</script>`;
}
