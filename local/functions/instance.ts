import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { requestIdsIn } from './caused-by.ts';
import type { FaultMode } from './faults.ts';
import type { PrintedLine } from './logs.ts';
import { verdictOf, type OutsideCall, type OutsideEnd } from './outside.ts';
import type { FunctionShape } from '../template/shape.ts';
import { AWS_SECRET, REGION } from '../template/template.ts';
import type { Invocation, WorkerMessage, WorkerStart } from './worker.ts';

/** A function failed: it threw, ran out of time, or its worker died. */
export class FunctionError extends Error {}

/** What an instance needs from outside its thread. */
export interface InstanceOutside {
  /** The shared offset of time, for all threads. */
  readonly time: SharedArrayBuffer;
  /** `http://host:port` that AWS calls go to. */
  readonly awsUrl: string;
  /** Where the central bank's bulletins are. */
  readonly ratesUrl: string;
  log(printed: PrintedLine): void;
  /** Reports an outside call other than AWS's; returns its fault, if one is planned. */
  began(instance: Instance, call: OutsideCall): FaultMode | undefined;
  ended(instance: Instance, call: OutsideEnd): void;
}

/** The request id of an instance's calls before its first invocation. */
export const INIT = 'init';

const MODULE_NAMES = ['mjs', 'js', 'cjs'];

/** One execution environment of a function: a worker thread with one invocation at a time. */
export class Instance {
  /** The access key of its AWS calls; unique, so it identifies the caller. */
  readonly key = `LOCAL${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 15)}`;
  readonly shape: FunctionShape;
  requestId = INIT;
  #causedBy: readonly string[] = [];
  readonly #outside: InstanceOutside;
  readonly #worker: Worker;
  readonly #verdict = new SharedArrayBuffer(4);
  readonly #loaded: Promise<unknown>;
  /** Pending calls other than AWS's, with their start by the machine's monotonic clock. */
  readonly #open = new Map<number, number>();
  #fail: (error: Error) => void = () => undefined;
  #succeed: (result: unknown) => void = () => undefined;
  #dead: FunctionError | undefined;

  constructor(shape: FunctionShape, outside: InstanceOutside) {
    this.shape = shape;
    this.#outside = outside;
    this.#worker = this.#start();
    this.#loaded = new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#succeed = resolve;
    });
    this.#loaded.catch(() => undefined); // reported to whoever invokes
  }

  get alive(): boolean {
    return this.#dead === undefined;
  }

  /** Whether an outside call has taken longer than this (ms). */
  waitsSince(ms: number): boolean {
    const since = performance.now() - ms;
    return [...this.#open.values()].some((began) => began <= since);
  }

  /** Runs one invocation. Rejects with FunctionError if the function throws, times out or dies. */
  async invoke(id: string, event: unknown): Promise<unknown> {
    await this.#loaded;
    if (this.#dead) throw this.#dead;
    const { timeoutMs } = this.shape;
    const timer = setTimeout(() => this.kill(`timed out after ${timeoutMs / 1000} s`), timeoutMs);
    this.requestId = id;
    this.#causedBy = requestIdsIn(event);
    const deadline = process.hrtime.bigint() + BigInt(timeoutMs) * 1_000_000n;
    const message: Invocation = { id, event, deadline };
    try {
      return await new Promise((resolve, reject) => {
        this.#succeed = resolve;
        this.#fail = reject;
        this.#worker.postMessage(message);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Terminates the worker immediately. */
  kill(why: string): void {
    if (this.#dead) return;
    this.#dead = new FunctionError(`${this.shape.name} ${why}`);
    this.#log(this.#dead.message);
    this.#fail(this.#dead);
    void this.#worker.terminate();
  }

  async stop(): Promise<void> {
    this.#dead ??= new FunctionError(`${this.shape.name} was stopped`);
    this.#fail(this.#dead);
    await this.#worker.terminate();
  }

  #start(): Worker {
    const { shape } = this;
    const awsUrl = this.#outside.awsUrl;
    const { NODE_COMPILE_CACHE } = process.env;
    const [file = '', handler = ''] = shape.handler.split('.');
    const bundle = MODULE_NAMES.map((ending) => join(shape.folder, `${file}.${ending}`)).find(existsSync);
    if (bundle === undefined) throw new Error(`${shape.name}: no ${file}.mjs in its bundle`);
    const start: WorkerStart = {
      bundle: pathToFileURL(bundle).href,
      handler,
      time: this.#outside.time,
      verdict: this.#verdict,
      awsEndpoint: new URL(awsUrl).host,
      functionName: shape.physicalName,
      functionArn: shape.arn,
      memoryMb: shape.memoryMb,
    };
    const env = {
      ...shape.environment,
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_LAMBDA_FUNCTION_NAME: shape.physicalName,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: shape.memoryMb,
      AWS_ACCESS_KEY_ID: this.key,
      AWS_SECRET_ACCESS_KEY: AWS_SECRET,
      AWS_SESSION_TOKEN: AWS_SECRET,
      AWS_ENDPOINT_URL_DYNAMODB: awsUrl,
      AWS_ENDPOINT_URL_SQS: awsUrl,
      AWS_ENDPOINT_URL_S3: this.#outside.awsUrl,
      [ENVIRONMENT.rates]: this.#outside.ratesUrl,
      AWS_ENDPOINT_URL_KMS: awsUrl,
      [ENVIRONMENT.mailEndpoint]: awsUrl,
      LAMBDA_TASK_ROOT: shape.folder,
      TZ: ':UTC',
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    };
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: start,
      env,
      execArgv: [],
    });
    worker.on('message', (message: WorkerMessage) => this.#received(message));
    worker.on('error', (error) =>
      this.kill(`died: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    );
    worker.on('exit', () => this.kill('ended'));
    return worker;
  }

  #received(message: WorkerMessage): void {
    switch (message.is) {
      case 'log':
        return this.#log(message.line);
      case 'ready':
        return this.#succeed(undefined);
      case 'result':
        return this.#succeed(message.result);
      case 'error':
        this.#log(message.text);
        return this.#fail(
          new FunctionError(`${this.shape.name} failed: ${message.text.split('\n')[0] ?? ''}`),
        );
      case 'outside':
        this.#open.set(message.call, performance.now());
        return this.#decide(this.#outside.began(this, message));
      case 'outside-end':
        this.#open.delete(message.call);
        this.#outside.ended(this, message);
        if (message.dies) this.kill('was killed by a planned fault, after a call');
    }
  }

  #decide(fault: FaultMode | undefined): void {
    if (fault === 'die-before') return this.kill('was killed by a planned fault, before a call');
    const cell = new Int32Array(this.#verdict);
    Atomics.store(cell, 0, verdictOf(fault));
    Atomics.notify(cell, 0);
  }

  #log(line: string): void {
    if (this.#dead && line !== this.#dead.message) return;
    const { requestId, shape } = this;
    this.#outside.log({ function: shape.name, requestId, causedBy: this.#causedBy, line });
  }
}
