import { URL_CHARACTERS_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';

/** Loopback addresses a customer's browser may be sent to when the stack runs on one machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address a customer is finally sent to: `https:`, or `http:` to loopback where `localRun` says so. Refused
 * otherwise, with the field named.
 */
export function callbackUrl(given: string, localRun: boolean): string {
  const say = (message: string) =>
    new Refusal('invalid_request', {
      message: `callbackUrl: ${message}`,
      details: [{ field: 'callbackUrl', message }],
    });
  if (given.length > URL_CHARACTERS_MAX) throw say(`must be at most ${URL_CHARACTERS_MAX} characters`);
  const url = URL.parse(given);
  if (!url) throw say('must be an absolute URL');
  if (url.username !== '' || url.password !== '') throw say('must not contain user information');
  const loopback = localRun && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  if (url.protocol !== 'https:' && !loopback) throw say('must be an https URL');
  return given;
}
