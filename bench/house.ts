import { resolve } from 'node:path';
import { circlesIn } from './house/circles.ts';
import { sourcesIn } from './house/imports.ts';
import { filesOf, fits, linesOf, READING_PATHS, wholePath } from './house/reading-paths.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'bench', 'test'];

/**
 * Prints how many whole files and lines each path through the code takes, with its bound, and every circle of imports.
 * Fails where a path is too long or there is a circle.
 */
function main(): void {
  const sources = sourcesIn(root, FOLDERS);
  for (const path of READING_PATHS) {
    const files = filesOf(path, sources);
    const lines = linesOf(files);
    const whole = filesOf(wholePath(path), sources);
    console.log(
      `${fits(path, files) ? 'ok    ' : 'OVER  '}${path.name}: ${files.length} files of ${path.filesMax}, ${lines} lines of ${path.linesMax}; with what is read on other ways ${whole.length} files, ${linesOf(whole)} lines`,
    );
    for (const [file, each] of files) console.log(`${String(each).padStart(12)}  ${file}`);
  }
  const circles = circlesIn(sources);
  console.log(circles.length === 0 ? 'ok    no circle of imports' : 'OVER  circles of imports:');
  for (const circle of circles) console.log(`        ${circle.join(' · ')}`);
  if (circles.length > 0 || READING_PATHS.some((path) => !fits(path, filesOf(path, sources))))
    process.exitCode = 1;
}

main();
