import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen, onceWhole } from '../../support/world/loopback.ts';

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
