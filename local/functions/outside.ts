import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { FAULT_MODES, type FaultMode } from './faults.ts';

/** A worker is about to make a call other than AWS's, and waits for the verdict. */
export interface OutsideCall {
  readonly is: 'outside';
  readonly call: number;
  readonly method: string;
  /** Host, port and path, without the query. */
  readonly target: string;
}

/** A call has ended; with `dies`, the worker must die before it sees the answer. */
export interface OutsideEnd {
  readonly is: 'outside-end';
  readonly call: number;
  readonly dies: boolean;
}

/**
 * A header of AWS calls: when the function made the call, in nanoseconds of the machine's monotonic clock, which all
 * threads share. The endpoint processes concurrent calls one by one.
 */
export const BEGAN = 'x-local-began';

interface Ear {
  /** `host:port` of the AWS endpoint, which treats its own calls. */
  readonly awsEndpoint: string;
  /** One cell; written by the main thread with `verdictOf`. */
  readonly verdict: SharedArrayBuffer;
  readonly say: (message: OutsideCall | OutsideEnd) => void;
}

/** The cell's value: 1 to proceed, otherwise a fault. */
export function verdictOf(fault: FaultMode | undefined): number {
  return fault === undefined ? 1 : 2 + FAULT_MODES.indexOf(fault);
}

/** Intercepts every outgoing HTTP request of this thread to record it, stop it or make it fail, unknown to its caller. */
export function watchOutside(ear: Ear): void {
  const asking = new Asking(ear);
  watchHttp(asking, ear.awsEndpoint);
  watchFetch(asking);
}

/** Asks the main thread for verdicts, one at a time. */
class Asking {
  readonly #cell: Int32Array;
  readonly #forever = new Int32Array(new SharedArrayBuffer(4));
  readonly #say: Ear['say'];
  #calls = 0;

  constructor({ verdict, say }: Ear) {
    this.#cell = new Int32Array(verdict);
    this.#say = say;
  }

  /** Blocks this thread until the main thread has decided; for ever if the worker is to die. */
  begin(method: string, target: string): { call: number; fault: FaultMode | undefined } {
    const call = ++this.#calls;
    Atomics.store(this.#cell, 0, 0);
    this.#say({ is: 'outside', call, method, target });
    Atomics.wait(this.#cell, 0, 0);
    return { call, fault: FAULT_MODES[Atomics.load(this.#cell, 0) - 2] };
  }

  end(call: number, fault: FaultMode | undefined): void {
    const dies = fault === 'die-after';
    this.#say({ is: 'outside-end', call, dies });
    if (dies) Atomics.wait(this.#forever, 0, 0);
  }
}

function watchHttp(asking: Asking, awsEndpoint: string): void {
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    const host = String(request.getHeader('host'));
    if (host === awsEndpoint) return void request.setHeader(BEGAN, String(process.hrtime.bigint()));
    const { call, fault } = asking.begin(request.method, host + (request.path.split('?')[0] ?? ''));
    if (fault === 'error-before') return void request.destroy(cutOff());
    const emit = request.emit.bind(request);
    let over = false;
    request.emit = ((event: string, ...rest: unknown[]) => {
      if (!over && (event === 'response' || event === 'error' || event === 'close')) {
        over = true;
        asking.end(call, fault);
        if (event === 'response' && fault === 'error-after') return Boolean(request.destroy(cutOff()));
      }
      return emit(event, ...rest);
    }) as typeof request.emit;
  });
}

function watchFetch(asking: Asking): void {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const { call, fault } = asking.begin(method, url.host + url.pathname);
    if (fault === 'error-before') throw new TypeError('fetch failed', { cause: cutOff() });
    try {
      return await plainFetch(input, init);
    } finally {
      asking.end(call, fault);
      if (fault === 'error-after') throw new TypeError('fetch failed', { cause: cutOff() });
    }
  };
}

function cutOff(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
