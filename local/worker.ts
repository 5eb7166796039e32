import http from 'node:http';
import https from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';
import { moveDate } from './offset.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly bundle: string;
  readonly handler: string;
  readonly time: SharedArrayBuffer;
  readonly functionName: string;
  readonly memoryMb: string;
}

/** From the pool to a worker. */
export interface Invocation {
  readonly id: string;
  readonly event: unknown;
  /** When the invocation is over, by the moved clock (epoch ms). */
  readonly deadline: number;
}

/** From a worker to the pool. */
export type WorkerMessage =
  | { readonly is: 'ready' }
  | { readonly is: 'result'; readonly id: string; readonly result: unknown }
  | {
      readonly is: 'error';
      readonly id: string;
      readonly name: string;
      readonly message: string;
      readonly stack: string;
    }
  | { readonly is: 'log'; readonly line: string };

const start = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('this file runs as a worker');
const say = (message: WorkerMessage) => port.postMessage(message);

moveDate(start.time);
let rest = '';
const print = (chunk: string | Uint8Array) => {
  const lines = (rest + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) if (line !== '') say({ is: 'log', line });
  return true;
};
process.stdout.write = print;
process.stderr.write = print;

// Requests to other hosts than AWS go by the front too, so that they can be counted, delayed and made to fail.
const front = new URL(process.env.LOCAL_FRONT ?? '');
delete process.env.LOCAL_FRONT;
const key = process.env.AWS_ACCESS_KEY_ID ?? '';
const machine = { ...http };
http.request = (...given: unknown[]) => {
  const options = given.find((one) => typeof one === 'object' && !(one instanceof URL)) as
    http.RequestOptions | undefined;
  const url = given.find((one) => one instanceof URL);
  const host = url?.hostname ?? options?.hostname ?? options?.host ?? '';
  const portOf = Number(url?.port ?? options?.port ?? 80);
  if (portOf === Number(front.port))
    return (machine.request as (...all: unknown[]) => http.ClientRequest)(...given);
  const rest: http.RequestOptions = { ...options };
  const headers: Record<string, unknown> = { ...(rest.headers as Record<string, unknown>) };
  headers['x-local-caller'] = key;
  headers['x-local-target'] = `${host}:${portOf}`;
  headers.host ??= `${host}:${portOf}`;
  const {
    lookup: _lookup,
    agent: _agent,
    createConnection: _connect,
    ...plain
  } = rest as Record<string, unknown>;
  return machine.request(
    {
      ...plain,
      path: url ? url.pathname + url.search : rest.path,
      host: front.hostname,
      hostname: front.hostname,
      port: front.port,
      headers: headers as http.OutgoingHttpHeaders,
    },
    given.find((one) => typeof one === 'function') as (response: http.IncomingMessage) => void,
  );
};
void https;

const [, name = 'handler'] = start.handler.split('.');
const module = (await import(start.bundle)) as Record<
  string,
  (event: unknown, context: unknown) => Promise<unknown>
>;
const handler = module[name];
if (!handler) throw new Error(`${start.functionName} exports no ${name}`);
say({ is: 'ready' });

port.on('message', ({ id, event, deadline }: Invocation) => {
  const context = {
    awsRequestId: id,
    functionName: start.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${start.functionName}`,
    memoryLimitInMB: start.memoryMb,
    logGroupName: start.functionName,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  Promise.resolve()
    .then(() => handler(event, context))
    .then(
      (result) => say({ is: 'result', id, result }),
      (error: unknown) => {
        const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
        say({ is: 'error', id, name, message, stack: stack ?? '' });
      },
    );
});
