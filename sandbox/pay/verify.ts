import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadSignature, Refusal } from './envelope.ts';

/** A request as far as its signature is concerned. */
export interface SignedRequest {
  readonly path: string;
  readonly rawBody: Buffer;
  readonly randomHeader: string | undefined;
}

/** What a request says of itself in its Authorization header. */
export interface Claim {
  readonly apiKey: string;
  readonly randomKey: string;
  readonly signature: string;
}

const SCHEME = 'IYZWSv2 ';

/** The API key a request names, true or not; undefined where it names none. */
export function claimedApiKey(authorization: string | undefined): string | undefined {
  try {
    return readClaim(authorization).apiKey;
  } catch {
    return undefined;
  }
}

/**
 * Verifies `IYZWSv2` over the received bytes and the path without query. A trailing slash may be signed or not. Throws
 * `Refusal`.
 */
export function verify(request: SignedRequest, claim: Claim, secretKey: string): void {
  if (request.randomHeader !== undefined && request.randomHeader !== claim.randomKey)
    throw new BadSignature();
  const paths = [request.path, request.path.replace(/\/$/, '')];
  const given = Buffer.from(claim.signature);
  const fits = paths.some((path) => {
    const wanted = createHmac('sha256', secretKey)
      .update(claim.randomKey + path)
      .update(request.rawBody)
      .digest('hex');
    return given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted));
  });
  if (!fits) throw new BadSignature();
}

/** Reads the Authorization header, or throws the `Refusal` for what is missing in it. */
export function readClaim(authorization: string | undefined): Claim {
  if (authorization === undefined) throw new Refusal('1009', 401);
  if (!authorization.startsWith(SCHEME)) throw new Refusal('1008', 401);
  const plain = Buffer.from(authorization.slice(SCHEME.length), 'base64').toString('utf8');
  const parts = /^apiKey:(.*)&randomKey:(.*)&signature:(.*)$/s.exec(plain);
  const [, apiKey, randomKey, signature] = parts ?? [];
  if (!apiKey || randomKey === undefined) throw new Refusal('1006', 401);
  if (!signature) throw new Refusal('1007', 401);
  return { apiKey, randomKey, signature };
}
