/** The machine's own time, whatever `Date` says; taken before anything is moved. */
export const machineNow: () => number = Date.now.bind(Date);

let offset: Float64Array | undefined;

/**
 * Time that can be moved, for a whole thread: `Date` is ahead of the machine's clock by what a shared cell says, so
 * that moving the cell moves every thread at once. The last cell given counts; without one, `Date` is the machine's.
 */
export function moveDate(cell: SharedArrayBuffer | undefined): void {
  const patched = offset !== undefined;
  offset = cell ? new Float64Array(cell) : new Float64Array(1);
  if (patched) return;
  const Machine = globalThis.Date;
  const now = () => machineNow() + (offset?.[0] ?? 0);
  globalThis.Date = new Proxy(Machine, {
    construct: (target, given: unknown[], self) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, self) as Date,
    apply: () => new Machine(now()).toString(),
    get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
  });
}
