import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../sandbox/clock.ts';
import { inboxPage } from './inbox-page.ts';

/** One request that arrived, and what was answered. */
export interface Arrival {
  readonly receivedAt: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  /** Whether the signature fits the secret known for the path; null where none is known. */
  readonly verified: boolean | null;
}

/** How the inbox behaves on a path, for a number of requests. */
interface Behaviour {
  readonly path: string;
  readonly status?: number;
  readonly delayMs?: number;
  readonly hang?: boolean;
  readonly redirectTo?: string;
  readonly bodyBytes?: number;
  times: number;
}

export interface Inbox {
  readonly url: string;
  /** Arrivals at a path are checked against this secret and shown with the outcome. */
  registerSecret(path: string, secret: string): void;
  stop(): Promise<void>;
}

/** A tenant's webhook receiver and chat on one machine: keeps what arrives, behaves as told, shows it live. */
export async function startInbox(options: {
  port?: number;
  clock: Clock;
  dataFile?: string;
}): Promise<Inbox> {
  const store = new DatabaseSync(options.dataFile ?? ':memory:');
  store.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS arrival (id INTEGER PRIMARY KEY, json TEXT NOT NULL)',
  );
  store.exec('CREATE TABLE IF NOT EXISTS secret (path TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const insert = store.prepare('INSERT INTO arrival (json) VALUES (?)');
  const select = store.prepare('SELECT id, json FROM arrival WHERE id > ? ORDER BY id');
  const secretOf = store.prepare('SELECT value FROM secret WHERE path = ?');
  const keep = store.prepare('INSERT OR REPLACE INTO secret (path, value) VALUES (?, ?)');
  let behaviours: Behaviour[] = [];

  const arrivals = (after = 0) =>
    select.all(after).map(({ id, json }) => ({ id: Number(id), ...(JSON.parse(String(json)) as Arrival) }));

  function verified(path: string, body: Buffer, signature: string | undefined): boolean | null {
    const secret = secretOf.get(path)?.value;
    if (typeof secret !== 'string') return null;
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    const given = Buffer.from(signature ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async function receive(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = await bodyOf(request);
    const behaviour = behaviours.find((one) => one.path === path && one.times > 0);
    if (behaviour) behaviour.times--;
    const status = behaviour?.redirectTo === undefined ? (behaviour?.status ?? 200) : 302;
    const arrival: Arrival = {
      receivedAt: new Date(options.clock.now()).toISOString(),
      method: request.method ?? '',
      path,
      headers: headersOf(request),
      body: body.toString(),
      status: behaviour?.hang ? 0 : status,
      verified: verified(path, body, header(request, 'x-svc-signature')),
    };
    insert.run(JSON.stringify(arrival));
    if (behaviour?.hang) return;
    if (behaviour?.delayMs) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
    if (behaviour?.redirectTo !== undefined) response.setHeader('location', behaviour.redirectTo);
    response.writeHead(status).end(behaviour?.bodyBytes ? Buffer.alloc(behaviour.bodyBytes, 'x') : 'ok');
  }

  async function control(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const json = (status: number, body: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(`${JSON.stringify(body)}\n`);
    switch (`${request.method ?? ''} ${url.pathname}`) {
      case 'GET /':
        return void response
          .writeHead(200, {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'self' 'unsafe-inline'; img-src data:",
          })
          .end(inboxPage());
      case 'GET /requests': {
        const path = url.searchParams.get('path');
        const found = arrivals(Number(url.searchParams.get('after') ?? 0));
        return json(200, { requests: found.filter((one) => path === null || one.path === path) });
      }
      case 'DELETE /requests':
        store.exec('DELETE FROM arrival');
        return json(200, { cleared: true });
      case 'POST /behaviour': {
        const behaviour = behaviourIn((await bodyOf(request)).toString());
        if (!behaviour)
          return json(400, { error: 'the body must be a JSON object with a path such as /hooks/demo' });
        behaviours = [behaviour, ...behaviours.filter(({ path }) => path !== behaviour.path)];
        return json(200, { behaviour: behaviour });
      }
      case 'DELETE /behaviour':
        behaviours = [];
        return json(200, { cleared: true });
      default:
        return json(404, {
          error: 'unknown; there is /, /requests, /behaviour, /hooks/<name> and /chat/<name>',
        });
    }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    const arrives = request.method === 'POST' && /^\/(hooks|chat)\/[^/]+$/.test(url.pathname);
    void (arrives ? receive(request, response, url.pathname) : control(request, response, url)).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    registerSecret: (path, secret) => void keep.run(path, secret),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          store.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function behaviourIn(text: string): Behaviour | undefined {
  try {
    const behaviour = JSON.parse(text) as Partial<Behaviour> | null;
    if (typeof behaviour?.path !== 'string') return undefined;
    return { ...behaviour, path: behaviour.path, times: behaviour.times ?? Number.MAX_SAFE_INTEGER };
  } catch {
    return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
