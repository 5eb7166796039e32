import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** One change of the code, as Stryker makes it; `file` is relative to the project, lines and columns count from 0. */
export interface Mutant {
  id: string;
  file: string;
  mutatorName: string;
  replacement: string;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

const silent = () => undefined;
const LOGGER = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/**
 * The files of the patterns with every mutant inside, each behind a switch that is off, and the list of the mutants.
 * `code` is by absolute path.
 */
export async function instrument(
  root: string,
  patterns: readonly string[],
): Promise<{ code: Map<string, string>; mutants: Mutant[] }> {
  const names = globSync([...patterns], { cwd: root })
    .toSorted()
    .map((file) => join(root, file));
  const sources = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const { files, mutants } = await new Instrumenter(LOGGER).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return {
    code: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, mutatorName, replacement, location }) => ({
      id,
      file: relative(root, fileName),
      mutatorName,
      replacement,
      location,
    })),
  };
}
