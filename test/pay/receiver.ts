import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { MovableClock } from '../../sandbox/clock.ts';

export interface Received {
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of notifications that answers with the statuses given, then with 200. */
export async function openInbox(clock: MovableClock, statuses: number[] = []) {
  const received: Received[] = [];
  const url = await serve((request, answer) => {
    received.push({ at: clock.now(), ...request });
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
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, method = '', url: path = '' } = request;
      handle({ headers, method, path, body: Buffer.concat(chunks).toString() }, (status, body) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
