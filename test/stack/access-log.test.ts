import { describe, expect, it } from 'vitest';
import { FULL_STAGE, referred, resources, synthesised } from './synthesised.ts';

const { template } = synthesised();

/** The filter that counts a metric. */
function filterOf(metric: string) {
  const found = resources(template, 'AWS::Logs::MetricFilter').find(
    ([, { Properties }]) =>
      (Properties.MetricTransformations as { MetricName: string }[])[0]?.MetricName === metric,
  );
  return found![1].Properties;
}
const [[, stage] = [undefined, undefined]] = resources(template, 'AWS::ApiGatewayV2::Stage');

/** A line of the access log, in the format of the stage, of a request of which this is known. */
function line(known: Readonly<Record<string, string>>): Record<string, string> {
  const { Format } = stage!.Properties.AccessLogSettings as { Format: string };
  const text = Format.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => known[name] ?? '-');
  return JSON.parse(text) as Record<string, string>;
}

/** Whether CloudWatch Logs counts such a line: every term of the pattern compares one member with a text. */
function isCounted(known: Readonly<Record<string, string>>, metric = 'RequestsThrottled'): boolean {
  const pattern = String(filterOf(metric).FilterPattern);
  const terms = [...pattern.matchAll(/\(?\$\.(\w+) (!?=) "([^"]*)"\)?/g)];
  const again = terms.map(([term]) => term).join(' && ');
  expect(pattern).toBe(`{ ${again} }`);
  const said = line(known);
  return terms.every(
    ([, name = '', comparison, value]) => name in said && (said[name] === value) === (comparison === '='),
  );
}

describe('requests over the limits of the stage, and those that failed', () => {
  it('are counted where API Gateway refused them, in whichever way it says that no function was reached', () => {
    expect(isCounted({ status: '429' })).toBe(true);
    expect(isCounted({ status: '429', integrationStatus: '' })).toBe(true);
  });

  it.each([
    ['a function that answered 429 to its tenant', { status: '429', integrationStatus: '200' }],
    ['the same, if its own status is logged', { status: '429', integrationStatus: '429' }],
    ['an answer', { status: '200', integrationStatus: '200' }],
    ['another refusal of API Gateway', { status: '404' }],
    ['a function without capacity', { status: '503', integrationStatus: '429' }],
  ])('are not those of %s', (_, known) => {
    expect(isCounted(known)).toBe(false);
  });

  it('that failed are counted by the status alone, and apart from what a provider did not answer', () => {
    expect(isCounted({ status: '500' }, 'RequestsFailed')).toBe(true);
    expect(isCounted({ status: '500', integrationStatus: '200' }, 'RequestsFailed')).toBe(true);
    for (const status of ['200', '404', '502', '503', '504'])
      expect(isCounted({ status, integrationStatus: '200' }, 'RequestsFailed'), status).toBe(false);
  });

  it('are read in the log that the stage writes', () => {
    const { DestinationArn } = stage!.Properties.AccessLogSettings as { DestinationArn: unknown };
    for (const metric of ['RequestsThrottled', 'RequestsFailed'])
      expect(referred(filterOf(metric).LogGroupName), metric).toBe(referred(DestinationArn));
  });

  it('page nobody while the stage is paused, which refuses everybody', () => {
    const pages = (settings: typeof FULL_STAGE) =>
      resources(synthesised(settings).template, 'AWS::CloudWatch::Alarm')
        .filter(([, { Properties }]) => Properties.MetricName === 'RequestsThrottled')
        .map(([, { Properties }]) => Properties.ActionsEnabled ?? true);
    expect(pages(FULL_STAGE)).toEqual([true]);
    expect(pages({ ...FULL_STAGE, paused: true })).toEqual([false]);
  });
});
