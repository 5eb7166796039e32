import { resolve } from 'node:path';
import { circlesIn } from './house/circles.ts';
import { sourcesIn } from './house/imports.ts';
import { filesOf, linesOf, READING_PATHS } from './house/reading-paths.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'bench', 'test'];

/**
 * Prints how many whole files and lines each path through the code takes, beside our aim, and every circle of imports.
 * A measure to read: it never fails, so nobody presses a line for it.
 */
function main(): void {
  const sources = sourcesIn(root, FOLDERS);
  for (const path of READING_PATHS) {
    const files = filesOf(path, sources);
    const { name, aim } = path;
    console.log(
      `${name}: ${files.length} files, ${linesOf(files)} lines; the aim is ${aim.files} and ${aim.lines}`,
    );
    for (const [file, each] of files) console.log(`${String(each).padStart(12)}  ${file}`);
  }
  const circles = circlesIn(sources);
  console.log(circles.length === 0 ? 'no circle of imports' : 'circles of imports:');
  for (const circle of circles) console.log(`        ${circle.join(' · ')}`);
}

main();
