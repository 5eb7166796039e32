import { ALGORITHM, sha256, signatureOf, type SigningIdentity } from '../runtime/signature.ts';

/**
 * A presigned link (AWS Signature Version 4 in the query) for one method and one object, or for a list, which the target's
 * own query describes. The body is not signed, because it is not known when the link is created. `at` is the time of signing (epoch ms).
 */
export function presign(
  method: 'GET' | 'PUT',
  target: URL,
  how: {
    readonly identity: SigningIdentity;
    readonly region: string;
    readonly at: number;
    readonly expiresInSeconds: number;
  },
): string {
  const { identity, region } = how;
  const time = new Date(how.at).toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const query = [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${identity.accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(how.expiresInSeconds)],
    ...(identity.sessionToken === undefined ? [] : [['X-Amz-Security-Token', identity.sessionToken]]),
    ['X-Amz-SignedHeaders', 'host'],
    ...[...target.searchParams].toSorted(([one], [other]) => (one < other ? -1 : 1)), // in lower case, so behind
  ]
    .map(([name = '', value = '']) => `${name}=${escaped(value)}`)
    .join('&');
  const request = [method, target.pathname, query, `host:${target.host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const toSign = [ALGORITHM, time, scope, sha256(request.join('\n'))].join('\n');
  const signature = signatureOf(identity, scope, toSign);
  return `${target.origin}${target.pathname}?${query}&X-Amz-Signature=${signature}`;
}

/** RFC 3986 encoding, including the characters that `encodeURIComponent` leaves. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
