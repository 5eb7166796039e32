import { createHmac } from 'node:crypto';

/** The signed parts of a request. */
export interface Signed {
  readonly secretKey: string;
  readonly randomKey: string;
  /** Begins with `/v2/`, percent-encoded as sent, without the query: a signed query is rejected. */
  readonly path: string;
  /** Exactly the text that is sent, or empty. */
  readonly body: string;
}

/** HMAC-SHA256 over random key, path and body, in lower-case hex: the provider's `IYZWSv2` scheme. */
export function signature({ secretKey, randomKey, path, body }: Signed): string {
  return createHmac('sha256', secretKey)
    .update(randomKey + path + body, 'utf8')
    .digest('hex');
}

/** The value of the `Authorization` header. */
export function authorization(apiKey: string, signed: Signed): string {
  const plain = `apiKey:${apiKey}&randomKey:${signed.randomKey}&signature:${signature(signed)}`;
  return `IYZWSv2 ${Buffer.from(plain, 'utf8').toString('base64')}`;
}
