/** What a page may do beside showing itself. Each is refused unless it is named. */
export interface Allowed {
  /** Inline scripts with the page's nonce, such as that of a passkey. */
  readonly scripts?: boolean;
  /** Images from our own origin, such as a logo; data addresses are always allowed. */
  readonly images?: boolean;
  /** Where its forms may lead: to us, or also to further origins that we then redirect to. */
  readonly forms?: `'self'${string}`;
}

/** The Content-Security-Policy of a page: nothing but its own style, plus what it names. Nobody may frame it. */
export function policyOf(nonce: string, { scripts, images, forms }: Allowed = {}): string {
  return [
    `default-src 'none'`,
    ...(scripts ? [`script-src 'nonce-${nonce}'`, `connect-src 'self'`] : []),
    `style-src 'nonce-${nonce}'`,
    images ? `img-src 'self' data:` : 'img-src data:',
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
