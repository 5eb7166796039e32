import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeTypes } from '../../../client/generate/generated.ts';
import { allFiles, runs } from './files.ts';
import { BY_PATH, SETS } from './sets.ts';
import { isOfProduct, testsOf } from './tests-of.ts';

/**
 * `run.ts <set> [paths and options…]`: runs the rounds of a set one after the other, whether or not one failed. A path of the
 * product stands for its tests, with `test` also for those that take long; everything else is passed on to vitest.
 */
const [name = '', ...given] = process.argv.slice(2);
if (!isSet(name)) throw new Error(`no set of tests: "${name}" (there are ${Object.keys(SETS).join(', ')})`);

const rounds = name === 'test' && given.some(isOfProduct) ? [BY_PATH] : SETS[name];
const files = allFiles().filter((file) => rounds.flat().some((project) => runs(project, file)));
const args = given.flatMap((one) => (isOfProduct(one) ? chosen(one) : [one]));
await writeTypes();
let failed = false;
for (const round of rounds) failed = (await vitest(round, args)) !== 0 || failed;
process.exitCode = failed ? 1 : 0;

function isSet(text: string): text is keyof typeof SETS {
  return text in SETS;
}

/** Throws where a path has no tests in this set. */
function chosen(path: string): string[] {
  const found = testsOf(path, files);
  if (found.length === 0) throw new Error(`${path} has no tests in "${name}"`);
  return found;
}

/** Runs vitest in this terminal, and resolves with its exit code. */
function vitest(round: readonly string[], rest: readonly string[]): Promise<number> {
  const projects = round.flatMap((project) => ['--project', project]);
  const workers = rest.some((one) => one.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3'];
  const program = join(import.meta.dirname, '../../../node_modules/.bin/vitest');
  const child = spawn(program, ['run', ...projects, ...workers, '--passWithNoTests', ...rest], {
    stdio: 'inherit',
  });
  return new Promise((done, wrong) => {
    child.once('error', wrong);
    child.once('exit', (code) => done(code ?? 1));
  });
}
