import { createServer } from 'node:http';
import { listen } from '../support/world/loopback.ts';

/** One POST as it arrived at a receiver of a test's own. */
export interface Posted {
  /** Machine time, epoch ms, at which its headers had arrived. */
  readonly at: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** What was answered. */
  readonly status: number | 'silence';
}

/** A receiver in the process of the test: it outlives whatever is done to the local cloud. */
export interface OwnReceiver {
  /** `host:port`, for the local cloud to allow. */
  readonly host: string;
  readonly url: string;
  readonly history: readonly Posted[];
  stop(): Promise<void>;
}

/** What a POST is answered, by the receiver that is asked once for each. */
export type React = (
  path: string,
  eventId: string,
  arrived: Pick<Posted, 'headers' | 'body'>,
) => Posted['status'];

/** Starts one; `answersAfterMs` tells by the path how long an answer takes, no time where it is left out. */
export async function startOwnReceiver(
  react: React,
  answersAfterMs: (path: string) => number = () => 0,
): Promise<OwnReceiver> {
  const history: Posted[] = [];
  const server = createServer((request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      const status = react(path, String(headers['x-svc-event-id']), { headers, body });
      history.push({ at, path, headers, body, status });
      if (status === 'silence') return;
      const answer = () => response.writeHead(status).end('noted');
      const afterMs = answersAfterMs(path);
      if (afterMs === 0) answer();
      else setTimeout(answer, afterMs);
    });
  });
  const { host, url, stop } = await listen(server);
  return {
    host,
    url,
    history,
    stop,
  };
}
