/** What came of one bound: what was measured, in words, and whether it is within it. */
export interface Result {
  readonly bound: string;
  readonly what: string;
  readonly measured: string;
  readonly limit: string;
  readonly ok: boolean;
}

/** A measured number against the largest, or the least, that it may be. */
export function against(
  bound: string,
  what: string,
  value: number,
  limit: { readonly most: number } | { readonly least: number },
): Result {
  const [sign, edge] = 'most' in limit ? ['≤', limit.most] : ['≥', limit.least];
  const ok = 'most' in limit ? value <= limit.most : value >= limit.least;
  return { bound, what, measured: value.toFixed(2), limit: `${sign} ${edge}`, ok };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
