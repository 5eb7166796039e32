import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checked, examplesIn } from '../settings.ts';
import type { StageSettings } from '../settings.ts';
import { stageNamed } from '../stages.ts';
import { checkAdoptedTable } from './adopted-table.ts';
import { archiveSourceMaps } from './source-maps.ts';
import type { Tools } from './tools.ts';
import { updatesOf } from './updates.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CDK = join(ROOT, 'node_modules/.bin/cdk');
const USAGE = `usage: npm run deploy -- --stage NAME [options of cdk deploy]

Deploys all stacks of a stage of infra/stages.ts, the state first and all functions at once. Leaves the stage's outputs in
.deploy/NAME.json, for npx billing --stack NAME, and the source maps of its bundles in its bucket.

Where it would grant more than what is deployed, it shows that and stops. After reading: --require-approval never
See first what would change: npx cdk diff --all --context stage=NAME
How to, from the account to the DNS: docs/runbook/deploy.md`;

/** Where a stage's outputs are stored, for `npx billing --stack NAME`, with the source maps of what was deployed. */
const DEPLOYED = join(ROOT, '.deploy');

/**
 * Deploys all stacks of a stage, the state first and all functions at once; stores its outputs in `.deploy/NAME.json` and the
 * source maps of its bundles in its bucket. Returns the exit status.
 */
export function deploy(given: readonly string[], tools: Tools, settingsOf = stageNamed): number {
  if (given.some((option) => option === '--help' || option === '-h')) {
    tools.say(USAGE);
    return 0;
  }
  const at = given.indexOf('--stage');
  const stage = given[at + 1];
  if (at < 0 || stage === undefined) return refused(tools, USAGE);
  const others = given.filter((_, index) => index !== at && index !== at + 1);
  try {
    const settings = checked(settingsOf(stage));
    const examples = examplesIn(settings).join(', ');
    if (examples)
      return refused(
        tools,
        `stage ${stage} still has an example's ${examples}: put your own into infra/stages.ts`,
      );
    return deployStage(settings, others, tools);
  } catch (error) {
    return refused(tools, error instanceof Error ? error.message : String(error));
  }
}

function deployStage(
  { stage, region, adopt }: StageSettings,
  others: readonly string[],
  tools: Tools,
): number {
  if (adopt.tableName !== undefined) checkAdoptedTable(adopt.tableName, region, tools);
  const cdk = (...args: string[]) => tools.run(CDK, [...args, '--context', `stage=${stage}`], ROOT);
  const synthesised = cdk('synth', '--quiet');
  if (synthesised !== 0) return synthesised;
  // Stacks that are deployed at once cannot ask, so what they grant is read before.
  const isApproved = others.includes('--require-approval');
  if (!isApproved && cdk('diff', '--all', '--security-only', '--fail', '--method', 'template') !== 0)
    return refused(
      tools,
      `it grants what is shown above. To go on: npm run deploy -- --stage ${stage} --require-approval never`,
    );
  mkdirSync(DEPLOYED, { recursive: true });
  const outputs = join(DEPLOYED, `${stage}.json`);
  for (const { options, because } of updatesOf({ stage, region, root: ROOT, outputs }, tools)) {
    if (because !== undefined) tools.say(because);
    const status = cdk(
      'deploy',
      ...options,
      ...(isApproved ? [] : ['--require-approval', 'never']),
      ...others,
    );
    if (status !== 0) return status;
  }
  const archive = archiveSourceMaps({ root: ROOT, maps: join(DEPLOYED, 'maps'), outputs, region }, tools);
  tools.say(`Deployed. Next: npx billing --stack ${stage} tenants list`);
  if (archive === undefined) return 0;
  tools.complain(archive);
  return 1;
}

function refused(tools: Tools, line: string): number {
  tools.complain(line);
  return 2;
}
