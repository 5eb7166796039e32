import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawable } from './draw.ts';
import type { Mutant } from './instrumented.ts';
import type { Line } from './record.ts';
import { chapterOf, nameOf, type ReportedFile, type ReportedMutant, type Result } from './results.ts';

/** A mutant as it is drawn and as it is reported. */
export interface Candidate extends Drawable {
  id: string;
  file: string;
  /** How the page prints it, and which of those that it prints alike: what stays when code above it moves. */
  lasting: string;
  reported: Omit<ReportedMutant, 'status'>;
}

/** Stryker's mutants as they are drawn: all of the files, in the order in which they stand. */
export function candidatesOf(root: string, mutants: readonly Mutant[]): Candidate[] {
  const sources = new Map<string, string>();
  const alike = new Map<string, number>();
  return mutants.map(({ id, file, mutatorName, replacement, location: { start, end } }) => {
    const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
    sources.set(file, source);
    const location = { start: fromOne(start), end: fromOne(end) };
    const reported = { mutatorName, replacement, location };
    const printed = `${file} ${nameOf(source, reported)}`;
    const nth = (alike.get(printed) ?? 0) + 1;
    alike.set(printed, nth);
    const place = [start.line, start.column, end.line, end.column].join(':');
    const name = `${file} ${place} ${mutatorName} ${replacement}`;
    return { id, file, chapter: chapterOf(file), name, lasting: `${printed} ${nth}`, reported };
  });
}

const fromOne = ({ line, column }: { line: number; column: number }) => ({
  line: line + 1,
  column: column + 1,
});

/** What the record of a run says of a mutant, in Stryker's words; `Pending` is what wanted a process and got none. */
export function statusOf(id: string, record: readonly Line[]): string {
  const lines = record.filter(({ mutant }) => mutant === id);
  if (lines.some(({ is }) => is === 'killed')) return 'Killed';
  if (lines.some(({ is }) => is === 'timed out')) return 'Timeout';
  if (lines.some(({ is }) => is === 'alone')) return 'Survived';
  if (lines.some(({ is }) => is === 'loaded')) return 'Pending';
  if (lines.some(({ is }) => is === 'missed') && !lines.some(({ is }) => is === 'tried')) return 'Pending';
  return lines.length > 0 ? 'Survived' : 'NoCoverage';
}

/** The files of what was drawn from, with what the record says of those that were drawn. */
export function filesOf(
  root: string,
  from: readonly Candidate[],
  drawn: ReadonlySet<string>,
  record: readonly Line[],
): Result['files'] {
  const byFile = Object.groupBy(from, ({ file }) => file);
  return Object.fromEntries(
    Object.entries(byFile).map(([file, within = []]): [string, ReportedFile] => [
      file,
      {
        source: readFileSync(join(root, file), 'utf8'),
        mutants: within.map(({ id, reported }) => ({
          ...reported,
          status: drawn.has(id) ? statusOf(id, record) : 'Ignored',
        })),
      },
    ]),
  );
}
