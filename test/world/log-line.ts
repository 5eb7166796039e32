import { z } from 'zod';
import { METRICS } from '../../lib/metrics.ts';

const told = z.object({ level: z.enum(['info', 'warn', 'error']), what: z.string().min(1) });
const measured = z
  .looseObject({ level: z.literal('metric') })
  .refine((line) => Object.entries(METRICS).some(([name, { by }]) => name in line && isNamed(line[by])), {
    error: 'a metric without a name in its dimension',
  });
const line = z.union([told, measured]);

/** The same line of our log, once it is certain that whoever reads it learns something: what happened, or what was measured of what. */
export function informative(text: string): string {
  line.parse(JSON.parse(text));
  return text;
}

const isNamed = (by: unknown) => typeof by === 'string' && by !== '';
