import type { Calls } from './calls.ts';
import type { FaultMode, Faults } from './faults.ts';
import { INIT, type Instance } from './instance.ts';
import type { OutsideCall, OutsideEnd } from './outside.ts';

/** Records the calls that functions make to anything but AWS, and says how each is to go. */
export class OutsideCalls {
  readonly #calls: Calls;
  readonly #faults: Faults;
  readonly #now: () => number;
  readonly #open = new Map<string, (end: number) => void>();

  constructor(calls: Calls, faults: Faults, now: () => number) {
    this.#calls = calls;
    this.#faults = faults;
    this.#now = now;
  }

  readonly began = (instance: Instance, { call, method, target }: OutsideCall): FaultMode | undefined => {
    const order = this.#calls.next();
    const start = this.#now();
    const { requestId } = instance;
    const { name } = instance.shape;
    const fault = requestId === INIT ? undefined : this.#faults.next(name, requestId);
    if (fault === undefined || fault.endsWith('-after'))
      this.#open.set(`${instance.key} ${call}`, (end) =>
        this.#calls.add({
          order,
          function: name,
          requestId,
          service: 'http',
          action: method,
          resource: target,
          keys: [],
          capacity: undefined,
          messages: undefined,
          allowed: true,
          start,
          end,
        }),
      );
    return fault;
  };

  readonly ended = (instance: Instance, { call }: OutsideEnd): void => {
    const id = `${instance.key} ${call}`;
    this.#open.get(id)?.(this.#now());
    this.#open.delete(id);
  };
}
