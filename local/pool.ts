import { Worker } from 'node:worker_threads';
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Invocation, WorkerMessage, WorkerStart } from './worker.ts';
import { REGION } from './template.ts';

/** What the template says of one function. */
export interface FunctionShape {
  /** As in the route table, for example `checkout/initialize`. */
  readonly name: string;
  readonly trigger: string;
  readonly role: string;
  readonly folder: string;
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly bundleBytes: number;
  readonly concurrency: number;
}

export interface PoolOutside {
  readonly time: SharedArrayBuffer;
  readonly frontUrl: string;
  log(entry: { function: string; requestId: string; line: string }): void;
}

/** A function failed: it threw, ran out of time, or its worker died. */
export class FunctionError extends Error {}

interface Busy {
  readonly id: string;
  settle(outcome: { result: unknown } | { error: Error }): void;
}

class Instance {
  readonly key: string;
  readonly worker: Worker;
  busy: Busy | undefined;

  constructor(key: string, worker: Worker) {
    this.key = key;
    this.worker = worker;
  }
}

/** One function's workers: each handles one invocation at a time, as in Lambda, and is kept for the next. */
export class Pool {
  readonly shape: FunctionShape;
  invocations = 0;
  errors = 0;
  coldStarts = 0;
  readonly #outside: PoolOutside;
  readonly #instances = new Set<Instance>();
  readonly #waiting: (() => void)[] = [];
  #stopped = false;

  constructor(shape: FunctionShape, outside: PoolOutside) {
    this.shape = shape;
    this.#outside = outside;
  }

  get running(): number {
    return [...this.#instances].filter(({ busy }) => busy).length + this.#waiting.length;
  }

  /** The invocation that an access key is working on; undefined for a key that is not of this pool. */
  requestOf(key: string): string | undefined {
    for (const instance of this.#instances) if (instance.key === key) return instance.busy?.id ?? 'init';
    return undefined;
  }

  /** Ends the worker with this access key in the midst of what it does. */
  kill(key: string): void {
    for (const instance of this.#instances) if (instance.key === key) this.#end(instance, 'was killed');
  }

  async invoke(event: unknown): Promise<unknown> {
    const instance = await this.#free();
    this.invocations++;
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#end(instance, `timed out after ${this.shape.timeoutMs} ms`),
        this.shape.timeoutMs,
      );
      instance.busy = {
        id,
        settle: (outcome) => {
          clearTimeout(timer);
          instance.busy = undefined;
          if ('error' in outcome) {
            this.errors++;
            reject(outcome.error);
          } else resolve(outcome.result);
          this.#waiting.shift()?.();
        },
      };
      const message: Invocation = { id, event, deadline: Date.now() + this.shape.timeoutMs };
      instance.worker.postMessage(message);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#instances].map(({ worker }) => worker.terminate()));
  }

  async #free(): Promise<Instance> {
    for (;;) {
      for (const instance of this.#instances)
        if (!instance.busy) {
          instance.busy = { id: 'reserved', settle: () => undefined };
          return instance;
        }
      if (this.#instances.size < this.shape.concurrency) return this.#start();
      await new Promise<void>((resume) => this.#waiting.push(resume));
    }
  }

  #start(): Promise<Instance> {
    const { shape } = this;
    this.coldStarts++;
    const key = `LOCAL${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 15)}`;
    const endpoint = this.#outside.frontUrl;
    const start: WorkerStart = {
      bundle: pathToFileURL(join(shape.folder, 'index.mjs')).href,
      handler: shape.handler,
      time: this.#outside.time,
      functionName: shape.name,
      memoryMb: shape.memoryMb,
    };
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: start,
      env: {
        ...shape.environment,
        AWS_REGION: REGION,
        AWS_DEFAULT_REGION: REGION,
        AWS_LAMBDA_FUNCTION_NAME: shape.name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: shape.memoryMb,
        AWS_ACCESS_KEY_ID: key,
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_SESSION_TOKEN: 'local',
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        AWS_ENDPOINT_URL_SQS: endpoint,
        AWS_ENDPOINT_URL_KMS: endpoint,
        LOCAL_FRONT: endpoint,
      },
    });
    const instance = new Instance(key, worker);
    instance.busy = { id: 'starting', settle: () => undefined };
    this.#instances.add(instance);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.is === 'ready') resolve(instance);
        else this.#heard(instance, message);
      });
      worker.on('error', (error) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        this.#end(instance, error instanceof Error ? (error.stack ?? error.message) : String(error));
      });
      worker.on('exit', () => this.#end(instance, 'its worker ended'));
    });
  }

  #heard(instance: Instance, message: WorkerMessage): void {
    const requestId = instance.busy?.id ?? '';
    if (message.is === 'log') this.#outside.log({ function: this.shape.name, requestId, line: message.line });
    if (message.is === 'result' && instance.busy?.id === message.id)
      instance.busy.settle({ result: message.result });
    if (message.is === 'error' && instance.busy?.id === message.id) {
      this.#outside.log({
        function: this.shape.name,
        requestId,
        line: `${message.name}: ${message.message}\n${message.stack}`,
      });
      instance.busy.settle({ error: new FunctionError(`${this.shape.name}: ${message.message}`) });
    }
  }

  #end(instance: Instance, why: string): void {
    if (!this.#instances.delete(instance)) return;
    void instance.worker.terminate();
    if (this.#stopped) return;
    this.#outside.log({
      function: this.shape.name,
      requestId: instance.busy?.id ?? '',
      line: `${this.shape.name} ${why}`,
    });
    instance.busy?.settle({ error: new FunctionError(`${this.shape.name} ${why}`) });
    this.#waiting.shift()?.();
  }
}
