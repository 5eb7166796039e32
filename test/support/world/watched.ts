import type { Table } from '../../../lib/table/table.ts';

/** A table that keeps a copy of all that is ever written to it, and counts how often a write has begun or ended. */
export interface Watched {
  readonly table: Table;
  readonly written: string[];
  readonly steps: () => number;
}

export function watched(table: Table): Watched {
  const written: string[] = [];
  let steps = 0;
  async function noted<T>(change: unknown, write: () => Promise<T>): Promise<T> {
    written.push(JSON.stringify(change));
    steps++;
    try {
      return await write();
    } finally {
      steps++;
    }
  }
  return {
    written,
    steps: () => steps,
    table: {
      ...table,
      apply: (change) => noted(change, () => table.apply(change)),
      write: (changes) => noted(changes, () => table.write(changes)),
    },
  };
}
