import type { Table } from '../../lib/table/table.ts';

/** A table that keeps a copy of all that is ever written to it. */
export function watched(table: Table): { table: Table; written: string[] } {
  const written: string[] = [];
  return {
    written,
    table: {
      ...table,
      apply: (change) => {
        written.push(JSON.stringify(change));
        return table.apply(change);
      },
      write: (changes) => {
        written.push(JSON.stringify(changes));
        return table.write(changes);
      },
    },
  };
}
