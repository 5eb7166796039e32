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

/** A table of what was measured, a line for each bound. */
export function tableOf(results: readonly Result[]): string {
  const head = ['bound', 'what', 'measured', 'limit', ''];
  const rows = results.map(({ bound, what, measured, limit, ok }) => [
    ...[bound, what, measured, limit],
    ok ? 'ok' : 'OVER',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The middle value; the upper of the two middle ones of an even number. NaN of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
