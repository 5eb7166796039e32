import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { userAgentOf } from '../../outgoing/user-agent.ts';
import { limitInterimAnswers, limitTinyChunks } from '../../outgoing/answer-floods.ts';

/** The outcome of a request. `unreachable`: nothing was sent. */
export type Exchange =
  | {
      readonly is: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: Buffer;
    }
  | { readonly is: 'unreachable' | 'timeout' | 'connectionLost' }
  | { readonly is: 'tooLarge'; readonly status: number };

/** Longer than any answer of the contract. */
const ANSWER_BYTES_MAX = 1024 * 1024;

/** One request and one answer, on a connection of its own: no redirects, retries or compression. */
export function sendOnce(
  url: URL,
  ask: { method: string; headers: Record<string, string>; body?: string },
  deadlineMs: number,
  bytesMax = ANSWER_BYTES_MAX,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let sent = false;
    const signal = AbortSignal.timeout(deadlineMs);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { 'User-Agent': userAgentOf(), ...ask.headers };
    const lost = (): void => {
      if (!sent) resolve({ is: 'unreachable' });
      else resolve({ is: signal.aborted ? 'timeout' : 'connectionLost' });
    };
    const call = send(url, { method: ask.method, headers, agent: false, signal }, (answer) => {
      call.off('close', lost);
      answer.on('error', lost);
      collect(answer, bytesMax, (body) => {
        const status = answer.statusCode ?? 0;
        if (body === undefined) return resolve({ is: 'tooLarge', status });
        resolve({ is: 'answered', status, retryAfter: answer.headers['retry-after'], body });
      });
    });
    call.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (sent = true));
    });
    limitInterimAnswers(call, () => new Error('too many interim answers'));
    call.on('error', lost);
    call.on('close', lost); // neither answer nor error: a protocol switch
    call.end(ask.body);
  });
}

/** The same in the name of a stage. */
export function exchangeAs(userAgent: string | undefined): typeof sendOnce {
  if (userAgent === undefined) return sendOnce;
  return (url, { headers, ...ask }, ...limits) =>
    sendOnce(url, { ...ask, headers: { 'User-Agent': userAgent, ...headers } }, ...limits);
}

/** The whole body; undefined if it exceeds the limit. */
function collect(answer: IncomingMessage, bytesMax: number, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  limitTinyChunks(answer);
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= bytesMax) return;
    done(undefined);
    answer.destroy();
  });
  answer.on('end', () => done(Buffer.concat(chunks)));
}
