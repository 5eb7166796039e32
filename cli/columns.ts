/** Lines of a table with aligned columns; a heading first, then what is given. */
export function columns(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [heading.map((word) => word.toUpperCase()), ...rows];
  const widths = heading.map((_, i) => Math.max(...all.map((row) => (row[i] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Lines of names and values, indented below a sentence. Values that are missing show as a dash. */
export function pairs(values: Readonly<Record<string, string | null>>): string[] {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values).map(([name, value]) => `  ${name.padEnd(width)}  ${value ?? '-'}`);
}

/** An instant (epoch ms) as ISO 8601 in UTC. */
export const iso = (time: number) => new Date(time).toISOString();

/** To the minute, for people. */
export const minute = (time: number) => `${iso(time).slice(0, 16).replace('T', ' ')} UTC`;
