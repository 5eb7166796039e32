/**
 * Time that can be moved, for a whole thread: `Date` is ahead of the machine's clock by what a shared cell says, so
 * that moving the cell moves every thread at once.
 */
export function moveDate(cell: SharedArrayBuffer): void {
  const offset = new Float64Array(cell);
  const Machine = globalThis.Date;
  const now = () => Machine.now() + (offset[0] ?? 0);
  const moved = new Proxy(Machine, {
    construct: (target, given: unknown[], self) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, self) as Date,
    apply: () => new Machine(now()).toString(),
    get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
  });
  globalThis.Date = moved;
}

/** The machine's own time, whatever `Date` says; taken before anything is moved. */
export const machineNow: () => number = Date.now.bind(Date);
