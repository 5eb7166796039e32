import { cleanText } from './read.ts';

export interface NotificationInput {
  readonly token: string;
  readonly signature: string | undefined;
  readonly body: string;
}

/** A provider's notification: the tenant's token from the path, the signature header, the body as it came. */
export function notificationInput(
  path: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): NotificationInput {
  return {
    token: cleanText('token', path.token ?? ''),
    signature: headers['x-iyz-signature-v3'],
    body: typeof body === 'string' ? body : '',
  };
}
