import { fileOf, noticedIn, note, readRecord, type Line } from './record.ts';
import type { Tests } from './tests.ts';

/** What is asked of a mutant in a process of its own: the whole of the tests, or only these files. */
interface Question {
  mutant: string;
  files: readonly string[] | undefined;
}

/**
 * Who is to be tried alone: whatever takes effect when a module is loaded, with all tests; and a survivor with the tests
 * that could not be asked about it, since they did not pass again.
 */
export function questions(drawn: readonly string[], record: readonly Line[]): Question[] {
  const noticed = noticedIn(record);
  const those = (is: Line['is']) =>
    new Set(record.flatMap((line) => (line.is === is ? (line.mutant ?? []) : [])));
  const [tried, done] = [those('tried'), those('alone')];
  const missed = [...those('missed')].filter((mutant) => !tried.has(mutant));
  const loaded = new Set([...those('loaded'), ...missed]);
  const failed = record.filter(({ is }) => is === 'failed').flatMap((line) => fileOf(line) ?? []);
  return drawn
    .filter((mutant) => !noticed.has(mutant) && !done.has(mutant))
    .flatMap((mutant): Question[] => {
      if (loaded.has(mutant)) return [{ mutant, files: undefined }];
      const worn = record.filter((line) => line.is === 'worn' && line.mutant === mutant);
      const files = [...new Set([...failed, ...worn.flatMap((line) => fileOf(line) ?? [])])];
      return files.length > 0 && (tried.has(mutant) || worn.length > 0) ? [{ mutant, files }] : [];
    });
}

/**
 * Tries one mutant from the start of a process on, and records what was found. A file counts only if it passes without
 * the mutant: `sound` remembers which do.
 */
export async function tryAlone(
  tests: Tests,
  record: string,
  { mutant, files }: Question,
  sound: Map<string, boolean>,
): Promise<void> {
  const { files: failed, timedOut } = await tests.run(
    { record, together: [], tests: 'all', alone: mutant },
    files,
  );
  for (const file of failed) {
    const clean =
      sound.get(file) ??
      (await tests.run({ record, together: [], tests: 'all', alone: '' }, [file])).files.length === 0;
    sound.set(file, clean);
  }
  const by = failed.find((file) => sound.get(file));
  if (by !== undefined) return note(record, { is: timedOut ? 'timed out' : 'killed', mutant, test: by });
  const others = (files ?? (await tests.files())).filter((file) => sound.get(file) !== false);
  if (failed.length > 0 && others.length > 0)
    return tryAlone(tests, record, { mutant, files: others }, sound);
  note(record, { is: 'alone', mutant });
}

/** Tries everything alone that a run in one process could not judge. */
export async function tryAllAlone(tests: Tests, record: string, drawn: readonly string[]): Promise<void> {
  const sound = new Map<string, boolean>();
  const all = questions(drawn, readRecord(record));
  for (const [at, question] of all.entries()) {
    await tryAlone(tests, record, question, sound);
    console.log(`alone: ${at + 1} of ${all.length}`);
  }
}
