import type { Table } from '../lib/table/table.ts';

/** The same table; each of its calls waits for `before`. */
export function beforeEachCall(table: Table, before: () => unknown): Table {
  const after =
    <Asked extends unknown[], Answer>(call: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      await before();
      return call(...asked);
    };
  return {
    get: after((...asked) => table.get(...asked)),
    getMany: after((...asked) => table.getMany(...asked)),
    query: after((...asked) => table.query(...asked)),
    list: after((...asked) => table.list(...asked)),
    apply: after((...asked) => table.apply(...asked)),
    write: after((...asked) => table.write(...asked)),
    due: after((...asked) => table.due(...asked)),
  };
}
