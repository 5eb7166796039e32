import { createServer, request } from 'node:http';
import { listen } from '../../support/world/loopback.ts';

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
  const { url, stop } = await listen(server);
  return { url, calls, refused: () => refused, stop };
}
