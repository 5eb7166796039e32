import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeTypes } from '../../../client/generate/generated.ts';
import { allFiles, projectsOf, runs } from './files.ts';
import { BY_PATH, SETS, type ProjectName } from './sets.ts';
import { isOfProduct, isOfTests, testsOf } from './tests-of.ts';

/**
 * `run.ts <set> [paths and options…]`: runs the rounds of a set one after the other, whether or not one failed. A path of the
 * product stands for its tests, and with `test` a path has those that take long as well; everything else is passed on to vitest.
 */
const [name = '', ...given] = process.argv.slice(2);
if (!isSet(name)) throw new Error(`no set of tests: "${name}" (there are ${Object.keys(SETS).join(', ')})`);

const isPath = (text: string) => isOfProduct(text) || isOfTests(text);
const rounds = name === 'test' && given.some(isPath) ? [BY_PATH] : SETS[name];
const filesOf = (projects: readonly ProjectName[]) =>
  allFiles().filter((file) => projects.some((project) => runs(project, file)));
const files = filesOf(rounds.flat());
const args = given.flatMap((one) => (isPath(one) ? chosen(one) : [one]));
await writeTypes();
let failed = false;
for (const round of rounds) failed = (await vitest(round, args)) !== 0 || failed;
process.exitCode = failed ? 1 : 0;

function isSet(text: string): text is keyof typeof SETS {
  return text in SETS;
}

/** The tests of a path as vitest is given them. Throws where it has none in this set. */
function chosen(path: string): string[] {
  const found = testsOf(path, files);
  if (found.length > 0) return isOfTests(path) ? [path] : found;
  const others = Object.keys(SETS).filter(
    (set) => isSet(set) && testsOf(path, filesOf(projectsOf(set))).length > 0,
  );
  throw new Error(`${path} has no tests in "${name}"${others.map((set) => `, but in "${set}"`).join('')}`);
}

/** Runs vitest in this terminal, and resolves with its exit code. */
function vitest(round: readonly string[], rest: readonly string[]): Promise<number> {
  const projects = round.flatMap((project) => ['--project', project]);
  const workers = rest.some((one) => one.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3'];
  const program = join(import.meta.dirname, '../../../node_modules/.bin/vitest');
  // Of several rounds some have nothing of what was asked; a single one that finds nothing was asked for what there is not.
  const empty = rounds.length > 1 ? ['--passWithNoTests'] : [];
  const child = spawn(program, ['run', ...projects, ...workers, ...empty, ...rest], { stdio: 'inherit' });
  return new Promise((done, wrong) => {
    child.once('error', wrong);
    child.once('exit', (code) => done(code ?? 1));
  });
}
