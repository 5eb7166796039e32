/** What was held against the description, of an operation (`GET /plans/list`) or a webhook (`webhook SUBSCRIBED`). */
export interface Held {
  requests: number;
  answers: number;
  refusals: number;
}

let held: Record<string, Held> = {};

/** Counts one more of a kind. */
export function count(key: string, kind: keyof Held): void {
  (held[key] ??= { requests: 0, answers: 0, refusals: 0 })[kind]++;
}

/** What this process has held since this was last asked for: one process runs many files of tests. */
export function takeHeld(): Readonly<Record<string, Held>> {
  const taken = held;
  held = {};
  return taken;
}
