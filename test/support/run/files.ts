import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { PROJECTS, SETS, type Project, type ProjectName } from './sets.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Every test file, by its path in the repository. */
export const allFiles = (): string[] =>
  globSync('test/**/*.{test,faults,load}.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).toSorted();

/** Whether a project runs a file. */
export function runs(name: ProjectName, file: string): boolean {
  const { include, exclude = [] }: Project = PROJECTS[name];
  const isIn = (globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));
  return isIn(include) && !isIn(exclude);
}

/** The projects of a set, all rounds together. */
export const projectsOf = (set: keyof typeof SETS): ProjectName[] => SETS[set].flat();
