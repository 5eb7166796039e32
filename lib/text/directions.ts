/** What is written from right to left. */
const RIGHT_TO_LEFT =
  '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}';
/** A run of it: its first letter, its last one, and what is no letter between. */
const RUN = new RegExp(`[${RIGHT_TO_LEFT}](?:[[^\\p{L}]--[${RIGHT_TO_LEFT}]]*[${RIGHT_TO_LEFT}])*`, 'gv');
const DIRECTED = new RegExp(`[${RIGHT_TO_LEFT}\\p{Bidi_Control}]`, 'v');
const CONTROLS = /\p{Bidi_Control}/gu;

/** A part of a text in one direction; `isTurned` where it is written from right to left. */
export interface Run {
  readonly text: string;
  readonly isTurned: boolean;
}

/** A text without the characters that turn the direction of what follows. */
export const undirected = (text: string): string => text.replaceAll(CONTROLS, '');

/** The runs of a text, each in one direction, without characters that turn directions: a page isolates those that are turned. */
export function runsOf(given: string): readonly Run[] {
  if (!DIRECTED.test(given)) return [{ text: given, isTurned: false }];
  const text = undirected(given);
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    runs.push({ text: text.slice(from, index), isTurned: false }, { text: run, isTurned: true });
    from = index + run.length;
  }
  return [...runs, { text: text.slice(from), isTurned: false }].filter((run) => run.text !== '');
}
