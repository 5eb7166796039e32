import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failing, isMoney } from '../../infra/watch/alarm-catalogue.ts';
import { MEASURED_LOSSES, WAKING_NOBODY } from '../../infra/watch/measured-losses.ts';
import { METRICS } from '../../lib/metrics.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { DUE_INDEX, DUE_KINDS } from '../../lib/table/due.ts';
import { LIST_INDEXES } from '../../lib/table/list-indexes.ts';
import { lambdaOf, ROWS } from './roles.ts';
import { FULL_STAGE, referred, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();
const alarms = new Map(
  resources(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => [
    String(Properties.AlarmName).replace(`Billing-${FULL_STAGE.stage}-`, ''),
    Properties,
  ]),
);
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
const BY_THE_TRAIL_OR_THE_CLOCK = ['secrets-are-locked.md', 'nobody-compares.md'];

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

  it('because nothing that the topic denies is what CloudWatch does', () => {
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

  it('who reads what people lose, and which page of the runbook helps', () => {
    for (const [name, { AlarmDescription }] of alarms) {
      const [, page = ''] =
        /^[A-Z].*\. What to do: (docs\/runbook\/[a-z-]+\.md)$/.exec(String(AlarmDescription)) ?? [];
      expect(existsSync(join(import.meta.dirname, '../..', page)), `${name}: ${page}`).toBe(true);
    }
  });

  it('and finds no page there that nothing leads to', () => {
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

  it('and finds on each alarm page what people lose, how to check, what to run and how to know it is over', () => {
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

  it('also where somebody disables or deletes the key', () => {
    const [rule] = resources(template, 'AWS::Events::Rule').flatMap(([, { Properties }]) =>
      'EventPattern' in Properties ? [Properties] : [],
    );
    const { detail } = rule?.EventPattern as {
      detail: { eventName: string[]; resources: { ARN: unknown[] } };
    };
    expect(detail.eventName).toEqual(expect.arrayContaining(['DisableKey', 'ScheduleKeyDeletion']));
    expect(detail.resources.ARN.map(referred)).toEqual(
      resources(template, 'AWS::KMS::Key').map(([id]) => id),
    );
    expect((rule?.Targets as { Arn: unknown }[]).map(({ Arn }) => referred(Arn))).toEqual([topicId]);
    expect(publishing('events.amazonaws.com')).toHaveLength(1);
  });
});

describe('alarms', () => {
  it('go off at the first dead letter of each queue, and where a queue is not worked off', () => {
    const dimension = (prefix: string, metric: string) =>
      [...alarms.values()].filter(({ MetricName, Dimensions }) => {
        const [{ Value } = { Value: {} }] = (Dimensions ?? []) as { Value: object }[];
        return MetricName === metric && JSON.stringify(Value).includes(prefix);
      });
    for (const name of QUEUE_NAMES) {
      const id = `Queues${name.replaceAll('-', '')}`;
      const [dead] = dimension(`${id}DeadLetters`, 'ApproximateNumberOfMessagesVisible');
      expect(dead, name).toMatchObject({ Threshold: 1, EvaluationPeriods: 1, Statistic: 'Maximum' });
      const [late] = dimension(`${id}Queue`, 'ApproximateAgeOfOldestMessage');
      expect(late?.Threshold, name).toBeGreaterThanOrEqual(300);
    }
  });

  it('watch every function: one failure where it is about money, a share of the calls elsewhere', () => {
    for (const { name } of ROWS) {
      const alarm = alarms.get(failing(name).id);
      const { Metrics, Threshold, TreatMissingData } = alarm as {
        Metrics: object[];
        Threshold: number;
        TreatMissingData: string;
      };
      const text = JSON.stringify(Metrics);
      const lambda = lambdaOf(template, name).id;
      for (const metric of ['Errors', 'Throttles', 'RequestsCrashed'])
        expect(text, name).toContain(`"${metric}"`);
      for (const term of ['FILL(errors, 0)', 'FILL(throttles, 0)', 'FILL(crashed, 0)'])
        expect(text, name).toContain(term);
      expect(text.split(`"${lambda}"`).length - 1, name).toBe(isMoney(name) ? 2 : 3);
      expect(Threshold, name).toBe(isMoney(name) ? 1 : 5);
      expect(TreatMissingData, name).toBe('notBreaching');
    }
  });

  it('go off at the first thing that only a person can settle', () => {
    for (const { id, metric, of, reaches, minutes = 5, largest } of MEASURED_LOSSES)
      expect(alarms.get(id), id).toMatchObject({
        ...(of !== undefined && { Dimensions: [{ Name: METRICS[metric].by, Value: of }] }),
        Period: 60 * minutes,
        Namespace: `Billing/${FULL_STAGE.stage}`,
        MetricName: metric,
        Threshold: reaches,
        Statistic: largest ? 'Maximum' : 'Sum',
      });
  });

  it('tell of each kind of due things by itself, since one that is late for days would hide the others', () => {
    const of = MEASURED_LOSSES.filter(({ metric }) => metric === 'OldestDueAge').map((each) => each.of);
    expect(of).toEqual(DUE_KINDS);
  });

  it.each([
    ['Read', 'TenantsAreSlowedDown'],
    ['Write', 'ChangesAreSlowedDown'],
  ])('count %ss that the table and its indexes turn away, of ten metrics at most', (what, id) => {
    const { Metrics } = alarms.get(id) as {
      Metrics: { Id: string; Expression?: string; MetricStat?: { Metric: { MetricName: string } } }[];
    };
    const asked = Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
    expect(asked).toEqual(
      ['table', DUE_INDEX, ...Object.keys(LIST_INDEXES)].map(() => `${what}ThrottleEvents`),
    );
    expect(asked.length).toBeLessThanOrEqual(10);
    const [expression] = Metrics.flatMap(({ Expression }) => Expression ?? []);
    for (const { Id, MetricStat } of Metrics) if (MetricStat) expect(expression).toContain(`FILL(${Id}, 0)`);
  });

  it('are there for every metric that the code measures, or there is a reason why it wakes nobody', () => {
    const waking = MEASURED_LOSSES.map(({ metric }) => metric);
    expect([...new Set(waking), ...Object.keys(WAKING_NOBODY)].toSorted()).toEqual(
      Object.keys(METRICS).toSorted(),
    );
    const written = ['lib', 'functions'].flatMap((room) =>
      sourcesIn(join(import.meta.dirname, '../..', room)),
    );
    for (const metric of Object.keys(METRICS))
      expect(
        written.some((source) => source.includes(`measure('${metric}'`)),
        metric,
      ).toBe(true);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('metrics.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}
