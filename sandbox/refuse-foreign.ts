import type { IncomingMessage, RequestListener } from 'node:http';

/** The names of this machine, as browsers and clients write them. */
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/**
 * A listener that answers only callers of this machine: a page of another site, open in the developer's browser, must
 * neither read what the local cloud has nor change it, not even by a name that leads to 127.0.0.1.
 */
export function refuseForeign(listener: RequestListener): RequestListener {
  return (request, response) => {
    const why = foreignIn(request);
    if (why === undefined) return listener(request, response);
    request.resume();
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify({ error: `refused: ${why}` })}\n`);
  };
}

/** Why a request is another site's; undefined where it is not. */
function foreignIn({ headers, method }: IncomingMessage): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!LOOPBACK.test(hostnameOf(`http://${host}`))) return 'the Host is not this machine';
  const isOpaque = origin === 'null'; // a page that sends no referrer: what it is, the next header says
  if (origin !== undefined && !isOpaque && !LOOPBACK.test(hostnameOf(origin)))
    return 'the Origin is another site';
  if (isOpaque && site === undefined) return 'nothing says which site it comes from';
  if (site !== 'cross-site' || (origin !== undefined && !isOpaque)) return undefined;
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  return isVisit && headers['sec-fetch-dest'] === 'document' ? undefined : 'it comes from another site';
}

const hostnameOf = (address: string) => URL.parse(address)?.hostname ?? '';
