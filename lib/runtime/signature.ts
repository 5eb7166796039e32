import { createHash, createHmac } from 'node:crypto';

/** The credentials that sign a request. */
export interface SigningIdentity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Part of temporary credentials. A link signed with them expires with them at the latest. */
  readonly sessionToken?: string | undefined;
}

/** How AWS is told what was signed, and how. */
export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers of a JSON request that is signed with its body (AWS Signature Version 4). `at` is the time of signing (epoch ms). */
export function signedHeaders(
  method: 'POST',
  target: URL,
  body: string,
  how: {
    readonly identity: SigningIdentity;
    readonly region: string;
    readonly service: string;
    readonly at: number;
  },
): Record<string, string> {
  const { identity, region, service } = how;
  const time = new Date(how.at).toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const signed: Record<string, string> = {
    'content-type': 'application/json',
    host: target.host,
    'x-amz-date': time,
    ...(identity.sessionToken !== undefined && { 'x-amz-security-token': identity.sessionToken }),
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
  const request = [method, target.pathname, '', ...lines, '', names, sha256(body)];
  const toSign = [ALGORITHM, time, scope, sha256(request.join('\n'))].join('\n');
  const signature = signatureOf(identity, scope, toSign);
  const credential = `${identity.accessKeyId}/${scope}`;
  return {
    ...signed,
    'content-length': String(Buffer.byteLength(body)),
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** The signature of a text: its key is the secret, chained through the scope's day, region, service and terminator. */
export function signatureOf({ secretAccessKey }: SigningIdentity, scope: string, toSign: string): string {
  const key = scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`));
  return hmac(key, toSign).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
