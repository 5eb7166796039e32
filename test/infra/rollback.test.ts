import { describe, expect, it } from 'vitest';
import { failing } from '../../infra/watch/alarm-catalogue.ts';
import type { FunctionName } from '../../infra/functions/chapters.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { eachRecord } from '../../lib/queue/batch.ts';
import type { RouteName } from '../../lib/routes.ts';
import { addShop, call, stage } from '../http/stage.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

interface AlarmMetric {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
}
interface Alarm {
  readonly AlarmName: string;
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly Metrics: readonly AlarmMetric[];
}

/** Sums of five minutes by the metric's name; a metric that nobody wrote is missing, as it is in CloudWatch. */
type Measured = Readonly<Record<string, number | undefined>>;

function alarmOf(name: FunctionName): Alarm {
  const found = resources(template, 'AWS::CloudWatch::Alarm').find(
    ([, { Properties }]) => Properties.AlarmName === `Billing-${FULL_STAGE.stage}-${failing(name).id}`,
  );
  return found![1].Properties as unknown as Alarm;
}

/** Evaluates the alarm's own expression, of which only these functions are known. */
function isInAlarm({ Metrics, Threshold, ComparisonOperator }: Alarm, measured: Measured): boolean {
  const values = new Map(
    Metrics.flatMap(({ Id, MetricStat }) =>
      MetricStat ? [[Id, measured[MetricStat.Metric.MetricName]] as const] : [],
    ),
  );
  const expression = Metrics.find(({ Expression }) => Expression !== undefined)?.Expression ?? '';
  const filled = expression.replaceAll(/FILL\((\w+), (\d+)\)/g, (_, id: string, otherwise: string) =>
    String(values.get(id) ?? otherwise),
  );
  const [, condition, then, otherwise] = /^IF\((.+ >= \d+), (.+), (\d+)\)$/.exec(filled) ?? [];
  const value =
    condition === undefined ? sum(filled) : isMet(condition) ? quotient(then ?? '') : Number(otherwise);
  expect(ComparisonOperator).toBe('GreaterThanOrEqualToThreshold');
  expect(Number.isFinite(value), filled).toBe(true);
  return value >= Threshold;
}

const sum = (text: string) => text.split('+').reduce((total, part) => total + Number(part), 0);
function isMet(text: string): boolean {
  const [left = '', right] = text.split('>=');
  return sum(left) >= Number(right);
}
/** `100 * (a + b) / (c + d)` */
function quotient(text: string): number {
  const [, above = '', below = ''] = /^100 \* \((.+)\) \/ \((.+)\)$/.exec(text) ?? [];
  return (100 * sum(above)) / sum(below);
}

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
    const version = endpoint(route, { input: () => undefined, run })(on.app);
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
    const measured = { Invocations: calls, RequestsCrashed: crashed === 0 ? undefined : crashed };
    if (isInAlarm(alarmOf(name), measured)) return 'rolled back';
  }
  return 'released';
}

describe('a release', () => {
  it.each([true, false])('of a function that handles money, broken: %s', async (isBroken) => {
    const end = await release('subscribers/cancel', { perMinute: 3, isBroken });
    expect(end).toBe(isBroken ? 'rolled back' : 'released');
  });

  it.each(BACKGROUND.filter(({ triggeredBy }) => !['schedule', 'nightly'].includes(triggeredBy)))(
    'of the consumer of the queue $triggeredBy, broken or not',
    async ({ name }) => {
      expect(await release(name, { perMinute: 3, isBroken: true })).toBe('rolled back');
      expect(await release(name, { perMinute: 3, isBroken: false })).toBe('released');
    },
  );

  it.each([true, false])('of a function that reads, broken: %s', async (isBroken) => {
    const end = await release('plans/list', { perMinute: 20, isBroken });
    expect(end).toBe(isBroken ? 'rolled back' : 'released');
  });

  it('has no canary on a function that is rarely called: the alarm goes off later, and a person rolls back', async () => {
    expect(await release('subscribers/cancel', { perMinute: 1, isBroken: true })).toBe('released');
  });

  it('is watched where it has a canary, and never blocked by an alarm where it has none', () => {
    const groupsOf = (canary: boolean) =>
      resources(synthesised({ ...FULL_STAGE, canary }).template, 'AWS::CodeDeploy::DeploymentGroup').map(
        ([, { Properties }]) => (Properties.AlarmConfiguration as { Enabled: boolean }).Enabled,
      );
    expect(new Set(groupsOf(true))).toEqual(new Set([true]));
    expect(new Set(groupsOf(false))).toEqual(new Set([false]));
  });
});

describe('the alarm of a function', () => {
  const money = alarmOf('subscribers/cancel');
  const reading = alarmOf('plans/list');

  it('goes off at crashes, time-outs and throttles as well as at answers 500', () => {
    for (const name of ['Errors', 'Throttles', 'RequestsCrashed']) {
      expect(isInAlarm(money, { [name]: 1 }), name).toBe(true);
      expect(isInAlarm(reading, { Invocations: 100, [name]: 6 }), name).toBe(true);
    }
  });

  it('is quiet while nothing fails, and while there are no calls', () => {
    for (const alarm of [money, reading]) {
      expect(isInAlarm(alarm, {})).toBe(false);
      expect(isInAlarm(alarm, { Invocations: 1_000 })).toBe(false);
    }
  });

  it('that moves no money is quiet for four failed calls, and for four in a hundred', () => {
    expect(isInAlarm(reading, { Invocations: 4, RequestsCrashed: 4 })).toBe(false);
    expect(isInAlarm(reading, { Invocations: 1_000, RequestsCrashed: 40 })).toBe(false);
    expect(isInAlarm(reading, { Invocations: 1_000, RequestsCrashed: 50 })).toBe(true);
  });
});
