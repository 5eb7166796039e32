import { parentPort, workerData } from 'node:worker_threads';
import { moveDate } from '../time/offset.ts';
import { watchOutside, type OutsideCall, type OutsideEnd } from './outside.ts';

/** The parameters of a worker. */
export interface WorkerStart {
  /** File URL of the bundle. */
  readonly bundle: string;
  /** What the bundle exports. */
  readonly handler: string;
  /** How far time is moved. */
  readonly time: SharedArrayBuffer;
  /** The cell for the main thread's verdicts on outside calls. */
  readonly verdict: SharedArrayBuffer;
  /** `host:port` of the AWS endpoint. */
  readonly awsEndpoint: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: string;
}

/** From the pool to a worker. */
export interface Invocation {
  readonly id: string;
  readonly event: unknown;
  /** When it will be terminated, in nanoseconds of the machine's monotonic clock, which all threads share. */
  readonly deadline: bigint;
}

/** From a worker to the pool. */
export type WorkerMessage =
  | OutsideCall
  | OutsideEnd
  | { readonly is: 'ready' }
  | { readonly is: 'result'; readonly id: string; readonly result: unknown }
  | { readonly is: 'error'; readonly id: string; readonly text: string }
  | { readonly is: 'log'; readonly line: string };

const start = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('this file runs as a worker');
const say = (message: WorkerMessage) => port.postMessage(message);

moveDate(start.time);
hearOutput(process.stdout);
hearOutput(process.stderr);
watchOutside({ awsEndpoint: start.awsEndpoint, verdict: start.verdict, say });

const module = (await import(start.bundle)) as Record<string, unknown>;
const handler = module[start.handler];
const isHandler = (value: unknown): value is (event: unknown, context: unknown) => unknown =>
  typeof value === 'function';
if (!isHandler(handler)) throw new Error(`the bundle exports no function ${start.handler}`);
say({ is: 'ready' });

port.on('message', ({ id, event, deadline }: Invocation) => {
  const context = {
    awsRequestId: id,
    functionName: start.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: start.functionArn,
    memoryLimitInMB: start.memoryMb,
    logGroupName: `/aws/lambda/${start.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(Number(deadline - process.hrtime.bigint()) / 1e6)),
  };
  Promise.resolve()
    .then(() => handler(event, context))
    .then(
      // A function's answer is serialised as JSON, so dates and undefined members do not survive.
      (result) => say({ is: 'result', id, result: JSON.parse(JSON.stringify(result ?? null)) as unknown }),
    )
    .catch((error: unknown) =>
      say({ is: 'error', id, text: error instanceof Error ? (error.stack ?? String(error)) : String(error) }),
    );
});

/** Forwards output line by line, in order. */
function hearOutput(stream: NodeJS.WriteStream): void {
  let rest = '';
  stream.write = (chunk: string | Uint8Array, ...others: unknown[]) => {
    const lines = (rest + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') say({ is: 'log', line });
    const done = others.find((other) => typeof other === 'function');
    if (done) queueMicrotask(done as () => void);
    return true;
  };
}
