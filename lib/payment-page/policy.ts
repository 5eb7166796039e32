/**
 * The Content-Security-Policy of the page with the form. Scripts: the page's own nonce and the provider. Styles may be
 * inline because the provider's form writes its own. The form is sent to us and we send the browser on, which some
 * browsers count as the form's target too, hence any https address and the caller's own.
 */
export function formPolicy(nonce: string, provider: string, callbackUrl: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${provider}`,
    `connect-src ${provider}`,
    `style-src 'unsafe-inline' ${provider}`,
    `img-src data: ${provider}`,
    `font-src data: ${provider}`,
    `frame-src ${provider}`,
    `form-action 'self' https: ${new URL(callbackUrl).origin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The policy of a page that only says something. */
export function textPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
