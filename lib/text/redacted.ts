import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/**
 * Wraps a value that must not leak by accident: card data, national ids, credentials. Printing, inspecting, serialising
 * or interpolating it shows `[redacted]`; only `reveal()` returns the value.
 */
export class Redacted<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
