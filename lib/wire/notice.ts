export interface NoticeInput {
  readonly token: string;
  readonly signature: string | undefined;
  readonly body: string;
}

/** A provider's notification: the tenant's token from the path, the signature header, the body as it came. */
export function noticeInput(
  path: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): NoticeInput {
  return {
    token: path.token ?? '',
    signature: headers['x-iyz-signature-v3'],
    body: typeof body === 'string' ? body : '',
  };
}
