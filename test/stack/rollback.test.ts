import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import type { FunctionName } from '../../infra/functions/chapters.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { forTenants } from '../../lib/http/endpoint.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import { routeNamed, type RouteName } from '../../functions/routes.ts';
import { addShop, call, stage } from '../rules/http/stage.ts';
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

const MINUTES = 5;

/** A version of a function, sound or broken: each call really runs through what surrounds its code. */
type Version = () => Promise<unknown>;

const crash = () => Promise.reject(new TypeError('of undefined'));

async function versionsOf(name: FunctionName, on: ReturnType<typeof stage>) {
  const consumer = BACKGROUND.find((row) => row.name === name);
  if (consumer) {
    const batch = { name: consumer.name, event: { Records: [record] }, context };
    return (breaks: boolean): Version =>
      () =>
        eachRecord(on.app, batch, () => (breaks ? crash() : Promise.resolve()));
  }
  const route = name as RouteName;
  const shop = await addShop(on);
  return (breaks: boolean): Version => {
    const run = async () => (breaks ? crash() : {});
    const version = forTenants(routeNamed(route), { input: () => undefined, run })(on.app);
    return () => call(version, route, { headers: shop.headers });
  };
}

const context = { getRemainingTimeInMillis: () => 30_000 };
const record = {
  ...{ messageId: 'm', receiptHandle: 'r', body: '{}', md5OfBody: '', awsRegion: 'eu-central-1' },
  ...{ messageAttributes: {}, eventSource: 'aws:sqs', eventSourceARN: 'q' },
  attributes: {
    ...{ ApproximateReceiveCount: '1', ApproximateFirstReceiveTimestamp: '0' },
    ...{ SentTimestamp: '0', SenderId: 's' },
  },
};

/**
 * A release as CodeDeploy carries it out: every tenth call goes to the new code for five minutes while the alarm
 * watches, then all of them. What is logged is what is measured. An alarm that goes off later takes nothing back.
 */
async function release(
  name: FunctionName,
  { perMinute, isBroken }: { perMinute: number; isBroken: boolean },
): Promise<'released' | 'rolled back'> {
  const on = stage();
  const version = await versionsOf(name, on);
  const [old, fresh] = [version(false), version(isBroken)];
  let calls = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let at = 0; at < perMinute; at++) await (++calls % 10 === 0 ? fresh : old)();
    const crashed = on.lines.filter((line) => line.RequestsCrashed === 1 && line.route === name).length;
    if (isTakenBack({ RequestsCrashed: crashed === 0 ? undefined : crashed })) return 'rolled back';
  }
  return 'released';
}

describe('a release', () => {
  it.each(['subscribers/cancel', 'plans/list'] as const)('of %s, broken or not', async (name) => {
    expect(await release(name, { perMinute: 3, isBroken: true })).toBe('rolled back');
    expect(await release(name, { perMinute: 3, isBroken: false })).toBe('released');
  });

  it.each(BACKGROUND.filter(({ triggeredBy }) => !['schedule', 'nightly'].includes(triggeredBy)))(
    'of the consumer of the queue $triggeredBy, broken or not',
    async ({ name }) => {
      expect(await release(name, { perMinute: 3, isBroken: true })).toBe('rolled back');
      expect(await release(name, { perMinute: 3, isBroken: false })).toBe('released');
    },
  );

  it('has no canary on a function that is rarely called: the alarm goes off later, and a person rolls back', async () => {
    expect(await release('subscribers/cancel', { perMinute: 1, isBroken: true })).toBe('released');
  });

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
