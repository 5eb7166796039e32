import type { IncomingMessage, ServerResponse } from 'node:http';

const COOKIE = 'shop';
const BODY_BYTES_MAX = 256 * 1024;

/** The body as it arrived. Rejects where it is larger than any of ours. */
export async function rawBodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await rawBodyOf(request)).toString());
}

export function cookieOf({ headers }: IncomingMessage): string | undefined {
  return headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
}

/** Lax: it comes along when the customer returns from the payment, and with no form that another site sends. */
export function keepCookie(response: ServerResponse, cookie: string): void {
  response.setHeader('set-cookie', `${COOKIE}=${cookie}; HttpOnly; SameSite=Lax; Path=/`);
}

export function goTo(response: ServerResponse, address: string): void {
  response.writeHead(303, { location: address }).end();
}

export function show(response: ServerResponse, html: string, status = 200): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'",
  };
  response.writeHead(status, headers).end(html);
}
