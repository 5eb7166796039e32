import type { sendOnce as acctExchange } from '../../../lib/acct/parasut/http.ts';
import type { Exchange, Request as PayRequest } from '../../../lib/pay/iyzico/exchange.ts';
import type { Post } from '../../../lib/runtime/app.ts';
import type { AcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import type { PaySandbox } from '../../../sandbox/pay/sandbox.ts';
import type { Fetch } from '../../../sandbox/pay/world.ts';
import { lowerCased, type Answer, type Ask } from './ask.ts';
import { NO_ANSWER } from './front.ts';
import type { Receiver } from './receiver.ts';

/** How the service, the sandbox providers and a test speak to each other. */
export interface Line {
  /** What the service's payment client sends its requests with; undefined for the network. */
  readonly exchange: ((ask: PayRequest) => Promise<Exchange>) | undefined;
  /** The same of its invoicing client. */
  readonly acctExchange: typeof acctExchange | undefined;
  /** What everybody else sends requests with. */
  readonly fetch: Fetch;
}

/** Sockets, as when deployed. */
export const NETWORK: Line = {
  exchange: undefined,
  acctExchange: undefined,
  fetch: (...asked) => fetch(...asked),
};

/**
 * The same requests and answers without sockets: several times as fast, and in the same order whenever the same walk is
 * taken. `passing` is what happens while an answer is on its way. What nobody answers is a time-out at once.
 */
export function memoryLine(
  provider: () => PaySandbox,
  invoicing: () => AcctSandbox,
  receive: (ask: Ask) => Promise<Answer>,
  passing: () => Promise<void>,
): Line {
  const exchange = async ({ method, url, headers, body }: PayRequest): Promise<Exchange> => {
    await passing();
    const outcome = await provider().answer({
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: lowerCased(headers),
      rawBody: Buffer.from(body),
    });
    await passing();
    if (outcome === 'hang') return { is: 'timeout' };
    if (outcome === 'drop') return { is: 'connectionLost' };
    return { is: 'answered', httpStatus: outcome.status, body: outcome.body };
  };
  const acctExchange: Line['acctExchange'] = async (url, { method, headers, body = '' }) => {
    await passing();
    const call = { method, url, headers: lowerCased(headers), body: Buffer.from(body) };
    const outcome = invoicing().answer(call);
    await passing();
    if (outcome === 'silence') return { is: 'timeout' };
    if (outcome === 'lost') return { is: 'connectionLost' };
    const answer = { status: outcome.status, body: Buffer.from(outcome.body) };
    return { is: 'answered', ...answer, retryAfter: outcome.headers['Retry-After'] };
  };
  return {
    exchange,
    acctExchange,
    fetch: async (address, { method = 'GET', headers, body } = {}) => {
      const url = new URL(address);
      const text = typeof body === 'string' ? body : '';
      const given = Object.fromEntries(new Headers(headers));
      if (invoicing().url.endsWith(url.host)) {
        const answer = await acctExchange(url, { method, headers: given, body: text }, Infinity);
        if (answer.is !== 'answered') throw new TypeError('fetch failed');
        return answered(answer.status, answer.body.toString());
      }
      if (!provider().url.endsWith(url.host)) return notified(url, given, text);
      const sent = { method: method as PayRequest['method'], url, headers: given, body: text };
      const answer = await exchange({ ...sent, deadlineMs: Infinity, freshConnection: false });
      if (answer.is !== 'answered') throw new TypeError('fetch failed');
      return answered(answer.httpStatus, answer.body);
    },
  };

  async function notified(url: URL, headers: Record<string, string>, raw: string): ReturnType<Fetch> {
    const token = url.pathname.split('/').pop() ?? '';
    const { status, text } = await receive({ method: 'POST', path: { token }, headers, raw });
    if (status === NO_ANSWER) throw new TypeError('fetch failed');
    return answered(status, text);
  }
}

/** What a caller sees of an answer that is here already, without the streams of a `Response`. */
const answered = (status: number, body: string): Awaited<ReturnType<Fetch>> => ({
  ok: status >= 200 && status < 300,
  status,
  text: async () => body,
  json: async () => JSON.parse(body) as unknown,
});

/** A delivery without sockets: it arrives as it was sent, and is answered at once. */
export function memoryPost(receiver: Receiver): Post {
  return async (url, headers, body) => {
    const { pathname: path } = new URL(url);
    const answer = receiver.take({ path, headers: lowerCased(headers), body: body.toString() });
    return { is: 'answered', ...answer, tookMs: 1 };
  };
}
