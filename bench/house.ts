import { resolve } from 'node:path';
import { circlesIn } from './house/circles.ts';
import { sourcesIn } from './house/imports.ts';
import { filesOf, fits, linesOf, WAYS, wholeWay } from './house/ways.ts';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'bench', 'test'];

/** Prints how many whole files and lines each way through the code takes, with its bound, and every circle of imports. Fails where a way is too long or there is a circle. */
function main(): void {
  const sources = sourcesIn(root, FOLDERS);
  for (const way of WAYS) {
    const files = filesOf(way, sources);
    const lines = linesOf(files);
    const whole = filesOf(wholeWay(way), sources);
    console.log(
      `${fits(way, files) ? 'ok    ' : 'OVER  '}${way.name}: ${files.length} files of ${way.filesMax}, ${lines} lines of ${way.linesMax}; with what is read on other ways ${whole.length} files, ${linesOf(whole)} lines`,
    );
    for (const [file, each] of files) console.log(`${String(each).padStart(12)}  ${file}`);
  }
  const circles = circlesIn(sources);
  console.log(circles.length === 0 ? 'ok    no circle of imports' : 'OVER  circles of imports:');
  for (const circle of circles) console.log(`        ${circle.join(' · ')}`);
  if (circles.length > 0 || WAYS.some((way) => !fits(way, filesOf(way, sources)))) process.exitCode = 1;
}

main();
