import { cleanText } from './read.ts';

/** A provider's notification: the tenant's token from the path, the signature header, and the raw body. */
export function notificationInput(
  path: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
) {
  return {
    token: cleanText('token', path.token ?? ''),
    signature: headers['x-iyz-signature-v3'],
    body: typeof body === 'string' ? body : '',
  };
}
