import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import { alarms } from './alarms.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';

const { template, stacks } = synthesised();

interface Part {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
}

/** Sums of five minutes by the metric's name; a metric that nobody wrote is missing, as it is in CloudWatch. */
type Measured = Readonly<Record<string, number | undefined>>;

/** Evaluates an alarm of a sum; a metric of several functions counts for each of them. */
function isInAlarm(name: string, measured: Measured): boolean {
  const { Metrics, MetricName, Threshold } = alarms.get(name)!;
  const parts = (Metrics ?? [{ MetricStat: { Metric: { MetricName } } }]) as Part[];
  const value = parts.reduce(
    (sum, { MetricStat }) => sum + (measured[MetricStat?.Metric.MetricName ?? ''] ?? 0),
    0,
  );
  return value >= Number(Threshold);
}

const [[, composite] = [undefined, undefined]] = resources(template, 'AWS::CloudWatch::CompositeAlarm');

/** The alarms of which one is enough for the alarm that a release watches. */
function watched(): string[] {
  const rule = JSON.stringify(composite?.Properties.AlarmRule);
  const parts = [...rule.matchAll(/ALARM\(\\"","?|\{"Fn::GetAtt":\["(\w+)","Arn"\]\}|(AND|NOT)/g)];
  expect(parts.filter(([, , other]) => other !== undefined)).toEqual([]);
  return parts
    .flatMap(([, id]) => id ?? [])
    .map((id) => String(template.Resources[id]?.Properties?.AlarmName).replace(/^Billing-\w+?-/, ''));
}

const isTakenBack = (measured: Measured) => watched().some((name) => isInAlarm(name, measured));

describe('a release', () => {
  it('whose code does not even load is taken back by what AWS counts', () => {
    expect(isTakenBack({ Errors: 1 })).toBe(true);
    expect(isTakenBack({ RequestsFailed: 1 })).toBe(true);
    expect(isTakenBack({})).toBe(false);
  });

  it('is not taken back for what a provider leaves unanswered, nor is the next one kept waiting', () => {
    expect(isTakenBack({ '5xx': 1_000, Count: 1_000 })).toBe(false);
  });

  it('is watched as a whole: every function of every stack by the one alarm, which tells nobody itself', () => {
    expect(watched()).toEqual(['WorkCrashes', 'FunctionsFail']);
    expect(composite?.Properties).not.toHaveProperty('AlarmActions');
    const name = String(composite?.Properties.AlarmName);
    const groups = CHAPTERS.flatMap((chapter) =>
      resources(stacks.get(chapter)!, 'AWS::CodeDeploy::DeploymentGroup'),
    );
    expect(groups.length).toBe(resources(template, 'AWS::Lambda::Alias').length);
    for (const [id, { Properties }] of groups)
      expect(Properties.AlarmConfiguration, id).toEqual({ Alarms: [{ Name: name }], Enabled: true });
  });

  it('has nothing of CodeDeploy where a stage has no canary: an alias points to new code at once', () => {
    const plain = synthesised({ ...FULL_STAGE, canary: false }).template;
    const kinds = Object.values(plain.Resources).map(({ Type }) => Type);
    expect(kinds.filter((kind) => /CodeDeploy|CompositeAlarm/.test(kind))).toEqual([]);
    for (const [id] of resources(plain, 'AWS::Lambda::Alias'))
      expect(plain.Resources[id]?.UpdatePolicy, id).toBeUndefined();
  });
});
