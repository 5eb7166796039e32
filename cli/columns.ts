import { inOneLine } from '../lib/text/clean-text.ts';

/** A table for people: a heading, and rows of as many cells. */
export interface Table {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table of these cells, each in one line: a name with a line break in it must not look like a line of ours. */
export const tableOf = (heading: Table['heading'], rows: Table['rows']): Table => ({
  heading,
  rows: rows.map((cells) => cells.map(inOneLine)),
});

/** Separates two columns, and indents continuation lines. */
const GAP = '  ';

/**
 * Lines of a table of at most `width` characters, unless a word is longer: aligned columns if they fit, otherwise a block
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

/** A text wrapped to `width` characters; one that is indented or has several lines stays as it is. */
export function linesOfText(text: string, width: number): string[] {
  return /^ |\n/.test(text) ? [text] : wrapped(text, width);
}

/** A text wrapped to `width` characters; a word is never cut, because it may be pasted. */
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

/** Names and values, one pair a line, indented. Missing values show as a dash. */
export function pairs(values: Readonly<Record<string, string | null>>): string[] {
  const width = longest(Object.keys(values));
  return Object.entries(values).map(
    ([name, value]) => `${GAP}${name.padEnd(width)}${GAP}${inOneLine(value ?? '-')}`,
  );
}

/** So many of something, such as `1 event` and `2 events`. */
export const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;

/** An instant (epoch ms) as ISO 8601 in UTC. */
export const iso = (time: number) => new Date(time).toISOString();

/** To the second, for people: an instant in epoch ms, or as ISO 8601. */
export const second = (time: number | string) =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** To the minute, for people. */
export const minute = (time: number) => `${iso(time).slice(0, 16).replace('T', ' ')} UTC`;
