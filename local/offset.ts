/** The machine's own time, whatever `Date` says; taken before anything is moved. */
export const machineNow: () => number = Date.now.bind(Date);

let offset: Float64Array | undefined;
let patched = false;

/**
 * Time that can be moved, for a whole thread: `Date` is ahead of the machine's clock by what a shared cell says, so
 * that moving the cell moves every thread at once; without one, `Date` is the machine's. Throws where another cell
 * moves the thread already.
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
