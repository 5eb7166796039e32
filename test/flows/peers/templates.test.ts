import { execFile, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stageNamed } from '../../../infra/stages.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { routeKeysOf } from '../../../lib/route.ts';
import { freePort } from '../../../local/ports.ts';
import { FULL_STAGE, synthesise } from '../../stack/synthesised.ts';
import { output, programsOf, run } from './tools.ts';

/** Production with everything that a stage can have. */
const STAGES = [stageNamed('dev'), FULL_STAGE];
const work = mkdtempSync(join(tmpdir(), 'templates-'));
let assembly: string;

beforeAll(() => {
  assembly = synthesise(STAGES, { builtinCloudFormationValidation: false }).outdir;
});
afterAll(() => {
  for (const folder of [work, assembly]) rmSync(folder, { recursive: true, force: true });
});

const templatesOf = (stage: string) =>
  readdirSync(assembly)
    .filter((file) => file.startsWith(`Billing-${stage}-`) && file.endsWith('.template.json'))
    .map((file) => join(assembly, file));

/** What the linter says of templates that the CDK makes, and why it stays. */
const LINTED: Readonly<Record<string, string>> = {
  W3005: 'The CDK writes a DependsOn beside the reference that implies it; both say the same.',
};

/** How the linter ends where it found errors (2), warnings (4) or remarks (8), or several of these. */
const CFN_LINT_FOUND = [2, 4, 6, 8, 10, 12, 14];

/** Rules of the scanner that do not hold here, and why. */
const SCANNED: Readonly<Record<string, string>> = {
  CKV_AWS_18: 'The bucket without an access log is the one that keeps the access log of the other.',
  CKV_AWS_21: 'The bucket without versions is the access log, which is written once and never changed.',
  CKV_AWS_26:
    'The topics carry names of alarms and no data; with a key CloudWatch could not publish to them.',
  CKV_AWS_27: 'The queues are encrypted by SQS itself (SqsManagedSseEnabled), which the rule does not know.',
  CKV_AWS_86:
    'CloudFront’s log is delivered by CloudWatch (AWS::Logs::Delivery), which the rule does not know.',
  CKV_AWS_115:
    'Concurrency is reserved for open functions and the sweep; tenants’ functions share what is left.',
  CKV_AWS_116:
    'Functions behind the API answer their callers; what comes from queues has dead letters at the queue.',
  CKV_AWS_117:
    'Nothing is reached through a VPC; in one, functions would need a gateway to reach the providers.',
  CKV_AWS_158: 'Log groups hold no secret and no personal data, and are encrypted by CloudWatch itself.',
  CKV_AWS_173: 'The environment has names and addresses and no secret, and is encrypted by Lambda itself.',
};

/** Resources that the emulator refuses, and why they are left out there. */
const NOT_EMULATED = {
  types: {
    'AWS::CloudWatch::CompositeAlarm': 'It has no composite alarms.',
    'AWS::CodeDeploy::Application': 'It has no CodeDeploy.',
    'AWS::CodeDeploy::DeploymentGroup': 'It has no CodeDeploy.',
    'AWS::Logs::Delivery': 'It delivers no logs of CloudFront.',
    'AWS::Logs::DeliveryDestination': 'It delivers no logs of CloudFront.',
    'AWS::Logs::DeliverySource': 'It delivers no logs of CloudFront.',
  },
  properties: { 'AWS::CloudWatch::Alarm': { Metrics: 'Its alarms know one metric and no calculation.' } },
  attributes: { DkimDNSToken: 'Its identities have no tokens for DNS, which an operator copies by hand.' },
} as const;

const LEFT_OUT = JSON.stringify({
  types: Object.keys(NOT_EMULATED.types),
  properties: { 'AWS::CloudWatch::Alarm': Object.keys(NOT_EMULATED.properties['AWS::CloudWatch::Alarm']) },
  attributes: Object.keys(NOT_EMULATED.attributes),
});

/** What deploying a stage answers. */
interface Deployed {
  readonly stacks: readonly {
    readonly name: string;
    readonly status: string;
    readonly missing: readonly string[];
    readonly made: number;
  }[];
  readonly routes: Readonly<Record<string, string>>;
}

/** Deploys a stage into an emulator of its own. */
async function deploy(stage: string): Promise<Deployed> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, BIND_HOST: '127.0.0.1', GATEWAY_PORT: String(port) };
  const emulator: ChildProcess = execFile(join(programsOf('emulator'), 'ministack'), { env, cwd: work });
  try {
    await expect.poll(() => fetch(url).then(() => 'up', String), { timeout: 120_000 }).toBe('up');
    const python = join(programsOf('emulator'), 'python');
    const args = [join(import.meta.dirname, 'deploy.py'), assembly, stage, url, LEFT_OUT];
    return JSON.parse(await run(python, args)) as Deployed;
  } finally {
    emulator.kill();
  }
}

describe.each(STAGES)('the templates of the stage $stage', ({ stage, firewall }) => {
  it('have nothing that the CloudFormation linter finds', async () => {
    const found = JSON.parse(
      await output('cfn-lint', ['--format', 'json', ...templatesOf(stage)], CFN_LINT_FOUND),
    ) as {
      Rule: { Id: string };
      Message: string;
    }[];
    const unknown = found.filter(({ Rule }) => !(Rule.Id in LINTED));
    expect(unknown.map(({ Rule, Message }) => `${Rule.Id} ${Message}`)).toEqual([]);
    expect(templatesOf(stage).length).toBeGreaterThan(7);
  });

  it('break no rule of the policy scanner', async () => {
    const folder = join(work, stage);
    mkdirSync(folder);
    for (const file of templatesOf(stage)) symlinkSync(file, join(folder, file.split('/').at(-1)!));
    const form = ['--framework', 'cloudformation', '--compact', '--quiet', '--output', 'json'];
    const { results, summary } = JSON.parse(
      await output('checkov', [...form, '--directory', folder], [1]),
    ) as {
      results: { failed_checks: { check_id: string; check_name: string; resource: string }[] };
      summary: { passed: number; parsing_errors: number };
    };
    const unknown = results.failed_checks.filter(({ check_id }) => !(check_id in SCANNED));
    expect(
      unknown.map(({ check_id, check_name, resource }) => `${check_id} ${check_name}: ${resource}`),
    ).toEqual([]);
    expect([summary.parsing_errors, summary.passed > 1_000]).toEqual([0, true]);
  });

  it('are deployed into an emulator of AWS, in their order, where each route leads to its own function', async () => {
    const { stacks, routes } = await deploy(stage);
    expect(stacks.filter(({ status }) => status !== 'CREATE_COMPLETE')).toEqual([]);
    expect(stacks.flatMap(({ missing }) => missing)).toEqual([]);
    expect(stacks.length).toBe(templatesOf(stage).length);
    expect(stacks.some(({ name }) => name.endsWith('-Firewall'))).toBe(firewall !== undefined);
    const logicalId = (name: string) =>
      new RegExp(`^Functions${name.replaceAll(/\W/g, '')}Function[0-9A-F]{8}:live$`);
    const wanted = ROUTES.flatMap((route) =>
      routeKeysOf(route).map((key) => [key, expect.stringMatching(logicalId(route.name))] as const),
    );
    expect(routes).toEqual(Object.fromEntries(wanted));
  });
});
