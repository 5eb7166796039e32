import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { KEEP_RESTING_CONNECTIONS } from '../../../sandbox/resting-connections.ts';
import { listen, onceWhole } from './loopback.ts';

export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A tenant's webhook receiver: keeps what arrives and answers what it is told to. */
export interface Receiver {
  readonly url: string;
  readonly host: string;
  readonly arrivals: Arrival[];
  /** What it answers to a delivery, which has arrived with that. */
  take(arrival: Arrival): { readonly status: number; readonly body: string };
  /** Answers the next deliveries to a path with these statuses, then 200 again. */
  answer(path: string, ...statuses: number[]): void;
  /** From now on answers deliveries to a path with what they say. */
  echo(path: string): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const planned = new Map<string, number[]>();
  const echoing = new Set<string>();
  const take: Receiver['take'] = (arrival) => {
    const { path, body } = arrival;
    arrivals.push(arrival);
    return { status: planned.get(path)?.shift() ?? 200, body: echoing.has(path) ? body : 'ok' };
  };
  const server: Server = createServer(
    KEEP_RESTING_CONNECTIONS,
    onceWhole((request, bytes, response) => {
      const { url: path = '', headers } = request;
      const { status, body } = take({ path, headers, body: bytes.toString() });
      response.writeHead(status).end(body);
    }),
  );
  const { host, url, stop } = await listen(server);
  return {
    url,
    host,
    arrivals,
    take,
    answer: (path, ...statuses) => void planned.set(path, statuses),
    echo: (path) => void echoing.add(path),
    stop,
  };
}
