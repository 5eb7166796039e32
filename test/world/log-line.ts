import { z } from 'zod';
import { METRICS } from '../../lib/metrics.ts';

const told = z
  .looseObject({ level: z.enum(['info', 'warn', 'error']), what: z.string().min(1) })
  .refine((line) => Object.keys(line).length > 2, { error: 'a line that does not tell of what' });
const measured = z
  .looseObject({ level: z.literal('metric') })
  .refine((line) => Object.entries(METRICS).some(([name, { by }]) => name in line && isNamed(line[by])), {
    error: 'a metric without a name in its dimension',
  });
const line = z.union([told, measured]);

const uninformative: string[] = [];

/**
 * The same line of our log, once it is certain that whoever reads it learns something: what happened and to what, or what
 * was measured of what. Otherwise it throws, and is remembered for where that is caught.
 */
export function informative(text: string): string {
  const read = line.safeParse(JSON.parse(text));
  if (read.success) return text;
  uninformative.push(text);
  throw read.error;
}

/** Throws if a line since the last time told nobody anything. */
export function mustBeInformative(): void {
  const lines = uninformative.splice(0);
  if (lines.length > 0) throw new Error(`lines of the log that tell nothing: ${lines.join()}`);
}

const isNamed = (by: unknown) => typeof by === 'string' && by !== '';
