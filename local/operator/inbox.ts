import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askedAddress } from '../../sandbox/asked-address.ts';
import type { Clock } from '../../sandbox/clock.ts';
import { refuseForeign } from '../../sandbox/refuse-foreign.ts';
import { KEEP_RESTING_CONNECTIONS } from '../../sandbox/resting-connections.ts';
import { BadControl, checkSwitches, controlBody, count, text } from '../../sandbox/switches.ts';
import { Arrivals } from './arrivals.ts';
import { bodyOf } from '../queues/forward.ts';
import { ReceiverBehaviours } from './receiver-behaviour.ts';
import { sendAgain } from '../queues/resend.ts';

/** Further pages on the inbox's port: returns whether a request was one of theirs. */
export type Pages = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;

/** A running inbox. */
export interface Inbox {
  readonly url: string;
  readonly arrivals: Arrivals;
  readonly behaviours: ReceiverBehaviours;
  /** Arrivals at a path are checked against this secret, and shown with the result. */
  registerSecret(path: string, secret: string): void;
  /** Serves these pages beside the inbox. */
  serve(pages: Pages): void;
  stop(): Promise<void>;
}

interface InboxParts {
  readonly clock: Clock;
  readonly arrivals: Arrivals;
  readonly behaviours: ReceiverBehaviours;
  /** Its own address. */
  readonly url: () => string;
}

type Control = (
  parts: InboxParts,
  body: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
) => unknown;

/** The inbox's own calls, besides what it receives. */
export const INBOX_CALLS: Readonly<Record<string, Control>> = {
  'GET /requests': ({ arrivals }, _, query) => {
    const after = query.get('after') ?? '0';
    checkSwitches({ after: count }, { after: /^\d+$/.test(after) ? Number(after) : after });
    return { requests: arrivals.list({ after: Number(after), path: query.get('path') ?? undefined }) };
  },
  'DELETE /requests': ({ arrivals }) => {
    arrivals.clear();
    return { cleared: true };
  },
  'GET /behaviour': ({ behaviours }) => ({ behaviours: behaviours.all }),
  'POST /behaviour': ({ behaviours }, body) => ({ behaviour: behaviours.set(body) }),
  'DELETE /behaviour': ({ behaviours }) => {
    behaviours.clear();
    return { cleared: true };
  },
  'POST /secrets': ({ arrivals }, body) => {
    checkSwitches({ path: text, secret: text }, { path: body.path, secret: body.secret, ...body });
    arrivals.registerSecret(String(body.path), String(body.secret));
    return { registered: body.path };
  },
  'POST /resend': ({ arrivals, url }, body) => {
    checkSwitches({ id: count, to: text }, { ...body, id: body.id });
    const arrival = arrivals.get(Number(body.id));
    if (!arrival) throw new BadControl(`No request ${Number(body.id)} has arrived.`, 404);
    return sendAgain(arrival, body.to === undefined ? url() + arrival.path : String(body.to));
  },
};

/** A tenant's webhook and chat receiver on one machine: stores what arrives, and behaves as configured. */
export async function startInbox(options: {
  port?: number;
  clock: Clock;
  dataFile?: string;
}): Promise<Inbox> {
  const { clock } = options;
  const arrivals = new Arrivals(options.dataFile);
  const behaviours = new ReceiverBehaviours();
  const pages: Pages[] = [];
  const parts: InboxParts = { clock, arrivals, behaviours, url: () => url };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = askedAddress(request);
    if (request.method === 'POST' && /^\/(hooks|chat)\/[^/]+$/.test(asked.pathname))
      return receive(parts, request, response, asked.pathname);
    for (const page of pages) if (await page(request, response, asked)) return;
    await control(parts, request, response, asked);
  }

  const server = createServer(
    KEEP_RESTING_CONNECTIONS,
    refuseForeign((request, response) => {
      answer(request, response).catch(() => response.destroy());
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    arrivals,
    behaviours,
    registerSecret: (path, secret) => arrivals.registerSecret(path, secret),
    serve: (page) => void pages.push(page),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          arrivals.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Stores a delivery and answers as its path is configured. */
async function receive(
  { clock, arrivals, behaviours }: InboxParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const body = await bodyOf(request);
  const behaviour = behaviours.take(path);
  const status = behaviour?.redirectTo === undefined ? (behaviour?.status ?? 200) : 302;
  arrivals.add({
    receivedAt: new Date(clock.now()).toISOString(),
    method: request.method ?? '',
    path,
    headers: headersOf(request),
    body: body.toString(),
    status: behaviour?.hang ? 0 : status,
    verified: arrivals.verify(path, body, headersOf(request)['x-svc-signature']),
  });
  if (behaviour?.hang) return;
  if (behaviour?.delayMs) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
  if (behaviour?.redirectTo !== undefined) response.setHeader('location', behaviour.redirectTo);
  response.writeHead(status).end(behaviour?.bodyBytes ? Buffer.alloc(behaviour.bodyBytes, 'x') : 'ok');
}

async function control(
  parts: InboxParts,
  request: IncomingMessage,
  response: ServerResponse,
  asked: URL,
): Promise<void> {
  const json = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
  const found = INBOX_CALLS[`${request.method ?? ''} ${asked.pathname}`];
  if (!found)
    return json(404, {
      error: `unknown; there is ${Object.keys(INBOX_CALLS).join(', ')}, /hooks/<name>, /chat/<name>`,
    });
  try {
    json(200, await found(parts, controlBody(await bodyOf(request)), asked.searchParams));
  } catch (error) {
    if (!(error instanceof BadControl)) throw error;
    json(error.httpStatus, { error: error.message });
  }
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
