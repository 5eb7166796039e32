import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { output, pythonTools, run } from './tools.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const STAGES = ['dev', 'prod'] as const;
const out = mkdtempSync(join(tmpdir(), 'templates-'));

beforeAll(() => {
  pythonTools();
  for (const stage of STAGES)
    run(
      join(ROOT, 'node_modules', '.bin', 'cdk'),
      ['synth', '--quiet', '--context', `stage=${stage}`, '--output', join(out, stage)],
      {
        cwd: ROOT,
      },
    );
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const templatesOf = (stage: string) =>
  readdirSync(join(out, stage))
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => join(out, stage, file));

/** What the linter says of templates that the CDK makes, and why it stays. */
const LINTED: Readonly<Record<string, string>> = {
  W3005: 'The CDK writes a DependsOn beside the reference that implies it; both say the same.',
};

/** Rules of the scanner that do not hold here, and why. */
const SCANNED: Readonly<Record<string, string>> = {
  CKV_AWS_18: 'The bucket without an access log is the one that keeps the access log of the other.',
  CKV_AWS_21: 'The bucket without versions is the access log, which is written once and never changed.',
  CKV_AWS_26:
    'The topics carry names of alarms and no data; with a key CloudWatch could not publish to them.',
  CKV_AWS_27: 'The queues are encrypted by SQS itself (SqsManagedSseEnabled), which the rule does not know.',
  CKV_AWS_115:
    'Concurrency is reserved for open functions and the sweep; tenants’ functions share what is left.',
  CKV_AWS_116:
    'Functions behind the API answer their callers; what comes from queues has dead letters at the queue.',
  CKV_AWS_117:
    'Nothing is reached through a VPC; in one, functions would need a gateway to reach the providers.',
  CKV_AWS_158: 'Log groups hold no secret and no personal data, and are encrypted by CloudWatch itself.',
  CKV_AWS_173: 'The environment has names and addresses and no secret, and is encrypted by Lambda itself.',
};

describe.each(STAGES)('the templates of the stage %s', (stage) => {
  it('have nothing that the CloudFormation linter finds', () => {
    const found = JSON.parse(output('cfn-lint', ['--format', 'json', ...templatesOf(stage)]) || '[]') as {
      Rule: { Id: string };
      Message: string;
    }[];
    const unknown = found.filter(({ Rule }) => !(Rule.Id in LINTED));
    expect(unknown.map(({ Rule, Message }) => `${Rule.Id} ${Message}`)).toEqual([]);
    expect(templatesOf(stage).length).toBeGreaterThan(7);
  });

  it('break no rule of the policy scanner', () => {
    const args = [
      '--framework',
      'cloudformation',
      '--compact',
      '--quiet',
      '--output',
      'json',
      '--directory',
      join(out, stage),
    ];
    const { results, summary } = JSON.parse(output('checkov', args)) as {
      results: { failed_checks: { check_id: string; check_name: string; resource: string }[] };
      summary: { passed: number; parsing_errors: number };
    };
    const unknown = results.failed_checks.filter(({ check_id }) => !(check_id in SCANNED));
    expect(
      unknown.map(({ check_id, check_name, resource }) => `${check_id} ${check_name}: ${resource}`),
    ).toEqual([]);
    expect([summary.parsing_errors, summary.passed > 1_000]).toEqual([0, true]);
  });
});
