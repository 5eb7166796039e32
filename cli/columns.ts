/** A table for people: a heading, and rows of as many cells. */
export interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table of these cells. */
export const tableOf = (heading: Table['heading'], rows: Table['rows']): Table => ({ heading, rows });

/** Between two columns, and before what belongs to the line above. */
const GAP = '  ';

/**
 * Lines of a table, none wider than `width` but for words that are: aligned columns where they fit, otherwise a block
 * for each row, which begins with its first cell.
 */
export function linesOf({ heading, rows }: Table, width: number): string[] {
  const aligned = columns(heading, rows);
  return aligned.every((line) => line.length <= width)
    ? aligned
    : rows.flatMap(([first = '', ...rest]) => [first, ...block(heading.slice(1), rest, width)]);
}

function columns(heading: Table['heading'], rows: Table['rows']): string[] {
  const all = [heading.map((word) => word.toUpperCase()), ...rows];
  const widths = heading.map((_, i) => longest(all.map((row) => row[i] ?? '')));
  return all.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function block(names: readonly string[], cells: readonly string[], width: number): string[] {
  const indent = longest(names) + 2 * GAP.length;
  return names.flatMap((name, i) =>
    wrapped(cells[i] ?? '', width - indent).map((part, nth) =>
      `${(nth === 0 ? GAP + name : '').padEnd(indent)}${part}`.trimEnd(),
    ),
  );
}

/** A sentence in lines of so many characters; what is indented, or in lines already, stays as it is. */
export function linesOfText(text: string, width: number): string[] {
  return /^ |\n/.test(text) ? [text] : wrapped(text, width);
}

/** A text in lines of so many characters; a word is never cut, because it may be pasted. */
function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const longest = (words: readonly string[]) => Math.max(0, ...words.map((word) => word.length));

/** Lines of names and values, indented below a sentence. Values that are missing show as a dash. */
export function pairs(values: Readonly<Record<string, string | null>>): string[] {
  const width = longest(Object.keys(values));
  return Object.entries(values).map(([name, value]) => `${GAP}${name.padEnd(width)}${GAP}${value ?? '-'}`);
}

/** An instant (epoch ms) as ISO 8601 in UTC. */
export const iso = (time: number) => new Date(time).toISOString();

/** To the minute, for people. */
export const minute = (time: number) => `${iso(time).slice(0, 16).replace('T', ' ')} UTC`;
