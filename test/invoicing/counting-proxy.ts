import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before a provider that notes every request, as `GET /v4/…`. */
export interface CountingProxy {
  readonly url: string;
  readonly calls: string[];
  /** How many of them were too many. */
  refused(): number;
  stop(): Promise<void>;
}

/** Stands before a provider and notes every request on its way there. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const calls: string[] = [];
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    calls.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      if (answer.statusCode === 429) refused++;
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, calls, refused: () => refused, stop };
}
