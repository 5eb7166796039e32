/**
 * What was held against the description, of an operation (`GET /plans/list`), a code that it declares (`GET /invoices
 * invoice_not_found`) or a webhook (`webhook SUBSCRIBED`).
 */
export interface Held {
  requests: number;
  answers: number;
  refusals: number;
}

let held: Record<string, Held> = {};

const heldOf = (key: string): Held => (held[key] ??= { requests: 0, answers: 0, refusals: 0 });

/** Counts one more of a kind. */
export function count(key: string, kind: keyof Held): void {
  heldOf(key)[kind]++;
}

/** Names what is to be held, so that it is known where nothing was. */
export function expected(keys: readonly string[]): void {
  for (const key of keys) heldOf(key);
}

/** What this process has held since this was last asked for: one process runs many files of tests. */
export function takeHeld(): Readonly<Record<string, Held>> {
  const taken = held;
  held = {};
  return taken;
}
