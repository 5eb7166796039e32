import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { askedAddress } from '../sandbox/asked-address.ts';
import { refuseForeign } from '../sandbox/refuse-foreign.ts';
import { KEEP_RESTING_CONNECTIONS } from '../sandbox/resting-connections.ts';
import type { Calls } from './functions/calls.ts';
import { FAULT_MODES, type Fault, type FaultMode, type Faults } from './functions/faults.ts';
import type { Logs } from './functions/logs.ts';
import type { Pool } from './functions/pool.ts';
import { after } from './time/duration.ts';

/** What the control port acts on. */
export interface ControlParts {
  readonly now: () => number;
  /** Moves to a time (epoch ms), given the time at which its turn comes. */
  readonly moveTo: (targetAt: (now: number) => number) => Promise<void>;
  readonly settle: () => Promise<void>;
  readonly calls: Calls;
  readonly faults: Faults;
  readonly logs: Logs;
  readonly pools: () => readonly Pool[];
}

/** From the year 10000 on, a time as text has another form, and no longer sorts as it passes. */
const END_OF_TIME = Date.UTC(10_000);

/** A request that the control port cannot carry out. */
class Wrong extends Error {}

type Handle = (parts: ControlParts, body: Record<string, unknown>, query: URLSearchParams) => unknown;

/** The calls of the control port. */
export const CONTROLS: Record<string, Handle> = {
  'GET /': () => ({ calls: Object.keys(CONTROLS) }),
  'GET /clock': ({ now }) => ({ now: new Date(now()).toISOString() }),
  'POST /clock': async ({ now, moveTo }, body) => {
    await moveTo(targetOf(body, now()));
    return { now: new Date(now()).toISOString() };
  },
  'POST /settle': async ({ settle }) => {
    await settle();
    return { settled: true };
  },
  'GET /calls': ({ calls }) => ({ calls: calls.all }),
  'DELETE /calls': ({ calls }) => {
    calls.clear();
    return { cleared: true };
  },
  'GET /functions': ({ pools }) => ({
    functions: pools().map(({ shape, invocations, errors, coldStarts }) => ({
      name: shape.name,
      trigger: shape.trigger,
      invocations,
      errors,
      coldStarts,
      bundleBytes: shape.bundleBytes,
    })),
  }),
  'POST /faults': ({ faults, pools }, body) => {
    const fault = faultOf(body, pools());
    faults.plan(fault);
    return { planned: fault };
  },
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return { cleared: true };
  },
  'GET /logs': ({ logs }, _body, query) => ({
    lines: logs.find({
      function: query.get('function') ?? undefined,
      requestId: query.get('requestId') ?? undefined,
    }),
  }),
};

/** Where a move leads from the time at which its turn comes: moves asked for at once are made one after another. */
function targetOf(body: Record<string, unknown>, now: number): (turn: number) => number {
  refuseOthers(body, 'advance', 'to');
  const { advance, to } = body;
  if (typeof advance === 'string' && to === undefined) {
    const target = after(now, advance);
    if (target === undefined)
      throw new Wrong(`advance: ${advance} is not an ISO 8601 duration such as P31D or PT5M`);
    if (!(target < END_OF_TIME)) throw new Wrong(`advance: ${advance} leads beyond the year 9999`);
    return (turn) => after(turn, advance) ?? turn;
  }
  if (typeof to === 'string' && advance === undefined) {
    const target = Date.parse(to);
    if (Number.isNaN(target)) throw new Wrong(`to: ${to} is not an ISO 8601 time`);
    if (target < now) throw new Wrong('to: time only moves forward');
    if (target >= END_OF_TIME) throw new Wrong(`to: ${to} is beyond the year 9999`);
    return () => target;
  }
  throw new Wrong('give either advance, an ISO 8601 duration, or to, an ISO 8601 time');
}

function faultOf(body: Record<string, unknown>, pools: readonly Pool[]): Fault {
  refuseOthers(body, 'function', 'call', 'mode', 'times');
  const { call = 'any', mode, times = 1 } = body;
  const name = body.function;
  if (!pools.some(({ shape }) => shape.name === name))
    throw new Wrong(`function: there is none called ${String(name)}`);
  if (call !== 'any' && !(Number.isInteger(call) && Number(call) > 0))
    throw new Wrong('call: a number from 1, or "any"');
  if (!FAULT_MODES.includes(mode as FaultMode)) throw new Wrong(`mode: one of ${FAULT_MODES.join(', ')}`);
  if (!(Number.isInteger(times) && Number(times) > 0)) throw new Wrong('times: a number from 1');
  return {
    function: String(name),
    call: call as number | 'any',
    mode: mode as FaultMode,
    times: Number(times),
  };
}

function refuseOthers(body: Record<string, unknown>, ...known: readonly string[]): void {
  const other = Object.keys(body).find((name) => !known.includes(name));
  if (other !== undefined) throw new Wrong(`there is no "${other}" here; there is ${known.join(', ')}`);
}

/** The port from which time is moved, faults are planned and everything recorded is read. */
export function startControl(parts: ControlParts, port: number): Promise<Server> {
  const server = createServer(
    KEEP_RESTING_CONNECTIONS,
    refuseForeign((request, response) => void handle(parts, request, response)),
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function handle(
  parts: ControlParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = askedAddress(request);
  const send = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
  const control = CONTROLS[`${request.method ?? ''} ${url.pathname}`];
  if (!control) return send(404, { error: `unknown; there is ${Object.keys(CONTROLS).join(', ')}` });
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = parse(Buffer.concat(chunks).toString());
    send(200, await control(parts, body, url.searchParams));
  } catch (error) {
    if (error instanceof Wrong) return send(400, { error: error.message });
    send(500, { error: error instanceof Error ? error.message : String(error) });
  }
}

function parse(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // reported below, like any other body that is not an object
  }
  throw new Wrong('the body must be a JSON object');
}
