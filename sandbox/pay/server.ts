import {
  createServer,
  type RequestListener,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { answerApi, COMPLETE_PATH, type Outcome } from './api.ts';
import { askedAddress } from '../asked-address.ts';
import { BadControl, controlBody } from '../switches.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { KEEP_RESTING_CONNECTIONS } from '../resting-connections.ts';
import { CONTROL_ROUTES } from './control.ts';
import { formScript } from './card-form.ts';
import { FORM_STYLESHEET } from './form-content.ts';
import { JSON_TYPE, reply, type Call, type Reply } from './http.ts';
import { match } from './routes.ts';
import type { World } from './world.ts';

const LARGEST_BODY = 1_000_000;

const TEXT_TYPE = 'text/plain; charset=utf-8';

const START = `The payment provider's sandbox. Its API is below /v2 and /payment; what steers it is below /sandbox:

${CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}\n`).join('')}`;

/** The browser's call comes from the merchant's page, on any origin. */
const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
};

/** The provider's HTTP server; all its state is in the world it is given. */
export function payServer(world: World): Server {
  const listener: RequestListener = (request, response) => {
    serve(world, request, response).catch((error: unknown) => {
      if (!request.destroyed) process.emitWarning(error instanceof Error ? error : String(error));
      response.destroy();
    });
  };
  return createServer(KEEP_RESTING_CONNECTIONS, refuseForeign(listener));
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = askedAddress(request);
  const call: Call = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    rawBody: await readBody(request),
  };
  const outcome = await answerCall(world, call);
  if (outcome === 'hang') return;
  if (outcome === 'drop') {
    response.destroy();
    return;
  }
  const crossOrigin = call.path === COMPLETE_PATH ? CROSS_ORIGIN : {};
  response.writeHead(outcome.status, { 'Content-Type': outcome.type, ...crossOrigin }).end(outcome.body);
}

/** The outcome of a call, over HTTP or in process. */
export async function answerCall(world: World, call: Call): Promise<Outcome> {
  if (call.path === COMPLETE_PATH && call.method === 'OPTIONS') return reply(204, JSON_TYPE, '');
  if (/^\/(v2|payment)\//.test(call.path)) return answerApi(world, call);
  if (call.path.startsWith('/sandbox/')) return answerControl(world, call);
  if (call.path === '/checkoutform/v2/bundle.js')
    return reply(200, 'text/javascript; charset=utf-8', formScript());
  if (call.path === '/checkoutform/v2/form.css')
    return reply(200, 'text/css; charset=utf-8', FORM_STYLESHEET);
  if (call.path === '/') return reply(200, TEXT_TYPE, START);
  return reply(404, TEXT_TYPE, 'There is nothing here.\n');
}

function answerControl(world: World, call: Call): Reply {
  try {
    const found = match(CONTROL_ROUTES, call.method, call.path);
    if (!found) throw new BadControl('There is no such control call.', 404);
    const request = { params: found.params, query: call.query, body: controlBody(call.rawBody) };
    const answer = world.store.batch(() => found.run(world, request));
    return reply(200, JSON_TYPE, JSON.stringify(answer, null, 2));
  } catch (error) {
    if (!(error instanceof BadControl)) throw error;
    return reply(error.httpStatus, JSON_TYPE, JSON.stringify({ error: error.message }));
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error('a request body was too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
