import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import type { MovableClock } from '../../../sandbox/clock.ts';
import { listen, onceWhole } from '../../support/world/loopback.ts';

export interface Received {
  readonly at: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A receiver of notifications that answers with the statuses given, then with 200. */
export async function openInbox(clock: MovableClock, statuses: number[] = []) {
  const received: Received[] = [];
  const url = await serve(({ headers, body }, answer) => {
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    received.push({ at: clock.now(), headers: Object.fromEntries(texts), body });
    answer(statuses.shift() ?? 200, '');
  });
  return { url, received };
}

/** An HTTP server of this test's own. */
export async function serve(
  handle: (
    request: { headers: IncomingHttpHeaders; body: string; method: string; path: string },
    answer: (status: number, body: string) => void,
  ) => void,
): Promise<string> {
  const server = createServer(
    onceWhole((request, bytes, response) => {
      const { headers, method = '', url: path = '' } = request;
      handle({ headers, method, path, body: bytes.toString() }, (status, body) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
      );
    }),
  );
  const { url, stop } = await listen(server);
  onTestFinished(stop);
  return url;
}
