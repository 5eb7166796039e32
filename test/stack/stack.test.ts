import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import { stageNamed } from '../../infra/stages.ts';
import { signInUrl } from '../../local/banner.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { ROUTES } from '../../functions/routes.ts';
import { routeKeysOf } from '../../lib/route.ts';
import { lambdaOf, ROWS } from './roles.ts';
import { FULL_STAGE, referred, resources, synthesised, synthesisedAnew } from './synthesised.ts';
import { stacks, template, reports } from './stack-assemblies.ts';

const only = (type: string) => {
  const found = resources(template, type);
  expect(found).toHaveLength(1);
  return found[0]![1];
};

/** Names that may not be given by hand, because CloudFormation could then not replace what has one. */
const NAMES = new Set([
  'GlobalTable:TableName',
  'Bucket:BucketName',
  'Queue:QueueName',
  'Function:FunctionName',
  'Role:RoleName',
  'LogGroup:LogGroupName',
  'Rule:Name',
  'Topic:TopicName',
  'Dashboard:DashboardName',
]);

const RESOURCES_MAX = 400;
/** API Gateway answers 503 after this, whatever the function still does. */
const API_GATEWAY_WAITS_SECONDS = 30;

/** A path of the gateway, whose names in braces stand for anything, as a URL pattern; `$default` is no path. */
const routePattern = (path: string) =>
  path === '$default' ? '/$default' : path.replaceAll(/\{(\w+)\+?\}/g, ':$1');

describe('stacks', () => {
  it('have no rule finding that is not acknowledged individually, with a reason', () => {
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
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUTES.flatMap(routeKeysOf).length);
    for (const { reason } of acknowledged) expect(reason.length).toBeGreaterThan(40);
  });

  it('hold fewer than four hundred resources each, with all durable state in the first', () => {
    const sizes = [...stacks].map(([name, { Resources }]) => [name, Object.keys(Resources).length] as const);
    console.log(`resources: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`);
    for (const [name, size] of sizes) expect(size, name).toBeLessThan(RESOURCES_MAX);
    const lasting = ['DynamoDB::GlobalTable', 'S3::Bucket', 'KMS::Key', 'SQS::Queue', 'ApiGatewayV2::Api'];
    for (const type of lasting)
      for (const [name, stack] of stacks)
        expect(resources(stack, `AWS::${type}`).length > 0, `${type} in ${name}`).toBe(name === 'State');
    // An alarm can tell only a topic of its own region.
    const topics = [...stacks].filter(([, stack]) => resources(stack, 'AWS::SNS::Topic').length > 0);
    expect(topics.map(([name]) => name).toSorted()).toEqual(['Firewall', 'State']);
  });

  it('depend on the state stack only, so that functions can be deleted', () => {
    let seen = 0;
    for (const [name, stack] of stacks) {
      const asked = [...JSON.stringify(stack).matchAll(/"StackName":"Billing-\w+-(\w+)"/g)].map(
        ([, of]) => of,
      );
      seen += asked.length;
      expect(new Set(asked), name).toEqual(new Set(asked.length > 0 ? ['State'] : []));
      expect(JSON.stringify(stack), name).not.toContain('Fn::ImportValue');
    }
    expect(JSON.stringify(stacks.get('State'))).not.toContain('Fn::GetStackOutput');
    expect(seen).toBeGreaterThan(50);
  });

  it('log requests by fixed fields, none of which can hold a token or an e-mail', () => {
    const { AccessLogSettings, DefaultRouteSettings, RouteSettings } =
      only('AWS::ApiGatewayV2::Stage').Properties;
    const { Format } = AccessLogSettings as { Format: string };
    const fields = Object.values(JSON.parse(Format) as Record<string, string>);
    expect(fields).toContain('$context.requestId');
    expect(fields.filter((field) => /path|query|header|uri|authorizer/i.test(field))).toEqual([]);
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 5000, ThrottlingBurstLimit: 5000 });
    expect(RouteSettings).toEqual({
      'POST /checkout/initialize-direct': { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 50 },
    });
  });

  it('are tagged with their stage', () => {
    const tags = [
      { Key: 'service', Value: 'billing' },
      { Key: 'stage', Value: FULL_STAGE.stage },
    ];
    for (const [id, { Properties }] of resources(template, 'AWS::Lambda::Function'))
      expect(Properties.Tags, id).toEqual(tags);
  });

  it('give nothing a physical name, so that they can be deployed twice in one account', () => {
    const named = Object.values(template.Resources).flatMap(({ Type, Properties = {} }) =>
      Object.keys(Properties).filter((property) => NAMES.has(`${Type.split('::')[2] ?? ''}:${property}`)),
    );
    expect(named).toEqual([]);
  });

  it('output the addresses and names an operator needs', () => {
    const queues = QUEUE_NAMES.flatMap((name) => {
      const title = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
      return [`${title}QueueUrl`, `${title}DeadLettersUrl`];
    });
    expect(Object.keys(template.Outputs)).toEqual(
      expect.arrayContaining([
        'AlarmTopic',
        'ApiUrl',
        'DocumentsAccessLogBucket',
        'DocumentsBucket',
        'DomainTarget',
        'KeyId',
        'TableName',
        'TenantAlarmTopic',
        ...queues,
      ]),
    );
  });

  it('reserve no more concurrency than an account of a thousand can give', () => {
    const reserved = resources(template, 'AWS::Lambda::Function').map(([, { Properties }]) =>
      Number(Properties.ReservedConcurrentExecutions ?? 0),
    );
    const sum = reserved.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThan(0);
    // What is left over serves the queues' consumers and all tenants' requests; AWS asks for a hundred.
    expect(sum).toBeLessThanOrEqual(250);
  });

  it.each([FULL_STAGE, stageNamed('dev')])(
    'of $stage are deployed from the state to the alarms, in its region, and in production retained',
    (settings) => {
      const { deployment } = synthesised(settings);
      const { region, production } = settings;
      const functions = CHAPTERS.map(
        (chapter) => [chapter, { region, isProtected: false, after: ['State'] }] as const,
      );
      const isProtected = production;
      expect(deployment).toEqual({
        State: { region, isProtected, after: [] },
        ...Object.fromEntries(functions),
        Api: { region, isProtected: false, after: [...CHAPTERS, 'State'].toSorted() },
        ...(settings.firewall && { Firewall: { region: 'us-east-1', isProtected, after: ['Api'] } }),
        Operations: { region, isProtected: false, after: ['State'] },
      });
    },
  );

  it('let no route take longer than API Gateway waits for it, and no message come back while it is worked on', () => {
    const timeout = new Map(
      ROWS.map(({ name }) => [lambdaOf(template, name).alias, lambdaOf(template, name).properties.Timeout]),
    );
    const queues = resources(template, 'AWS::SQS::Queue');
    const consumers = resources(template, 'AWS::Lambda::EventSourceMapping');
    for (const [id, { Properties }] of consumers) {
      const [, queue] = queues.find(([of]) => of === referred(Properties.EventSourceArn))!;
      const [alias = ''] = /(?<="Ref":")\w+/.exec(JSON.stringify(Properties.FunctionName)) ?? [];
      expect(queue.Properties.VisibilityTimeout, id).toBeGreaterThanOrEqual(6 * Number(timeout.get(alias)));
    }
    const [distribution] = resources(template, 'AWS::CloudFront::Distribution');
    expect(JSON.stringify(distribution)).toContain(`"OriginReadTimeout":${API_GATEWAY_WAITS_SECONDS}`);
    expect(Math.max(...ROUTES.map(({ timeoutSeconds }) => timeoutSeconds))).toBeLessThan(
      API_GATEWAY_WAITS_SECONDS,
    );
  });

  it('serve no link that signs in at once, as the one that is printed on a machine of its own', () => {
    const link = signInUrl({ inboxUrl: 'http://localhost:3002' }, { name: 'demo' });
    const { pathname } = new URL(link);
    const served = resources(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties.RouteKey).replace(/^\w+ /, ''),
    );
    const serving = served.filter((path) => new URLPattern({ pathname: routePattern(path) }).test(link));
    expect(pathname).toBe('/sign-in');
    expect(serving).toEqual([]);
    expect(JSON.stringify(template)).not.toContain(pathname);
  });

  it('are the same whenever and wherever they are synthesised', () => {
    const { text } = synthesisedAnew();
    expect(synthesisedAnew().text).toBe(text);
    expect(text).not.toContain(process.cwd());
  });
});
