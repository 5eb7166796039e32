import { describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../lib/environment.ts';
import { QUEUE_NAMES, ROUTES, routeKeysOf } from '../../lib/routes.ts';
import { ROWS, lambdaOf } from './roles.ts';
import { resources, synthesised } from './synthesised.ts';

const { template, text, reports } = synthesised();
const only = (type: string) => {
  const found = resources(template, type);
  expect(found).toHaveLength(1);
  return found[0]![1];
};

const NAMES = new Set([
  'GlobalTable:TableName',
  'Queue:QueueName',
  'Function:FunctionName',
  'Role:RoleName',
  'LogGroup:LogGroupName',
  'Rule:Name',
  'Alarm:AlarmName',
  'Topic:TopicName',
  'Dashboard:DashboardName',
]);

describe('stack', () => {
  it('has no finding of the rules that is not acknowledged singly, with a reason', () => {
    const found = reports.flatMap(({ violations }) => violations).length;
    const all = Object.keys(template.Resources).length;
    console.log(`template: seed none, ${all} cases, ${reports.length} rule packs, ${found} violations`);
    expect(reports.map(({ pluginName }) => pluginName)).toContain('AwsSolutions');
    for (const { pluginName, conclusion, violations } of reports) {
      expect({ pluginName, conclusion, violations }).toEqual({
        pluginName,
        conclusion: 'success',
        violations: [],
      });
    }
    const acknowledged = reports.flatMap(({ suppressedViolations = [] }) => suppressedViolations);
    expect(acknowledged).toHaveLength(ROUTES.flatMap(routeKeysOf).length);
    expect(new Set(acknowledged.map(({ acknowledgedAt }) => acknowledgedAt)).size).toBe(acknowledged.length);
    for (const { reason } of acknowledged) expect(reason.length).toBeGreaterThan(40);
  });

  it('keeps its table and its key when it is deleted, and its table can be turned back in time', () => {
    const table = only('AWS::DynamoDB::GlobalTable');
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', Properties: { BillingMode: 'PAY_PER_REQUEST' } });
    expect(table.Properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
    expect(table.Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true });
    expect(only('AWS::KMS::Key')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { EnableKeyRotation: true },
    });
  });

  it('logs requests by fixed fields, none of which can hold a token or an e-mail', () => {
    const { AccessLogSettings, DefaultRouteSettings } = only('AWS::ApiGatewayV2::Stage').Properties;
    const { Format } = AccessLogSettings as { Format: string };
    const fields = Object.values(JSON.parse(Format) as Record<string, string>);
    expect(fields).toContain('$context.requestId');
    expect(fields.filter((field) => /path|query|header|uri|authorizer/i.test(field))).toEqual([]);
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 1000 });
  });

  it('gives nothing a name of its own, so that it can stand twice in one account', () => {
    const named = Object.values(template.Resources).flatMap(({ Type, Properties = {} }) =>
      Object.keys(Properties).filter((property) => NAMES.has(`${Type.split('::')[2] ?? ''}:${property}`)),
    );
    expect(named).toEqual([]);
  });

  it('tells an operator where everything is', () => {
    const word = (part: string) => `${part[0]!.toUpperCase()}${part.slice(1)}`;
    const queues = QUEUE_NAMES.map((name) => `${name.split('-').map(word).join('')}QueueUrl`);
    expect(Object.keys(template.Outputs).toSorted()).toEqual(
      ['AlarmTopic', 'ApiUrl', 'KeyId', 'TableName', ...queues].toSorted(),
    );
  });

  it('is the same whenever and wherever it is synthesised', () => {
    expect(synthesised().text).toBe(text);
    expect(text).not.toContain(process.cwd());
  });
});

describe('stack for one machine', () => {
  const local = synthesised({ local: 'true' }).template;
  const CHECK_URLS = [
    'checkout/initialize',
    'checkout/initialize-direct',
    'checkout/update-card',
    'webhooks/deliver',
  ];

  it('is the only one with an allow-list of loopback addresses', () => {
    expect(text.toLowerCase()).not.toContain('loopback');
    expect(Object.keys(template.Parameters)).toEqual(['BootstrapVersion']);
    expect(synthesised({ local: 'false' }).text).toBe(text);
  });

  it('tells the list, empty unless it is given, to the functions that check URLs', () => {
    expect(local.Parameters.LoopbackAllowed).toEqual({ Type: 'String', Default: '' });
    const told = ROWS.filter(({ name }) => ENVIRONMENT.loopbackAllowed in lambdaOf(local, name).variables);
    expect(told.map(({ name }) => name)).toEqual(CHECK_URLS);
    for (const { name } of told) {
      expect(lambdaOf(local, name).variables[ENVIRONMENT.loopbackAllowed]).toEqual({
        Ref: 'LoopbackAllowed',
      });
    }
  });

  it('is otherwise the deployed one', () => {
    const stripped = JSON.stringify(local, (key, value: unknown) =>
      [ENVIRONMENT.loopbackAllowed, 'LoopbackAllowed'].includes(key) ? undefined : value,
    );
    expect(JSON.parse(stripped)).toEqual(template);
  });
});
