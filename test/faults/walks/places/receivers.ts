import { createServer } from 'node:http';
import { bodyOf } from '../../../../local/queues/forward.ts';
import { KEEP_RESTING_CONNECTIONS } from '../../../../sandbox/resting-connections.ts';
import { RECEIVER_ANSWERS, type Shop } from '../records.ts';
import { listen } from '../../../support/world/loopback.ts';

/** The webhook receivers of all tenants, by path. */
export interface Receivers {
  readonly host: string;
  /** What comes to this path is the tenant's from now on. */
  serve(path: string, shop: Shop): void;
  stop(): Promise<void>;
}

/** Each answers as its tenant's receiver does at that time; one that is silent drops the connection. */
export async function startReceivers(now: () => number): Promise<Receivers> {
  const shops = new Map<string, Shop>();
  const server = createServer(KEEP_RESTING_CONNECTIONS, (request, response) => {
    void bodyOf(request).then((body) => {
      const shop = shops.get(request.url ?? '');
      const answered = RECEIVER_ANSWERS[shop?.receiver ?? 'up'];
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      shop?.posts.push({ at: now(), headers, body: body.toString(), answered });
      if (answered === 0) response.destroy();
      else response.writeHead(answered, answered === 302 ? { location: '/elsewhere' } : {}).end('ok');
    });
  });
  const { host, stop } = await listen(server);
  return {
    host,
    serve: (path, shop) => void shops.set(path, shop),
    stop,
  };
}
