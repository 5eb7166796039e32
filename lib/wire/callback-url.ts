import { URL_CHARACTERS_MAX } from '../limits.ts';
import { invalid } from './read.ts';

/** Loopback hosts that are accepted when the stack runs on one machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Names and IP addresses only: URLs also allow hosts with `;` and `,`, which would end the value in a page's policy. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:]+\])$/;

/** Written with its host, and without what browsers take for a slash: programs differ about whose address the rest is. */
const UNAMBIGUOUS = /^https?:\/\/[^/?#\\][^\\]*$/i;

/** A URL that can be put into a Location header as it is. */
const PLAIN = /^https?:\/\/[!-~]+$/i;

/** The URL that the customer is finally sent to. Throws as `httpsUrl` does. */
export const callbackUrl = (given: string, localRun: boolean): string =>
  httpsUrl('callbackUrl', given, localRun);

/**
 * A URL that browsers are sent to, as they encode it: `https:`, with `localRun` also loopback. Throws
 * `invalid_request`.
 */
export function httpsUrl(field: string, given: string, localRun: boolean): string {
  const problem = (message: string) => invalid({ field, message });
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
  return kept;
}
