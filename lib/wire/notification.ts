import { cleanText } from './read.ts';

/** A provider's notification: the tenant's token from the path, and the rest as it arrived. */
export function notificationInput(
  path: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
) {
  return {
    token: cleanText('token', path.token ?? ''),
    headers,
    body: typeof body === 'string' ? body : '',
  };
}
