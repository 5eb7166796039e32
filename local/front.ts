import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { capacityOf, type Calls } from './calls.ts';
import type { FaultMode, Faults } from './faults.ts';
import { accessDenied, awsError, bodyOf, forward, json, send, type Outcome } from './front-http.ts';
import { KeyError, type LocalKey } from './key.ts';
import type { Permissions } from './permissions.ts';
import type { Pool } from './pool.ts';
import { callIn, partitions, wishesOf, type Arns, type AwsCall } from './wishes.ts';

/** Who may do everything: the operator's command line, not a function. */
export const OPERATOR_KEY = 'OPERATOR';

export interface FrontParts {
  readonly pools: () => readonly Pool[];
  readonly permissions: Permissions;
  readonly arns: Arns;
  readonly key: LocalKey;
  readonly tableEndpoint: string;
  readonly queueEndpoint: string;
  readonly calls: Calls;
  readonly faults: Faults;
  now(): number;
  /** Messages have been put into a queue, or taken out of one. */
  sent(queueUrl: string): void;
  complain(line: string): void;
}

interface Caller {
  readonly name: string;
  readonly requestId: string;
  readonly pool: Pool | undefined;
  readonly key: string;
}

/** What every AWS call of a function goes through: told apart by access key, checked against its role, recorded. */
export async function startFront(parts: FrontParts, port = 0): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void bodyOf(request)
      .then((body) => answer(parts, request, body, response))
      .catch((error: unknown) => {
        parts.complain(`the front failed: ${String(error)}`);
        response.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function answer(
  parts: FrontParts,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const outward = request.headers['x-local-target'];
  const caller = callerOf(parts, request);
  const order = parts.calls.next();
  const start = parts.now();
  const fault = caller.pool ? parts.faults.next(caller.name, caller.requestId) : undefined;
  const record = (
    call: { service: string; action: string; resource: string; keys?: string[] },
    allowed: boolean,
    outcome?: { capacity?: { read: number; write: number } },
  ) =>
    parts.calls.add({
      order,
      function: caller.name,
      requestId: caller.requestId,
      ...call,
      keys: call.keys ?? [],
      capacity: outcome?.capacity,
      allowed,
      start,
      end: parts.now(),
    });
  if (typeof outward === 'string') {
    const what = {
      service: 'http',
      action: request.method ?? '',
      resource: `${outward}${request.url ?? ''}`,
    };
    return faulty(caller, fault, response, async () => {
      const outcome = await forward(request, body, `http://${outward}`);
      record(what, true);
      return outcome;
    });
  }
  const target = request.headers['x-amz-target'];
  const call = callIn(typeof target === 'string' ? target : undefined, body);
  if (!call) return send(response, awsError('sqs', 400, 'UnknownOperationException', 'not an AWS JSON call'));
  const wishes = wishesOf(call, parts.arns);
  const what = {
    service: call.service,
    action: call.action,
    resource: wishes[0]?.resource ?? '',
    keys: partitions(call),
  };
  const denied = await deniedWish(parts, caller, wishes);
  if (denied !== undefined) {
    record(what, false);
    parts.complain(`ACCESS DENIED: ${caller.name} may not ${denied}`);
    return send(response, accessDenied(call, `${caller.name} is not authorized to perform: ${denied}`));
  }
  return faulty(caller, fault, response, async () => {
    const { outcome, capacity } = await perform(parts, call, request, body);
    record(what, true, capacity ? { capacity } : {});
    if (call.service === 'sqs') parts.sent(String(call.body.QueueUrl));
    return outcome;
  });
}

async function deniedWish(
  parts: FrontParts,
  { pool }: Caller,
  wishes: ReturnType<typeof wishesOf>,
): Promise<string | undefined> {
  if (!pool) return undefined;
  for (const wish of wishes)
    if (!(await parts.permissions.allows(pool.shape.role, wish))) return `${wish.action} on ${wish.resource}`;
  return undefined;
}

/** Carries out a call with the fault that was planned for it, if any. */
async function faulty(
  caller: Caller,
  fault: FaultMode | undefined,
  response: ServerResponse,
  effect: () => Promise<Outcome>,
): Promise<void> {
  if (fault === 'die-before') return die(caller, response);
  if (fault === 'error-before')
    return send(
      response,
      awsError('dynamodb', 500, 'InternalServerError', 'a planned fault, before the effect'),
    );
  const outcome = await effect();
  if (fault === 'die-after') return die(caller, response);
  if (fault === 'error-after') return void response.destroy();
  send(response, outcome);
}

function die({ pool, key }: Caller, response: ServerResponse): void {
  pool?.kill(key);
  response.destroy();
}

function callerOf(parts: FrontParts, request: IncomingMessage): Caller {
  const given = request.headers['x-local-caller'];
  const key =
    typeof given === 'string'
      ? given
      : (/Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  for (const pool of parts.pools()) {
    const requestId = pool.requestOf(key);
    if (requestId !== undefined) return { name: pool.shape.name, requestId, pool, key };
  }
  if (key === OPERATOR_KEY) return { name: 'operator', requestId: '', pool: undefined, key };
  throw new Error(`a call with an access key nobody has: ${key}`);
}

async function perform(
  parts: FrontParts,
  call: AwsCall,
  request: IncomingMessage,
  body: Buffer,
): Promise<{ outcome: Outcome; capacity?: { read: number; write: number } }> {
  if (call.service === 'kms') return { outcome: byKey(parts.key, call) };
  if (call.service === 'sqs') return { outcome: await forward(request, body, parts.queueEndpoint) };
  const asked = Buffer.from(JSON.stringify({ ...call.body, ReturnConsumedCapacity: 'INDEXES' }));
  const outcome = await forward(request, asked, parts.tableEndpoint);
  if (outcome.status !== 200) return { outcome };
  const { ConsumedCapacity, ...answer } = JSON.parse(outcome.body.toString()) as Record<string, unknown>;
  const wanted = call.body.ReturnConsumedCapacity !== undefined;
  const told = Buffer.from(JSON.stringify(wanted ? { ...answer, ConsumedCapacity } : answer));
  const { 'x-amz-crc32': _sum, ...headers } = outcome.headers;
  return {
    outcome: { ...outcome, headers, body: told },
    capacity: capacityOf(call.action, ConsumedCapacity),
  };
}

function byKey(key: LocalKey, { action, body }: AwsCall): Outcome {
  try {
    return json(200, key.answer(action, body));
  } catch (error) {
    if (error instanceof KeyError) return awsError('kms', 400, error.name, error.message);
    throw error;
  }
}
