/** A call of a function to AWS, as the local cloud has recorded it. */
export interface Call {
  readonly function: string;
  readonly requestId: string;
  readonly service: string;
  readonly action: string;
  readonly capacity?: { readonly read: number; readonly write: number };
  readonly start: number;
  readonly end: number;
}

/** The capacity units of some calls. */
export const sum = (calls: readonly Call[], what: 'read' | 'write') =>
  calls.reduce((total, { capacity }) => total + (capacity?.[what] ?? 0), 0);

/** The longest chain of calls each of which began after the one before had ended: the round trips that add up. */
export function depthOf(calls: readonly Call[]): number {
  let depth = 0;
  let until = -1;
  for (const { start, end } of [...calls].sort((a, b) => a.end - b.end)) {
    if (start < until) continue;
    depth++;
    until = end;
  }
  return depth;
}

/** What one invocation asked of the table. */
export interface Cost {
  readonly depth: number;
  readonly read: number;
  readonly write: number;
}
