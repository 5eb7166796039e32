import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { named } from './errors.ts';

/** How long, in ms, until the connection stands, until the answer begins, and between two parts of it. */
export interface Timeouts {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly socketTimeout: number;
}

/** What a service answered. */
export interface Answer {
  readonly status: number;
  /** Its name for what went wrong, where it says it in a header. */
  readonly type: string | undefined;
  readonly body: string;
}

const SOCKETS_MAX = 50;
/** Errors of a connection that broke, which are named as if it had taken too long, as the SDK does. */
const BROKEN: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Connections to an address that stay open from one request to the next. */
export function keptAlive(url: URL): HttpAgent | HttpsAgent {
  const settings = { keepAlive: true, maxSockets: SOCKETS_MAX };
  return url.protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings);
}

/** One request. Throws a TimeoutError where it takes too long, and the error of a connection that breaks. */
export function exchange(
  url: URL,
  asked: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly agent: HttpAgent | HttpsAgent;
    readonly signal: AbortSignal | undefined;
    readonly timeouts: Partial<Timeouts>;
  },
): Promise<Answer> {
  const { headers, body, agent, signal, timeouts } = asked;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const failed = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(BROKEN.has(error.code) ? Object.assign(error, { name: 'TimeoutError' }) : error);
      request.destroy();
    };
    const within = (what: string, ms: number | undefined) => {
      clearTimeout(timer);
      if (ms) timer = setTimeout(() => failed(named('TimeoutError', `${what} took over ${ms} ms`)), ms);
    };
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, { method: 'POST', headers, agent, ...(signal && { signal }) });
    request.on('error', failed);
    request.on('socket', (socket) => {
      const connected = () => within('the answer', timeouts.requestTimeout);
      if (!socket.connecting) return connected();
      within('the connection', timeouts.connectionTimeout);
      socket.once('connect', connected);
    });
    request.on('response', (answer) => {
      const parts: Buffer[] = [];
      within('a part of the answer', timeouts.socketTimeout);
      answer.on('error', failed);
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        timer?.refresh();
      });
      answer.on('end', () => {
        clearTimeout(timer);
        const type = answer.headers['x-amzn-errortype']?.toString();
        resolve({ status: answer.statusCode ?? 0, type, body: Buffer.concat(parts).toString() });
      });
    });
    request.end(body);
  });
}
