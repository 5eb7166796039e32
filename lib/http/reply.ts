import { Reply } from './answer.ts';

/** 303, so that a browser that came by POST continues by GET. */
export function redirectTo(address: string): Reply {
  return new Reply({
    statusCode: 303,
    headers: { location: address, 'cache-control': 'no-store' },
    body: '',
  });
}

/** An uncached HTML page with the headers it needs. */
export function page(
  statusCode: number,
  { html, headers }: { readonly html: string; readonly headers: Readonly<Record<string, string>> },
): Reply {
  return new Reply({
    statusCode,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: html,
  });
}

/** A document that stays the same until the next deployment; `policy` is its Content-Security-Policy. */
export function document(contentType: string, body: string, policy = `default-src 'none'`): Reply {
  return new Reply({
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
    },
    body,
  });
}
