import { invalid } from './read.ts';

/** Loopback addresses a customer's browser may be sent to when the stack runs on one machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What a browser follows as it is when a header holds it. */
const PLAIN = /^https?:\/\/[!-~]+$/i;

/**
 * The address a customer is finally sent to: `https:`, or `http:` to loopback where `localRun` says so. Refused
 * otherwise, with the field named. An address that is not plain is given as browsers would write it.
 */
export function callbackUrl(given: string, localRun: boolean): string {
  const say = (message: string) => invalid({ field: 'callbackUrl', message });
  const url = URL.parse(given);
  if (!url) throw say('must be an absolute URL');
  if (url.username !== '' || url.password !== '') throw say('must not contain user information');
  const loopback = localRun && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  if (url.protocol !== 'https:' && !loopback) throw say('must be an https URL');
  return PLAIN.test(given) ? given : url.href;
}
