/** How an outside call can fail: the function dies, or the call returns an error, before or after its effect. */
export const FAULT_MODES = ['die-before', 'die-after', 'error-before', 'error-after'] as const;
/** How one outside call fails. */
export type FaultMode = (typeof FAULT_MODES)[number];

/** Makes an outside call of a function die or fail. */
export interface Fault {
  readonly function: string;
  /** Which call of an invocation, from 1, or any. */
  readonly call: number | 'any';
  readonly mode: FaultMode;
  /** How many times it happens before it is over. */
  readonly times: number;
}

/** Faults that are still to happen, and how many calls each invocation has made. */
export class Faults {
  #planned: { fault: Fault; left: number }[] = [];
  readonly #made = new Map<string, number>();

  plan(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Counts a call of an invocation; returns its fault, if one is planned. */
  next(functionName: string, requestId: string): FaultMode | undefined {
    const call = (this.#made.get(requestId) ?? 0) + 1;
    this.#made.set(requestId, call);
    if (this.#made.size > 10_000) this.#made.delete(this.#made.keys().next().value ?? '');
    const hit = this.#planned.find(
      ({ fault, left }) =>
        left > 0 && fault.function === functionName && (fault.call === 'any' || fault.call === call),
    );
    if (!hit) return undefined;
    hit.left--;
    return hit.fault.mode;
  }
}
