/** What a page may do beside showing itself. Each is refused unless it is named. */
export interface Allowed {
  /** Inline scripts with the page's nonce, such as that of a passkey. */
  readonly scripts?: boolean;
  /** Images from our own origin, or another of ours, such as a logo; data addresses are always allowed. */
  readonly images?: boolean | string;
  /** Where its forms may lead: to us, or also to further origins that we then redirect to. */
  readonly forms?: `'self'${string}`;
}

/** The Content-Security-Policy of a page: nothing but its own style, plus what it names. Nobody may frame it. */
export function policyOf(nonce: string, { scripts, images, forms }: Allowed = {}): string {
  return [
    `default-src 'none'`,
    ...(scripts ? [`script-src 'nonce-${nonce}'`, `connect-src 'self'`] : []),
    `style-src 'nonce-${nonce}'`,
    images ? `img-src ${images === true ? `'self'` : images} data:` : 'img-src data:',
    `form-action ${forms ?? `'none'`}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Headers of every page: no sniffing, no framing, no referrer, and no device of the visitor. */
export const PAGE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
} as const;

/**
 * The Content-Security-Policy of the page with the provider's form. Scripts come from the page's nonce and the provider, and
 * reach the provider alone: what it runs there reads no page of our own origin.
 * Inline styles are allowed because the provider's form writes its own. The form is sent to us and we redirect the browser,
 * which some browsers check against `form-action` too; hence any https address and the caller's own.
 */
export function formPolicy(nonce: string, provider: string, callbackUrl: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${provider}`,
    `connect-src ${provider}`,
    `style-src 'unsafe-inline' ${provider}`,
    `img-src 'self' data: ${provider}`,
    `font-src data: ${provider}`,
    `frame-src ${provider}`,
    `form-action 'self' https: ${new URL(callbackUrl).origin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * What pages about a payment have in place of what is said of all pages: another page of ours that a script opens from there is
 * in a browsing context group of its own, so that the provider's script does not reach its document.
 */
export const BESIDE_A_FORM_HEADERS = { 'cross-origin-opener-policy': 'same-origin-allow-popups' } as const;

/** What the page with the provider's form has beside them: the form may offer a browser's wallet. */
export const PAYMENT_HEADERS = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;
