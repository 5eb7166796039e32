import * as http from 'node:http';
import * as https from 'node:https';
import { limitInterimAnswers, limitTinyChunks } from '../../outgoing/answer-floods.ts';
import { IDLE_CONNECTION_MS, LARGEST_ANSWER_BYTES } from './limits.ts';

/** One HTTP request, sent once. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for no body. */
  readonly body: string;
  /** Covers everything from the name look-up to the last byte of the answer. */
  readonly deadlineMs: number;
  /** Uses a new connection, which cannot be stale, instead of a kept-alive one. */
  readonly freshConnection: boolean;
}

/** The outcome of a request. Failures differ by whether the request may have had an effect. */
export type Exchange =
  | { readonly is: 'answered'; readonly httpStatus: number; readonly body: string }
  | { readonly is: 'tooLarge'; readonly httpStatus: number }
  | { readonly is: 'unreachable' }
  | { readonly is: 'timeout' }
  | { readonly is: 'connectionLost' };

const REUSED = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
const plainAgent = new http.Agent(REUSED);
const secureAgent = new https.Agent(REUSED);

/** Sends a request once and never rejects. */
export function exchange(ask: Request): Promise<Exchange> {
  return new Promise((resolve) => {
    const secure = ask.url.protocol === 'https:';
    const reusingAgent = secure ? secureAgent : plainAgent;
    const agent = ask.freshConnection ? false : reusingAgent;
    const { method, headers } = ask;
    const call = (secure ? https : http).request(ask.url, { method, headers, agent });
    let sent = false;

    const finish = (outcome: Exchange) => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    const giveUp = (outcome: Exchange) => {
      finish(outcome);
      call.destroy();
    };
    const deadline = setTimeout(() => giveUp({ is: sent ? 'timeout' : 'unreachable' }), ask.deadlineMs);

    call.on('socket', (socket) => {
      // Nothing is sent before the connection is established, with TLS before the handshake is done.
      if (call.reusedSocket) sent = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (sent = true));
    });
    limitInterimAnswers(call, () => new Error('too many interim answers'));
    const lost = () => finish({ is: sent ? 'connectionLost' : 'unreachable' });
    call.on('error', lost);
    call.on('close', lost); // neither answer nor error: a protocol switch
    call.on('response', (answer) => {
      call.off('close', lost);
      collect(answer, finish, giveUp);
    });
    call.end(ask.body);
  });
}

function collect(
  answer: http.IncomingMessage,
  finish: (outcome: Exchange) => void,
  giveUp: (outcome: Exchange) => void,
): void {
  const httpStatus = answer.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  limitTinyChunks(answer);
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) giveUp({ is: 'tooLarge', httpStatus });
    else chunks.push(chunk);
  });
  answer.on('error', () => finish({ is: 'connectionLost' }));
  answer.on('end', () =>
    finish({ is: 'answered', httpStatus, body: Buffer.concat(chunks).toString('utf8') }),
  );
}
