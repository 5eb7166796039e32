import { METRICS } from '../../../lib/runtime/metrics.ts';

type Line = Readonly<Record<string, unknown>>;

const LEVELS: ReadonlySet<unknown> = new Set(['info', 'warn', 'error']);
const MEASURED = Object.entries(METRICS);

/** A line of what happened, and of what. */
const tells = (line: Line) => LEVELS.has(line.level) && isNamed(line.what) && Object.keys(line).length > 2;

/** A metric with a name in its dimension. */
const measures = (line: Line) =>
  line.level === 'metric' && MEASURED.some(([name, { by }]) => name in line && isNamed(line[by]));

const uninformative: string[] = [];

/**
 * The same line of our log, once it is certain that whoever reads it learns something: what happened and to what, or what
 * was measured of what. Otherwise it throws, and is remembered for where that is caught.
 */
export function informative(text: string): string {
  const line = JSON.parse(text) as Line;
  if (tells(line) || measures(line)) return text;
  uninformative.push(text);
  throw new Error(`a line of the log that tells nothing: ${text}`);
}

/** Throws if a line since the last time told nobody anything. */
export function mustBeInformative(): void {
  const lines = uninformative.splice(0);
  if (lines.length > 0) throw new Error(`lines of the log that tell nothing: ${lines.join()}`);
}

const isNamed = (by: unknown) => typeof by === 'string' && by !== '';
