import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BACKGROUND } from '../lib/background-functions.ts';
import { ROUTES } from '../lib/routes.ts';
import { checked } from './settings.ts';
import { stageNamed } from './stages.ts';

const ROOT = resolve(import.meta.dirname, '..');
const USAGE = 'usage: npm run deploy -- --stage NAME [options of cdk deploy]';

/** Where the outputs of a stage are left, for `npx billing --stack NAME`, and the source maps of what was deployed. */
const DEPLOYED = join(ROOT, '.deploy');

/**
 * Deploys all stacks of a stage, the state first and what people watch it with last, and leaves its outputs in
 * `.deploy/NAME.json`. Answers the exit status.
 */
function deploy(given: readonly string[]): number {
  const at = given.indexOf('--stage');
  const stage = given[at + 1];
  if (at < 0 || stage === undefined) return refused(USAGE);
  try {
    checked(stageNamed(stage));
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  mkdirSync(DEPLOYED, { recursive: true });
  const outputs = join(DEPLOYED, `${stage}.json`);
  const others = given.filter((_, index) => index !== at && index !== at + 1);
  const { status } = spawnSync(
    join(ROOT, 'node_modules/.bin/cdk'),
    ['deploy', '--all', '--context', `stage=${stage}`, '--outputs-file', outputs, ...others],
    { cwd: ROOT, stdio: 'inherit' },
  );
  if (status !== 0) return status ?? 1;
  console.log(
    `Deployed. ${keepSourceMaps()} new source maps are in .deploy/maps. Next: npx billing --stack ${stage} tenants list`,
  );
  return 0;
}

/**
 * Keeps the source map of each bundle under the hash of its code, so that the frames of an error that an older version
 * logged can be read years later. Answers how many are new.
 */
function keepSourceMaps(): number {
  const added = [...ROUTES, ...BACKGROUND].filter(({ name }) => {
    const code = readFileSync(join(ROOT, '.build/functions', name, 'index.mjs'));
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
    const copy = join(DEPLOYED, 'maps', name, `${hash}.mjs.map`);
    if (existsSync(copy)) return false;
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(ROOT, '.build/maps', name, 'index.mjs.map'), copy);
    return true;
  });
  return added.length;
}

function refused(line: string): number {
  process.stderr.write(`${line}\n`);
  return 2;
}

process.exitCode = deploy(process.argv.slice(2));
