import { json, Reply } from './answer.ts';

/** What browsers are told of everything they show: only ever by TLS, by itself, and without the visitor's devices. */
const FOR_BROWSERS = {
  'strict-transport-security': 'max-age=63072000',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** 303, so that a browser that came by POST continues by GET; `cookies` as `Set-Cookie` has them. */
export function redirectTo(address: string, cookies: readonly string[] = []): Reply {
  return new Reply({
    statusCode: 303,
    headers: { location: address, 'cache-control': 'no-store' },
    ...(cookies.length > 0 && { cookies: [...cookies] }),
    body: '',
  });
}

/** 307 to another path of this host, so that a browser that came by POST sends the same form there. */
export function sendAgainTo(path: `/${string}`): Reply {
  return new Reply({ statusCode: 307, headers: { location: path, 'cache-control': 'no-store' }, body: '' });
}

/** 302 to another path of this host. */
export function found(path: `/${string}`): Reply {
  return new Reply({ statusCode: 302, headers: { location: path, 'cache-control': 'no-store' }, body: '' });
}

/**
 * A cookie for this host alone, which no script can read, and no other site's form sends. Without a value it is
 * removed.
 */
export function hostCookie(name: `__Host-${string}`, value: string, maxAgeSeconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${value === '' ? 0 : maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`;
}

/** When a browser that asked too often may ask again, where nothing says it to the second. */
const AGAIN_SECONDS = '60';

/** An uncached HTML page with the headers it needs. */
export function page(
  statusCode: number,
  { html, headers }: { readonly html: string; readonly headers: Readonly<Record<string, string>> },
  cookies: readonly string[] = [],
): Reply {
  return new Reply({
    statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...FOR_BROWSERS,
      ...(statusCode === 429 && { 'retry-after': AGAIN_SECONDS }),
      ...headers,
    },
    ...(cookies.length > 0 && { cookies: [...cookies] }),
    body: html,
  });
}

/** An image that never changes: whoever has it once need not ask again. */
export function lastingImage(contentType: string, image: Uint8Array): Reply {
  return new Reply({
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': `default-src 'none'`,
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from(image).toString('base64'),
    isBase64Encoded: true,
  });
}

/** A JSON answer that its caller may keep for so long (ms), and nobody between. */
export const validFor = <Says>(ms: number, body: Says): Reply<Says> =>
  new Reply(json(200, body, { 'cache-control': `private, max-age=${Math.max(0, Math.floor(ms / 1000))}` }));

interface Further {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/** What scripts of any site may read: it is for everybody and says nothing of who asks. */
const FOR_ALL_SITES = { 'access-control-allow-origin': '*' } as const;

/** A JSON answer that everybody may read, on any site's page. */
export const openAnswer = <const Says>(body: Says): Reply<Says> => new Reply(json(200, body, FOR_ALL_SITES));

/**
 * A document for everybody that stays the same until the next deployment; `policy` is its Content-Security-Policy. One in
 * JSON says this.
 */
export function document<Says = null>(
  contentType: string,
  body: string,
  policy = `default-src 'none'`,
  { headers, cookies = [] }: Further = {},
): Reply<Says> {
  return new Reply({
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      ...FOR_ALL_SITES,
      ...FOR_BROWSERS,
      ...headers,
    },
    ...(cookies.length > 0 && { cookies: [...cookies] }),
    body,
  });
}

/** A file to be saved under a name of ours, not cached. */
export function file(contentType: string, name: string, body: string): Reply {
  return new Reply({
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body,
  });
}
