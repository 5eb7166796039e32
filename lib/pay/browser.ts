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
