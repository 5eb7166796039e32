/** The machine's own time, regardless of `Date`; captured before time is moved. */
export const machineNow: () => number = Date.now.bind(Date);

let offset: Float64Array | undefined;
let patched = false;

/**
 * Makes time movable for a whole thread: `Date` is ahead of the machine's clock by the value of a shared cell, so that
 * one write moves every thread; without a cell, `Date` is the machine's. Throws if another cell already moves the
 * thread.
 */
export function moveDate(cell: SharedArrayBuffer | undefined): void {
  if (cell && offset) throw new Error('one process runs one local cloud at a time');
  offset = cell && new Float64Array(cell);
  if (patched) return;
  patched = true;
  const Machine = globalThis.Date;
  const now = () => machineNow() + (offset?.[0] ?? 0);
  globalThis.Date = new Proxy(Machine, {
    construct: (target, given: unknown[], self) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, self) as Date,
    apply: () => new Machine(now()).toString(),
    get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
  });
}
