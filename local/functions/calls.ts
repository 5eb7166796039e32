/** Capacity units that a table call consumed. */
export interface Units {
  readonly read: number;
  readonly write: number;
  /** What of the written units each index took. */
  readonly indexes: Readonly<Record<string, number>>;
}

/** One call that a function made to something outside itself. */
export interface RecordedCall {
  readonly order: number;
  readonly function: string;
  readonly requestId: string;
  readonly service: string;
  readonly action: string;
  readonly resource: string;
  /** Partition keys touched, for table calls. */
  readonly keys: readonly string[];
  readonly capacity: Units | undefined;
  /** How many messages the call is about, for queue calls. */
  readonly messages: number | undefined;
  readonly allowed: boolean;
  readonly start: number;
  readonly end: number;
}

const CALLS_MAX = 100_000;

/** All calls since the last reset, in the order in which they began. */
export class Calls {
  #calls: RecordedCall[] = [];
  #order = 0;

  next(): number {
    return ++this.#order;
  }

  add(call: RecordedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > CALLS_MAX) this.#calls.shift();
  }

  get all(): readonly RecordedCall[] {
    return [...this.#calls].sort((a, b) => a.order - b.order);
  }

  clear(): void {
    this.#calls = [];
    this.#order = 0;
  }
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits?: number }>>;
}

/** The consumed capacity of a table call; indexes are included in the table's units. */
export function capacityOf(action: string, consumed: unknown): Units {
  const all = (Array.isArray(consumed) ? consumed : [consumed]) as (Capacity | undefined)[];
  const units = all.reduce((sum, one) => sum + (one?.CapacityUnits ?? 0), 0);
  const writes = !/^(Get|BatchGet|Query|Scan|TransactGet)/.test(action);
  if (!writes) return { read: units, write: 0, indexes: {} };
  const indexes: Record<string, number> = {};
  for (const one of all)
    for (const [name, { CapacityUnits = 0 }] of Object.entries(one?.GlobalSecondaryIndexes ?? {}))
      indexes[name] = (indexes[name] ?? 0) + CapacityUnits;
  return { read: 0, write: units, indexes };
}
