import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { FAULT_MODES, type FaultMode } from './faults.ts';

/** A worker is about to call something that is not AWS, and waits to be told how the call is to go. */
export interface OutsideCall {
  readonly is: 'outside';
  readonly call: number;
  readonly method: string;
  /** Host, port and path, without the query. */
  readonly target: string;
}

/** The call was answered or failed; with `dies`, the worker must not live to see it. */
export interface OutsideEnd {
  readonly is: 'outside-end';
  readonly call: number;
  readonly dies: boolean;
}

/**
 * On AWS calls: when the function made it, in nanoseconds of the machine's steady clock, which all threads share. The
 * endpoint itself gets to calls made together one by one.
 */
export const BEGAN = 'x-local-began';

interface Ear {
  /** `host:port` of the AWS endpoint, which treats its own calls. */
  readonly awsEndpoint: string;
  /** One cell; written by the main thread with `verdictOf`. */
  readonly verdict: SharedArrayBuffer;
  readonly say: (message: OutsideCall | OutsideEnd) => void;
}

/** What the main thread writes into the cell: 1 to go on, otherwise a fault. */
export function verdictOf(fault: FaultMode | undefined): number {
  return fault === undefined ? 1 : 2 + FAULT_MODES.indexOf(fault);
}

/**
 * Has every outgoing HTTP request of this thread asked for first, so that it can be recorded, stopped or made to fail.
 * The code that makes them knows nothing of it.
 */
export function watchOutside({ awsEndpoint, verdict, say }: Ear): void {
  const cell = new Int32Array(verdict);
  const forever = new Int32Array(new SharedArrayBuffer(4));
  let calls = 0;

  /** Blocks this thread until the main thread has decided; where the worker is to die, for ever. */
  function ask(method: string, target: string): { call: number; fault: FaultMode | undefined } {
    const call = ++calls;
    Atomics.store(cell, 0, 0);
    say({ is: 'outside', call, method, target });
    Atomics.wait(cell, 0, 0);
    return { call, fault: FAULT_MODES[Atomics.load(cell, 0) - 2] };
  }

  function end(call: number, fault: FaultMode | undefined): void {
    const dies = fault === 'die-after';
    say({ is: 'outside-end', call, dies });
    if (dies) Atomics.wait(forever, 0, 0);
  }

  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    const host = String(request.getHeader('host'));
    if (host === awsEndpoint) return void request.setHeader(BEGAN, String(process.hrtime.bigint()));
    const { call, fault } = ask(request.method, host + (request.path.split('?')[0] ?? ''));
    if (fault === 'error-before') return void request.destroy(cutOff());
    const emit = request.emit.bind(request);
    let over = false;
    request.emit = ((event: string, ...rest: unknown[]) => {
      if (!over && (event === 'response' || event === 'error' || event === 'close')) {
        over = true;
        end(call, fault);
        if (event === 'response' && fault === 'error-after') return Boolean(request.destroy(cutOff()));
      }
      return emit(event, ...rest);
    }) as typeof request.emit;
  });

  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const { call, fault } = ask(method, url.host + url.pathname);
    if (fault === 'error-before') throw new TypeError('fetch failed', { cause: cutOff() });
    try {
      return await plainFetch(input, init);
    } finally {
      end(call, fault);
      if (fault === 'error-after') throw new TypeError('fetch failed', { cause: cutOff() });
    }
  };
}

function cutOff(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
