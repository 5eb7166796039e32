import { URL_CHARACTERS_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';

declare const checked: unique symbol;

/** An address that a customer's browser may be sent to, as browsers encode it. Only `browserAddress` makes one. */
export type BrowserAddress = string & { readonly [checked]: true };

/** What decides where the browsers of a tenant's customers may be sent. */
export interface BrowserHosts {
  /** The hosts that the tenant has named; where it has named none, any is good. */
  readonly named: readonly string[];
  /** Our own address, which is always good; empty where it is not known. */
  readonly own: string;
  /** The stack runs on one machine: plain http to loopback is good too. */
  readonly localRun: boolean;
}

/** The hosts of a tenant, for a service with these settings. */
export const browserHostsOf = (
  tenant: { readonly callbackHosts?: readonly string[] } | undefined,
  settings: { readonly publicUrl: string; readonly loopbackAllowed: readonly string[] },
): BrowserHosts => ({
  named: tenant?.callbackHosts ?? [],
  own: settings.publicUrl,
  localRun: settings.loopbackAllowed.length > 0,
});

/** Loopback hosts that are accepted when the stack runs on one machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Names and IP addresses only: URLs also allow hosts with `;` and `,`, which would end the value in a page's policy. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:]+\])$/;

/** Written with its host, and without what browsers take for a slash: programs differ about whose address the rest is. */
const UNAMBIGUOUS = /^https?:\/\/[^/?#\\][^\\]*$/i;

/** A URL that can be put into a Location header as it is. */
const PLAIN = /^https?:\/\/[!-~]+$/i;

/**
 * The one judge of where a browser may be sent: `https:` (on one machine also loopback), at a host that the tenant has
 * named if it has named any, or at our own address. So whoever has only an API key cannot send its customers elsewhere.
 * Throws `invalid_request` with the field.
 */
export function browserAddress(
  field: string,
  given: string,
  { named, own, localRun }: BrowserHosts,
): BrowserAddress {
  const problem = (message: string) =>
    new Refusal('invalid_request', { message: `${field}: ${message}`, details: [{ field, message }] });
  const url = URL.parse(given);
  if (!url) throw problem('must be an absolute URL');
  if (url.username !== '' || url.password !== '') throw problem('must not contain user information');
  const loopback = localRun && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  if (url.protocol !== 'https:' && !loopback) throw problem('must be an https URL');
  if (!HOST.test(url.hostname)) throw problem('must have a host name or an IP address');
  if (!UNAMBIGUOUS.test(given))
    throw problem('must begin with https:// and a host, and contain no backslash');
  const kept = PLAIN.test(given) ? given : url.href;
  if (kept.length > URL_CHARACTERS_MAX)
    throw problem(`must be at most ${URL_CHARACTERS_MAX} characters as browsers encode it`);
  const isOurs = url.origin === URL.parse(own)?.origin;
  if (named.length > 0 && !named.includes(url.hostname) && !isOurs)
    throw problem(`must be at one of the account's callback hosts: ${named.join(', ')}`);
  return kept as BrowserAddress;
}
