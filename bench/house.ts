import { resolve } from 'node:path';
import { circlesIn } from './house/circles.ts';
import { sourcesIn } from './house/imports.ts';
import { filesOf, WAYS } from './house/ways.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'bench', 'test'];

/** Prints how many whole files and lines each way through the code takes, with its bound, and every circle of imports. */
function main(): void {
  const sources = sourcesIn(root, FOLDERS);
  for (const way of WAYS) {
    const files = filesOf(way, sources);
    const lines = files.reduce((sum, [, each]) => sum + each, 0);
    const fits = files.length <= way.filesMax && lines <= way.linesMax;
    console.log(
      `${fits ? '      ' : 'OVER  '}${way.name}: ${files.length} files of ${way.filesMax}, ${lines} lines of ${way.linesMax}`,
    );
    for (const [file, each] of files) console.log(`${String(each).padStart(12)}  ${file}`);
  }
  const circles = circlesIn(sources);
  console.log(circles.length === 0 ? '      no circle of imports' : 'OVER  circles of imports:');
  for (const circle of circles) console.log(`        ${circle.join(' · ')}`);
}

main();
