import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

/** What came of one request. `unreachable` means that nothing went out. */
export type Exchange =
  | {
      readonly is: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: Buffer;
    }
  | { readonly is: 'unreachable' | 'timeout' | 'connectionLost' }
  | { readonly is: 'tooLarge'; readonly status: number };

/** No answer of the contract is longer. */
const ANSWER_BYTES_MAX = 1024 * 1024;

/**
 * One request, one answer; no redirects, no retries, no compression. Every request has a connection of its
 * own, because one that was kept open may be dead, and a request lost on it would be of unknown outcome.
 */
export function exchange(
  url: URL,
  ask: { method: string; headers: Record<string, string>; body?: string },
  deadlineMs: number,
  bytesMax = ANSWER_BYTES_MAX,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let sent = false;
    const signal = AbortSignal.timeout(deadlineMs);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { 'User-Agent': 'subscription-billing', ...ask.headers };
    const lost = (): void => {
      if (!sent) resolve({ is: 'unreachable' });
      else resolve({ is: signal.aborted ? 'timeout' : 'connectionLost' });
    };
    const call = send(url, { method: ask.method, headers, agent: false, signal }, (answer) => {
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
    call.on('error', lost);
    call.end(ask.body);
  });
}

/** The whole body, or undefined where it is longer than it may be. */
function collect(answer: IncomingMessage, bytesMax: number, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= bytesMax) return;
    done(undefined);
    answer.destroy();
  });
  answer.on('end', () => done(Buffer.concat(chunks)));
}
