/*
 * What a customer's browser has to do with the provider, in the provider's words.
 */

/** The sources of a form whose release did not note them: all deployed accounts are at the provider's own domain. */
export const USUAL_SOURCES = 'https://*.iyzipay.com';

/**
 * Where a customer's browser gets the provider's form from, as Content-Security-Policy sources: the provider's own
 * domain, or the address the account names where that is another one.
 */
export function browserSources(baseUrl: string): string {
  const { hostname, origin } = new URL(baseUrl);
  return hostname === 'iyzipay.com' || hostname.endsWith('.iyzipay.com') ? USUAL_SOURCES : origin;
}

/** The element that the provider's form is drawn into. */
export const FORM_PLACE = '<div id="iyzipay-checkout-form" class="responsive"></div>';

/**
 * The provider's form content as a page runs it: its scripts carry the page's nonce, and the form speaks the page's
 * language. The content only names the form's script, which is loaded later and then reads the language.
 */
export function formScripts(content: string, language: 'tr' | 'en', nonce: string): string {
  const form = content.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);
  return `${form}\n<script nonce="${nonce}">if (typeof iyziInit === 'object') iyziInit.locale = '${language}';</script>`;
}
