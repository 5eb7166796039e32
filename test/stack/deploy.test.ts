import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deploy } from '../../infra/deploy/deploy.ts';
import { TERMINAL } from '../../infra/deploy/tools.ts';
import type { Tools } from '../../infra/deploy/tools.ts';
import { examplesIn } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { stageNamed } from '../../infra/stages.ts';
import { tools } from './deploy-tools.ts';
import { FULL_STAGE } from './synthesised.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../infra/deploy.ts'), ...args], {
    encoding: 'utf8',
  });

describe('npm run deploy', () => {
  it.each([
    [[], 'usage: npm run deploy -- --stage NAME'],
    [['--stage'], 'usage: npm run deploy -- --stage NAME'],
    [['--stage', 'staging'], 'there is no stage staging'],
    [
      ['--stage', 'prod'],
      "stage prod still has an example's domain.name, domain.certificateArn, messages.senderDomain, alarmAddress",
    ],
  ])('%j is refused with what is missing before any action', (args, words) => {
    const { status, stderr } = run(...args);
    expect({ status, said: stderr.includes(words) }).toEqual({ status: 2, said: true });
  });
});

describe('what a release grants', () => {
  const own = { ...stageNamed('dev'), stage: 'own' };
  const deployed = (...more: string[]) => {
    const machine = tools();
    const run: Tools['run'] = (program, args, cwd) =>
      machine.run(program, args, cwd) || Number(args[0] === 'diff');
    const status = deploy(['--stage', 'own', ...more], { ...machine, run }, () => own);
    return { status, ran: machine.ran.map((line) => line.replace(/^\S+\/cdk /, '')), said: machine.said };
  };

  it('is shown and read before anything is deployed, as stacks that are deployed at once cannot ask', () => {
    const { status, ran, said } = deployed();
    expect(status).toBe(2);
    expect(ran).toEqual([
      'synth --quiet --context stage=own',
      'diff --all --security-only --fail --method template --context stage=own',
    ]);
    expect(said.join()).toContain('npm run deploy -- --stage own --require-approval never');
  });

  it('is asked for no more by who has read it', () => {
    expect(deployed('--require-approval', 'never').ran.filter((line) => line.startsWith('diff'))).toEqual([]);
  });
});

describe('a program that deploying needs', () => {
  it('is named where it is not installed', () => {
    expect(TERMINAL.read('no-such-program', [])).toMatchObject({
      status: 1,
      stderr: 'no-such-program is not installed, or not on the PATH',
    });
  });

  it('is read with its status and what it complains of', () => {
    const { status, stdout, stderr } = TERMINAL.read(process.execPath, [
      '-e',
      'console.log("template"); console.error("denied"); process.exitCode = 3',
    ]);
    expect({ status, stdout, stderr }).toEqual({ status: 3, stdout: 'template\n', stderr: 'denied\n' });
  });
});

describe('the app of cdk synth, diff and destroy', () => {
  it('says in one line that a stage does not exist, before it bundles anything', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../infra/app.ts')],
      { encoding: 'utf8', env: { ...process.env, CDK_CONTEXT_JSON: '{"stage":"staging"}' } },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'there is no stage staging; infra/stages.ts has dev and prod\n',
    });
  });
});

describe('npm run deploy -- --help', () => {
  it.each(['--help', '-h'])('%s says what it does, and does nothing', (option) => {
    const { status, stdout, stderr } = run(option);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('usage: npm run deploy -- --stage NAME');
    expect(stdout).toContain('docs/runbook/deploy.md');
  });
});

describe('a stage', () => {
  it("has an example's settings until they are somebody's own", () => {
    const [name, arn] = ['billing.shop.example', 'arn:aws:acm:us-east-1:123456789012:certificate/1'];
    const own: StageSettings = {
      ...FULL_STAGE,
      domain: { name, certificateArn: arn },
      firewall: { ...FULL_STAGE.firewall!, certificateArn: arn },
      messages: { ...FULL_STAGE.messages!, senderDomain: `mail.${name}` },
      alarmAddress: `on-call@${name}`,
      tenantAlarmAddress: `https://pages.${name}/`,
    };
    expect(examplesIn(own)).toEqual([]);
    expect(examplesIn(FULL_STAGE)).toEqual([
      'domain.name',
      'domain.certificateArn',
      'firewall.certificateArn',
      'messages.senderDomain',
      'alarmAddress',
      'tenantAlarmAddress',
    ]);
    expect(examplesIn({ ...own, domain: { ...own.domain!, consoleName: 'console.example.com' } })).toEqual([
      'domain.consoleName',
    ]);
    const adopt = { keyArn: 'arn:aws:kms:eu-central-1:111111111111:key/1' };
    const change = { alarmAddress: 'https://example.org/page', tenantAlarmAddress: 'x@a.example.net', adopt };
    expect(examplesIn({ ...own, ...change })).toEqual(
      Object.keys(change).map((each) => (each === 'adopt' ? 'adopt.keyArn' : each)),
    );
  });
});
