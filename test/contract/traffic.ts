/** What was held against the description, of an operation (`GET /plans/list`) or a webhook (`webhook SUBSCRIBED`). */
export interface Held {
  requests: number;
  answers: number;
  refusals: number;
}

const held: Record<string, Held> = {};

/** Counts one more of a kind. */
export function count(key: string, kind: keyof Held): void {
  (held[key] ??= { requests: 0, answers: 0, refusals: 0 })[kind]++;
}

/** What this process has held so far. */
export const heldSoFar = (): Readonly<Record<string, Held>> => held;
