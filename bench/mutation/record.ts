import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const line = z.object({
  is: z.enum([
    'killed',
    'timed out',
    'tried',
    'missed',
    'loaded',
    'alone',
    'slow',
    'worn',
    'failed',
    'asked',
    'asked slowly',
    'ended',
  ]),
  mutant: z.optional(z.string()),
  test: z.optional(z.string()),
});

/**
 * What one line of a run's record says. Of a mutant: a test `killed` it, or `timed out` with it, or it was `tried` and
 * not noticed, or the test `missed` it, having come by it only while a module was loaded in its first attempt, or it is code
 * that runs when a module is `loaded`, or it was not noticed `alone` in a process either. Of
 * a test: it is `slow` and left for later, it `failed` without any mutant, or it was `worn`: after it failed with a
 * mutant it did not pass again. Of a file: all its quick tests were `asked`, or its slow ones. Of the process: it `ended`
 * itself, since the mutant that had timed out did not let go of it.
 */
export type Line = z.infer<typeof line>;

/** Adds a line to the record of a run, which outlives the process that writes it. */
export function note(file: string, said: Line): void {
  appendFileSync(file, `${JSON.stringify(said)}\n`);
}

/** What the record of a run says so far, in the order in which it was said. */
export function readRecord(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => line.parse(JSON.parse(text)));
}

/** The mutants that some test noticed. */
export function noticedIn(record: readonly Line[]): Set<string> {
  return new Set(
    record.flatMap(({ is, mutant }) => (mutant && (is === 'killed' || is === 'timed out') ? [mutant] : [])),
  );
}

/** The file of the test that a line is about. */
export const fileOf = ({ test }: Line): string | undefined => test?.split(' > ')[0];
