import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED_LOSSES } from '../../infra/watch/measured-losses.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { alarms, stacks, template } from './alarms.ts';
import { ROWS } from './roles.ts';
import { addressOf, subscriberOf } from './checks/paging.ts';
import { FULL_STAGE, referred, resources, synthesised } from './synthesised.ts';

interface PolicyStatement {
  readonly Effect: string;
  readonly Principal: { Service?: string };
  readonly Condition: Record<string, unknown>;
}
/** The statements of each topic's policy, by the topic's id. */
const statements = new Map(
  resources(template, 'AWS::SNS::TopicPolicy').flatMap(([, { Properties }]) => {
    const { PolicyDocument, Topics } = Properties as {
      PolicyDocument: { Statement: PolicyStatement[] };
      Topics: unknown[];
    };
    return Topics.map((topic) => [referred(topic), PolicyDocument.Statement] as const);
  }),
);
const topics = resources(template, 'AWS::SNS::Topic').map(([id]) => id);

/** Pages of what a rule tells of and not an alarm, and of a round that no function has yet. */
const BY_THE_TRAIL_OR_THE_CLOCK = ['secrets-are-locked.md', 'comparisons-not-run.md'];

describe('an alarm reaches a person', () => {
  it('because every alarm acts on the topic of whoever can mend it', () => {
    const wanted = 2 * QUEUE_NAMES.length + ROWS.length + MEASURED_LOSSES.length + 5;
    expect(alarms.size).toBeGreaterThanOrEqual(wanted);
    for (const [name, { AlarmActions, ActionsEnabled }] of alarms) {
      const told = (AlarmActions as unknown[]).map((one) =>
        subscriberOf(template, referred(one), 'cloudwatch'),
      );
      expect(told, name).toEqual([addressOf(name)]);
      expect(ActionsEnabled, name).not.toBe(false);
    }
  });

  it('because every alarm is beside its topic: it can tell none of another region', () => {
    for (const [name, stack] of stacks) {
      const isFar = name === 'Firewall';
      for (const [id, { Properties }] of resources(stack, 'AWS::CloudWatch::Alarm'))
        for (const topic of Properties.AlarmActions as unknown[])
          expect('Ref' in (topic as object), `${id} in ${name}`).toBe(isFar);
    }
  });

  it('because each topic lets CloudWatch publish for the alarms of this account', () => {
    expect(topics).toHaveLength(3);
    for (const topic of topics) {
      const region = topic.startsWith('Firewall') ? 'us-east-1' : 'eu-central-1';
      const allowed = statements
        .get(topic)
        ?.find(({ Principal }) => Principal.Service === 'cloudwatch.amazonaws.com');
      expect(allowed?.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
      expect(JSON.stringify(allowed?.Condition.ArnLike)).toContain(`:cloudwatch:${region}:`);
      expect(JSON.stringify(allowed?.Condition.ArnLike)).toContain(':alarm:*');
    }
  });

  it('because no topic denies anything that CloudWatch does', () => {
    for (const topic of topics) {
      const denied = statements.get(topic)?.filter(({ Effect }) => Effect === 'Deny');
      expect(denied).toHaveLength(1);
      expect(denied?.[0]?.Condition).toEqual({ Bool: { 'aws:SecureTransport': 'false' } });
    }
  });

  it.each([
    ['an address of their own', { tenantAlarmAddress: 'https://t.example.com/' }, 'https://t.example.com/'],
    ['none', { tenantAlarmAddress: undefined }, FULL_STAGE.alarmAddress],
  ])('whose alarms about one tenant have %s', (_, change, address) => {
    const { template: changed } = synthesised({ ...FULL_STAGE, ...change });
    const told = resources(changed, 'AWS::SNS::Topic').map(([id]) => subscriberOf(changed, id, 'cloudwatch'));
    const { alarmAddress } = FULL_STAGE; // of the stage, and of its firewall
    expect(told.toSorted()).toEqual([alarmAddress, alarmAddress, address].toSorted());
  });

  it('and the runbook lists which alarms are about one tenant', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/runbook/README.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, id]) => id);
    const told = [...alarms.keys()].filter((id) => addressOf(id) === FULL_STAGE.tenantAlarmAddress);
    expect(listed.toSorted()).toEqual(told.toSorted());
  });

  it('who reads the impact and the page of the runbook that helps', () => {
    for (const [name, { AlarmDescription }] of alarms) {
      const [, page = ''] =
        /^[A-Z].*\. What to do: (docs\/runbook\/[a-z-]+\.md)$/.exec(String(AlarmDescription)) ?? [];
      expect(existsSync(join(import.meta.dirname, '../..', page)), `${name}: ${page}`).toBe(true);
    }
  });

  it('finds every page of the runbook referenced by an alarm, the index or a known exception', () => {
    const runbook = join(import.meta.dirname, '../../docs/runbook');
    const described = [...alarms.values()].map(({ AlarmDescription }) => String(AlarmDescription)).join();
    const index = readFileSync(join(runbook, 'README.md'), 'utf8');
    const pages = readdirSync(runbook).filter((page) => page !== 'README.md');
    expect(pages.length).toBeGreaterThan(40);
    for (const page of pages)
      expect(
        described.includes(`docs/runbook/${page}`) ||
          index.includes(`(${page})`) ||
          BY_THE_TRAIL_OR_THE_CLOCK.includes(page),
        page,
      ).toBe(true);
  });

  it('finds on each alarm page the impact, the checks, the commands and how to confirm recovery', () => {
    const headings = ['What people lose', 'How to check', 'What to run', 'How to know it is over'];
    const pages = new Set(
      [...alarms.values()].flatMap(
        ({ AlarmDescription }) => /docs\S+\.md/.exec(String(AlarmDescription)) ?? [],
      ),
    );
    for (const page of [...pages, 'docs/runbook/secrets-are-locked.md']) {
      const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
      expect(
        [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
        page,
      ).toEqual(headings);
    }
  });

  it('also where the key is disabled or deleted', () => {
    const [rule] = resources(template, 'AWS::Events::Rule').flatMap(([, { Properties }]) =>
      'EventPattern' in Properties ? [Properties] : [],
    );
    const { detail } = rule?.EventPattern as {
      detail: { eventName: string[]; resources: { ARN: unknown[] } };
    };
    expect(rule).toMatchObject({
      EventPattern: { source: ['aws.kms'], 'detail-type': ['AWS API Call via CloudTrail'] },
      State: 'ENABLED',
    });
    expect(detail.eventName).toEqual([
      ...['DisableKey', 'ScheduleKeyDeletion', 'DisableKeyRotation', 'PutKeyPolicy'],
    ]);
    expect(detail.resources.ARN.map(referred)).toEqual(
      resources(template, 'AWS::KMS::Key').map(([id]) => id),
    );
    const told = (rule?.Targets as { Arn: unknown }[]).map(({ Arn }) => referred(Arn));
    expect(told.map((topic) => subscriberOf(template, topic, 'events'))).toEqual([FULL_STAGE.alarmAddress]);
  });
});
