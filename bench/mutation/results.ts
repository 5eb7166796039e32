import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const position = z.object({ line: z.number(), column: z.number() });
const mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string().default(''),
  /** In Stryker's words; `Ignored` is what was not drawn. */
  status: z.string(),
  /** What became of a survivor when it was tried again, with the tests that were written since. */
  since: z.optional(z.string()),
  location: z.object({ start: position, end: position }),
});
const result = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutant) })),
  framework: z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) }),
  /** Where the mutants were drawn: what gives the same ones again. */
  seed: z.optional(z.string()),
  date: z.optional(z.string()),
  /** The run was stopped before every test had been asked: what had been noticed by then is the least there is. */
  stopped: z.optional(z.boolean()),
});

/** One mutant of a report; its lines and columns count from 1. */
export type ReportedMutant = z.infer<typeof mutant>;
/** What Stryker writes, as far as it is reported, and what is added to it here. */
export type Result = z.infer<typeof result>;
/** A file with what became of its mutants. */
export type ReportedFile = Result['files'][string];

const LONGEST = 120;
const FOLDER = 'reports/mutation/chapters';

/** The folder, or the file directly in lib, that a mutant is counted with. `file` is relative to the project. */
export function chapterOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** What Stryker wrote into the file. */
export function readResult(file: string): Result {
  return result.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Keeps what was found of each chapter, in place of what was found of it before. */
export function keepByChapter(root: string, found: Result): void {
  mkdirSync(join(root, FOLDER), { recursive: true });
  const chapters = Object.groupBy(Object.entries(found.files), ([file]) => chapterOf(file));
  for (const [chapter, files = []] of Object.entries(chapters)) {
    const text = JSON.stringify({ ...found, files: Object.fromEntries(files) });
    writeFileSync(join(root, FOLDER, `${chapter.replaceAll('/', '-')}.json`), text);
  }
}

/** What was last found of every chapter, in the order of their names. */
export function readChapters(root: string): Result[] {
  return readdirSync(join(root, FOLDER))
    .toSorted()
    .map((name) => readResult(join(root, FOLDER, name)));
}

function textAt(source: string, { start, end }: ReportedMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** A mutant in one line without its line number, so that it keeps its name when code moves. */
export function nameOf(
  source: string,
  { mutatorName, location, replacement }: Omit<ReportedMutant, 'status'>,
): string {
  return `${mutatorName}: ${short(textAt(source, location))} → ${short(replacement)}`;
}

/**
 * What was tried and survived, by a name that stays when code above it moves: the file, the mutant as the page prints
 * it, and which of those printed alike. The value takes what became of it when it was tried again.
 */
export function survivorsOf(results: readonly Result[]): Map<string, (since: string) => void> {
  const found = new Map<string, (since: string) => void>();
  for (const [file, { source, mutants }] of results.flatMap(({ files }) => Object.entries(files))) {
    const alike = new Map<string, number>();
    for (const mutant of mutants) {
      const printed = `${file} ${nameOf(source, mutant)}`;
      const nth = (alike.get(printed) ?? 0) + 1;
      alike.set(printed, nth);
      if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue;
      found.set(`${printed} ${nth}`, (since) => (mutant.since = since));
    }
  }
  return found;
}
