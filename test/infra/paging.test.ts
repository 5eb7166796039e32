import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED_LOSSES } from '../../infra/watch/measured-losses.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { alarms, template } from './alarms.ts';
import { ROWS } from './roles.ts';
import { FULL_STAGE, referred, resources } from './synthesised.ts';

const topicId = resources(template, 'AWS::SNS::Topic')[0]?.[0] ?? '';

interface PolicyStatement {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Principal: { Service?: string };
  readonly Resource: unknown;
  readonly Condition: Record<string, Record<string, unknown>>;
}
const statements = resources(template, 'AWS::SNS::TopicPolicy').flatMap(([, { Properties }]) => {
  const { PolicyDocument, Topics } = Properties as {
    PolicyDocument: { Statement: PolicyStatement[] };
    Topics: unknown[];
  };
  return Topics.map(referred).includes(topicId) ? PolicyDocument.Statement : [];
});
const publishing = (service: string) =>
  statements.filter(
    ({ Effect, Action, Principal, Resource }) =>
      Effect === 'Allow' &&
      Action === 'sns:Publish' &&
      Principal.Service === service &&
      referred(Resource) === topicId,
  );

/** Pages of what a rule tells of and not an alarm, and of a round that no function has yet. */
const BY_THE_TRAIL_OR_THE_CLOCK = ['secrets-are-locked.md', 'comparisons-not-run.md'];

describe('an alarm reaches a person', () => {
  it('because every alarm acts on the one topic', () => {
    const wanted = 2 * QUEUE_NAMES.length + ROWS.length + MEASURED_LOSSES.length + 3;
    expect(alarms.size).toBeGreaterThanOrEqual(wanted);
    for (const [name, { AlarmActions, ActionsEnabled }] of alarms) {
      expect((AlarmActions as unknown[]).map(referred), name).toEqual([topicId]);
      expect(ActionsEnabled, name).not.toBe(false);
    }
  });

  it('because the topic lets CloudWatch publish for the alarms of this account', () => {
    const [allowed] = publishing('cloudwatch.amazonaws.com');
    expect(allowed?.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    expect(JSON.stringify(allowed?.Condition.ArnLike)).toContain(':cloudwatch:eu-central-1:');
    expect(JSON.stringify(allowed?.Condition.ArnLike)).toContain(':alarm:*');
  });

  it('because the topic denies nothing that CloudWatch does', () => {
    const denied = statements.filter(({ Effect }) => Effect === 'Deny');
    expect(denied).toHaveLength(1);
    expect(denied[0]?.Condition).toEqual({ Bool: { 'aws:SecureTransport': 'false' } });
  });

  it('because the address of the stage is subscribed to it', () => {
    const subscriptions = resources(template, 'AWS::SNS::Subscription').map(
      ([, { Properties }]) => Properties,
    );
    expect(subscriptions).toHaveLength(1);
    expect(subscriptions[0]).toMatchObject({ Protocol: 'email', Endpoint: FULL_STAGE.alarmAddress });
    expect(referred(subscriptions[0]?.TopicArn)).toBe(topicId);
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
    expect((rule?.Targets as { Arn: unknown }[]).map(({ Arn }) => referred(Arn))).toEqual([topicId]);
    expect(publishing('events.amazonaws.com')).toHaveLength(1);
  });
});
