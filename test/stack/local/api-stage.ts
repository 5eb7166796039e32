import { request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { startGateway } from '../../../local/functions/gateway.ts';
import { Traffic } from '../../../local/functions/traffic.ts';

export type Event = Record<string, unknown> & { requestContext: { http: object; time: string } };

export const NOW = Date.parse('2026-03-02T04:05:06.789Z');

export interface ApiAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The gateway before functions that note their event and give what they are told to. */
export interface ApiStage {
  readonly port: number;
  /** What the functions give; an error is thrown. */
  result: unknown;
  /** The event of the last request, where it came to a function. */
  readonly seen: Event | undefined;
  /** Sends a request exactly as written: no client tidies its path or adds a content type. */
  readonly ask: (
    method: string,
    path: string,
    headers?: Record<string, string | string[]>,
    body?: Buffer | string,
    port?: number,
  ) => Promise<ApiAnswer>;
  /** Asks a gateway that has a route for everything else too. */
  readonly withDefault: (asking: (port: number) => Promise<void>) => Promise<Event>;
}

const ROUTES = ['GET /things/{id}', 'GET /things/special', 'ANY /all/{rest+}', 'POST /things'];

/** A gateway for the tests of one file. */
export async function openApi(): Promise<ApiStage> {
  let seen: Event | undefined;
  const pool = {
    invoke: (event: unknown) => {
      seen = event as Event;
      const { result } = stage;
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    },
  };
  const start = (keys: readonly string[]) =>
    startGateway(
      keys.map((routeKey) => ({ routeKey, pool })),
      0,
      new Traffic(),
      () => NOW,
    );
  const server = await start(ROUTES);
  afterAll(() => server.close());
  beforeEach(() => void (seen = undefined));

  const stage: ApiStage = {
    port: portOf(server),
    result: { statusCode: 200 },
    get seen() {
      return seen;
    },
    async ask(method, path, headers = {}, body, port = stage.port) {
      seen = undefined;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, method, path, headers }, resolve);
        call.on('error', reject).end(body);
      });
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
    },
    async withDefault(asking) {
      const other = await start(['GET /things/special', '$default']);
      await asking(portOf(other)).finally(() => other.close());
      if (!seen) throw new Error('no function was called');
      return seen;
    },
  };
  return stage;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
