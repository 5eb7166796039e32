import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseForeign } from '../../sandbox/refuse-foreign.ts';
import { KEEP_RESTING_CONNECTIONS } from '../../sandbox/resting-connections.ts';
import { accessDenied, awsError, json, ownFault } from './aws-errors.ts';
import { objectIn, perform, type AwsEngines } from './aws-calls.ts';
import type { Calls } from '../functions/calls.ts';
import type { FaultMode, Faults } from '../functions/faults.ts';
import { bodyOf, send, type Outcome } from '../queues/forward.ts';
import { INIT, type Instance } from '../functions/instance.ts';
import type { IamRequest, Permissions } from './permissions.ts';
import { BEGAN } from '../functions/outside.ts';
import { bucketCallIn, openLink, OPERATOR_KEY, type Signers } from './bucket-calls.ts';
import { SES_PATH } from '../../sandbox/mail/pages.ts';
import { callIn, partitions, iamRequestsOf, type AwsCall, type Names } from './iam-requests.ts';

/** What the endpoint for AWS calls works with. */
export interface AwsEndpointParts extends Signers, AwsEngines {
  /** The instance with this access key. */
  instance(key: string): Instance | undefined;
  readonly names: Names;
  readonly calls: Calls;
  readonly faults: Faults;
  now(): number;
  /** A queue was called, and what it answered. */
  queueCalled(call: AwsCall, answer: Record<string, unknown>): void;
  complain(line: string): void;
}

interface Caller {
  readonly name: string;
  readonly requestId: string;
  readonly instance: Instance | undefined;
}

/** A server that already has its port, so that the stack knows its address before anything runs. */
export async function openAwsEndpoint(): Promise<{ url: string; server: Server }> {
  const server = createServer(KEEP_RESTING_CONNECTIONS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Handles every AWS call of a function: identifies the caller by its access key, checks its role, and records the call. */
export function serveAwsEndpoint(server: Server, parts: AwsEndpointParts): void {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('date', new Date(parts.now()).toUTCString());
    answer(parts, request, response).catch((error: unknown) => {
      if (!request.destroyed) parts.complain(`the AWS endpoint failed: ${String(error)}`);
      response.destroy();
    });
  };
  server.on('request', refuseForeign(listener));
}

/** Determines the call and its caller; a signed link to the bucket needs no caller. */
async function answer(
  parts: AwsEndpointParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const link = bucketCallIn(request, parts.now());
  if (link && link.action !== 'PutObject') return send(response, await openLink(parts, link, request));
  const target = request.headers['x-amz-target'];
  const call = link
    ? { service: 's3' as const, action: link.action, body: { path: link.path } }
    : (mailCallIn(request.url, body) ?? callIn(typeof target === 'string' ? target : undefined, body));
  if (!call) return send(response, awsError('sqs', 400, 'UnknownOperationException', 'not an AWS JSON call'));
  if (link?.refused) return send(response, awsError('s3', 403, link.refused, 'the link is refused'));
  const key = link?.accessKey ?? /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const caller = callerWith(key, parts.instance(key));
  if (!caller) return send(response, unknownCaller(key));
  return answerCaller(parts, { request, body, call, caller }, response);
}

/** A call of SES, which speaks REST. */
const mailCallIn = (url: string | undefined, body: Buffer): AwsCall | undefined =>
  url === SES_PATH ? { service: 'ses', action: 'SendEmail', body: objectIn(body) } : undefined;

/** A call by somebody known. */
interface Asked {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly call: AwsCall;
  readonly caller: Caller;
}

/** Checks the caller's role, carries the call out with its planned fault, and records it. */
async function answerCaller(
  parts: AwsEndpointParts,
  { request, body, call, caller }: Asked,
  response: ServerResponse,
): Promise<void> {
  const start = parts.now() - ageMs(request.headers[BEGAN]);
  const { name, requestId, instance } = caller;
  const requests = iamRequestsOf(call, parts.names);
  const made = {
    order: parts.calls.next(),
    function: name,
    requestId,
    service: call.service,
    action: call.action,
    resource: requests[0]?.resource ?? '',
    keys: partitions(call, parts.names),
    messages: messagesIn(call),
    start,
  };
  const fault =
    instance && requestId !== INIT ? parts.faults.next(instance.shape.name, requestId) : undefined;
  const denied = instance && (await deniedRequest(parts.permissions, instance.shape.role, requests));
  if (denied) {
    parts.calls.add({ ...made, capacity: undefined, allowed: false, end: parts.now() });
    const what = `${denied.action} on resource: ${denied.resource}`;
    parts.complain(`ACCESS DENIED: ${name} may not ${denied.action} on ${denied.resource}`);
    return send(response, accessDenied(call.service, whoIs(instance), what));
  }
  return faulty(call, instance, fault, response, async () => {
    const { outcome, capacity } = await perform(parts, call, request, body);
    parts.calls.add({ ...made, capacity, allowed: true, end: parts.now() });
    if (call.service === 'sqs' && outcome.status === 200) parts.queueCalled(call, objectIn(outcome.body));
    return outcome;
  });
}

/** Carries out a call with its planned fault, if any. */
async function faulty(
  { service }: AwsCall,
  instance: Instance | undefined,
  fault: FaultMode | undefined,
  response: ServerResponse,
  effect: () => Promise<Outcome>,
): Promise<void> {
  if (fault === 'die-before') return instance?.kill('was killed by a planned fault, before a call');
  if (fault === 'error-before') return send(response, ownFault(service));
  const outcome = await effect();
  if (fault === 'die-after') return instance?.kill('was killed by a planned fault, after a call');
  if (fault === 'error-after') return void response.destroy();
  send(response, outcome);
}

async function deniedRequest(
  permissions: Permissions,
  role: string,
  requests: readonly IamRequest[],
): Promise<IamRequest | undefined> {
  for (const asked of requests) if (!(await permissions.allows(role, asked))) return asked;
  return undefined;
}

function ageMs(began: string | string[] | undefined): number {
  return typeof began === 'string' ? Number(process.hrtime.bigint() - BigInt(began)) / 1e6 : 0;
}

function callerWith(key: string, instance: Instance | undefined): Caller | undefined {
  if (instance) return { name: instance.shape.name, requestId: instance.requestId, instance };
  return key === OPERATOR_KEY ? { name: 'account', requestId: '', instance } : undefined;
}

function unknownCaller(key: string): Outcome {
  const message = `The access key ${key} is nobody's. An operator signs with the access key ${OPERATOR_KEY}.`;
  return json(400, { __type: 'com.amazon.coral.service#UnrecognizedClientException', message });
}

function whoIs({ shape }: Instance): string {
  return `arn:aws:sts::000000000000:assumed-role/${shape.role}/${shape.name}`;
}

function messagesIn({ service, action, body }: AwsCall): number | undefined {
  if (service !== 'sqs') return undefined;
  return action.endsWith('Batch') ? ((body.Entries ?? []) as unknown[]).length : 1;
}
