/**
 * The Content-Security-Policy of the page with the form. Scripts come from the page's nonce and the provider. Inline
 * styles are allowed because the provider's form writes its own. The form is sent to us and we redirect the browser,
 * which some browsers check against `form-action` too; hence any https address and the caller's own.
 */
export function formPolicy(nonce: string, provider: string, callbackUrl: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${provider}`,
    `connect-src 'self' ${provider}`,
    `style-src 'unsafe-inline' ${provider}`,
    `img-src 'self' data: ${provider}`,
    `font-src data: ${provider}`,
    `frame-src ${provider}`,
    `form-action 'self' https: ${new URL(callbackUrl).origin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The policy of a page without a form. */
export function textPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
