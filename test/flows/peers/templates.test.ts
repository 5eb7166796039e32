import { execFile, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stageNamed } from '../../../infra/stages.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
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

/** A rule of the scanner that does not hold for some resources, and why. */
interface Scanned {
  readonly rule: string;
  readonly on: RegExp;
  readonly why: string;
}

const functionsOf = (names: readonly string[]) =>
  new RegExp(
    `^AWS::Lambda::Function\\.Functions(${names.map((name) => name.replaceAll(/\W/g, '')).join('|')})Function[0-9A-F]{8}$`,
  );
const byTrigger = (isScheduled: boolean) =>
  BACKGROUND.filter(({ triggeredBy }) => ['schedule', 'nightly'].includes(triggeredBy) === isScheduled);
const ANSWERING = functionsOf(ROUTES.map(({ name }) => name));
const QUEUED = functionsOf(byTrigger(false).map(({ name }) => name));
const SCHEDULED = functionsOf(byTrigger(true).map(({ name }) => name));
const FUNCTION = /^AWS::Lambda::Function\.Functions/;

const SCANNED: readonly Scanned[] = [
  ...['CKV_AWS_18', 'CKV_AWS_21'].map((rule) => ({
    rule,
    on: /^AWS::S3::Bucket\.DocumentsAccessLog[0-9A-F]{8}$/,
    why: 'It is the access log of the other bucket: it logs nothing itself, and is written once and never changed.',
  })),
  {
    rule: 'CKV_AWS_26',
    on: /^AWS::SNS::Topic\.(Tenant|Firewall)?AlarmsTopic[0-9A-F]{8}$/,
    why: 'It carries names of alarms and no data; with a key CloudWatch could not publish to it.',
  },
  {
    rule: 'CKV_AWS_27',
    on: /^AWS::SQS::Queue\.Queues\w+(Queue|DeadLetters)[0-9A-F]{8}$/,
    why: 'It is encrypted by SQS itself (SqsManagedSseEnabled), which the rule does not know.',
  },
  {
    rule: 'CKV_AWS_86',
    on: /^AWS::CloudFront::Distribution\.Distribution/,
    why: 'Its log is delivered by CloudWatch (AWS::Logs::Delivery), which the rule does not know.',
  },
  {
    rule: 'CKV_AWS_115',
    on: FUNCTION,
    why: 'Concurrency is reserved in production for open functions and the sweep; the others share what is left.',
  },
  { rule: 'CKV_AWS_116', on: ANSWERING, why: 'It answers its caller, who is told and asks again.' },
  { rule: 'CKV_AWS_116', on: QUEUED, why: 'What it cannot do has dead letters at its queue.' },
  { rule: 'CKV_AWS_116', on: SCHEDULED, why: 'Its next run does what one that failed has left.' },
  {
    rule: 'CKV_AWS_117',
    on: FUNCTION,
    why: 'Nothing is reached through a VPC; in one it would need a gateway to reach the providers.',
  },
  {
    rule: 'CKV_AWS_158',
    on: /^AWS::Logs::LogGroup\.(Functions\w+Log|AccessLog)[0-9A-F]{8}$/,
    why: 'It holds no secret and no personal data, and is encrypted by CloudWatch itself.',
  },
  {
    rule: 'CKV_AWS_158',
    on: /^AWS::Logs::LogGroup\.LogGroup[0-9A-F]{8}$/,
    why: 'The firewall’s: who asked from which address, no query, header or body; CloudWatch itself encrypts it.',
  },
  {
    rule: 'CKV_AWS_173',
    on: FUNCTION,
    why: 'Its environment has names and addresses and no secret, and is encrypted by Lambda itself.',
  },
];
const needed = new Set<Scanned>();

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
    const unknown = results.failed_checks.filter(({ check_id, resource }) => {
      const known = SCANNED.find(({ rule, on }) => rule === check_id && on.test(resource));
      if (known) needed.add(known);
      return !known;
    });
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

it('each rule that is said not to hold is one that the scanner names', () => {
  expect(SCANNED.filter((one) => !needed.has(one)).map(({ rule, on }) => `${rule} on ${on.source}`)).toEqual(
    [],
  );
});
