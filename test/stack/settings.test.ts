import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { checked } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { stageNamed, STAGES } from '../../infra/stages.ts';
import { stacksIn } from '../../local/template/assembly.ts';
import { FULL_STAGE, resources, synthesise, synthesised } from './synthesised.ts';

const DEV = stageNamed('dev');

/** What the check says of production's settings after a change. */
function said(change: Partial<StageSettings>): string {
  try {
    checked({ ...FULL_STAGE, ...change });
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('settings of a stage', () => {
  it('are valid as committed', () => {
    for (const stage of STAGES) expect(checked(stage)).toBe(stage);
    expect(new Set(STAGES.map(({ stage }) => stage)).size).toBe(STAGES.length);
  });

  it('are those of production that were measured: what it bears, how it is released, what it logs', () => {
    expect(stageNamed('prod')).toMatchObject({
      production: true,
      logRetention: RetentionDays.ONE_YEAR,
      logLevel: 'info',
      limits: { requestsPerSecond: 5_000, directCheckoutsPerSecond: 50, reserveConcurrency: true },
      canary: true,
      paused: false,
      adopt: {},
    });
  });

  it.each<[Partial<StageSettings>, string]>([
    [{ stage: 'Prod!' }, 'stage "Prod!" is not 2 to 16 small letters and digits'],
    [{ region: 'mars' }, 'region "mars" is no region such as eu-central-1'],
    [
      { domain: { ...FULL_STAGE.domain!, name: 'https://x.example' } },
      'domain.name "https://x.example" is no host name',
    ],
    [
      {
        domain: { name: 'a.example.com', certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1' },
      },
      'domain.certificateArn "arn:aws:acm:us-east-1:111111111111:certificate/1" is no certificate in eu-central-1',
    ],
    [
      { domain: { ...FULL_STAGE.domain!, consoleName: 'https://console.example' } },
      'domain.consoleName "https://console.example" is no host name',
    ],
    [
      { domain: { ...FULL_STAGE.domain!, consoleName: FULL_STAGE.domain!.name } },
      'domain.consoleName must be another host than domain.name',
    ],
    [{ domain: undefined }, 'a firewall needs a domain'],
    [
      { firewall: { certificateArn: FULL_STAGE.domain!.certificateArn, directCheckoutsPerAddress: 5 } },
      'is no certificate in us-east-1; firewall.directCheckoutsPerAddress must be at least 10',
    ],
    [{ alarmAddress: 'somebody' }, 'alarmAddress "somebody" is neither an e-mail address nor an https URL'],
    [{ tenantAlarmAddress: 'http://x' }, 'tenantAlarmAddress "http://x" is neither an e-mail'],
    [{ alarmAddress: undefined }, 'production needs an alarmAddress'],
    [
      { logRetention: RetentionDays.ONE_MONTH },
      'logRetention 30 is too short: production keeps its logs for twelve months or longer',
    ],
    [
      { limits: { ...FULL_STAGE.limits, directCheckoutsPerSecond: 10_000 } },
      'limits.requestsPerSecond must be at least limits.directCheckoutsPerSecond',
    ],
    [
      { limits: { ...FULL_STAGE.limits, requestsPerSecond: 99.5 } },
      'limits.requestsPerSecond 99.5 is no whole number',
    ],
    [
      { limits: { ...FULL_STAGE.limits, directCheckoutsPerSecond: 1.5 } },
      'limits.directCheckoutsPerSecond 1.5 is no whole number',
    ],
    [
      { firewall: { ...FULL_STAGE.firewall!, directCheckoutsPerAddress: 10.5 } },
      'firewall.directCheckoutsPerAddress 10.5 is no whole number',
    ],
    [
      { firewall: { ...FULL_STAGE.firewall!, directCheckoutsPerAddress: 3_000_000_000 } },
      'firewall.directCheckoutsPerAddress must be at most 2000000000',
    ],
    [{ adopt: { keyArn: 'key' } }, 'adopt.keyArn "key" is no ARN of a key'],
    [
      { adopt: { keyArn: 'arn:aws:kms:eu-west-1:111111111111:key/mrk-1' } },
      'is no ARN of a key in eu-central-1',
    ],
    [{ adopt: { tableName: 'arn:aws:dynamodb:x' } }, 'adopt.tableName "arn:aws:dynamodb:x" is no name of'],
    [{ adopt: { bucketName: 's3://bucket' } }, 'adopt.bucketName "s3://bucket" is no name of a bucket'],
  ])('%j are refused', (change, words) => {
    expect(said(change)).toContain(words);
  });

  it('are refused with all errors at once', () => {
    expect(said({ region: 'mars', alarmAddress: 'x' })).toMatch(
      /^the settings of stage prod are wrong: .*; .*/,
    );
  });

  it('are looked up by an existing name', () => {
    expect(() => stageNamed('staging')).toThrow(
      'there is no stage staging; infra/stages.ts has dev and prod',
    );
  });
});

describe('two stages side by side', () => {
  const prod = synthesised(FULL_STAGE).template;
  const dev = synthesised(DEV).template;
  const [api, devApi] = [prod, dev].map((template) => resources(template, 'AWS::ApiGatewayV2::Api')[0]?.[1]);

  it('have no rule finding and no warning, as one app', () => {
    const { outdir, reports, messages } = synthesise([FULL_STAGE, DEV]);
    expect(messages).toEqual([]);
    expect(reports.map(({ pluginName }) => pluginName)).toContain('AwsSolutions');
    expect(reports.flatMap(({ violations }) => violations)).toEqual([]);
    const names = stacksIn(outdir).map((name) => name.split('-').slice(0, 2).join('-'));
    expect(new Set(names)).toEqual(new Set(['Billing-prod', 'Billing-dev']));
  });

  it('share no name that must be unique in an account', () => {
    const namesIn = (template: typeof prod) =>
      Object.values(template.Resources)
        .filter(({ Type }) => !['AWS::IAM::Policy', 'AWS::ApiGatewayV2::Stage'].includes(Type)) // part of a role, of an API
        .flatMap(({ Type, Properties = {} }) =>
          Object.entries(Properties)
            .filter(([name, value]) => name === `${Type.split('::')[2]}Name` && typeof value === 'string')
            .map(([, value]) => String(value)),
        );
    const names = new Set(namesIn(prod));
    expect(names.size).toBeGreaterThan(30);
    expect(namesIn(dev).filter((name) => names.has(name))).toEqual([]);
  });

  it('are distinguishable in the list of APIs, and by the sender of alarms', () => {
    const sender = (template: typeof prod) =>
      resources(template, 'AWS::SNS::Topic').map(([, { Properties }]) => Properties.DisplayName);
    expect([api?.Properties.Name, devApi?.Properties.Name]).toEqual(['Billing-prod', 'Billing-dev']);
    expect([...sender(prod), ...sender(dev)]).toEqual([
      ...['Billing alarms of prod', 'Billing tenants of prod', 'Billing firewall of prod'],
      ...['Billing alarms of dev', 'Billing tenants of dev'],
    ]);
  });

  it('with a domain: it is the only address, and the published one', () => {
    expect(api?.Properties).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(resources(prod, 'AWS::ApiGatewayV2::DomainName')[0]?.[1].Properties).toMatchObject({
      DomainName: 'billing.example.com',
    });
    expect(resources(prod, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
    expect(prod.Outputs.ApiUrl).toEqual({ Value: 'https://billing.example.com' });
    const addresses = resources(prod, 'AWS::Lambda::Function').map(
      ([, { Properties }]) =>
        (Properties.Environment as { Variables: Record<string, unknown> }).Variables.PUBLIC_URL,
    );
    expect(new Set(addresses.filter(Boolean))).toEqual(new Set(['https://billing.example.com']));
  });

  it('with a host for the console: a second name of the same API, which every function knows', () => {
    const domain = { ...FULL_STAGE.domain!, consoleName: 'console.example.com' };
    const { template } = synthesised({ ...FULL_STAGE, domain });
    const names = resources(template, 'AWS::ApiGatewayV2::DomainName').map(([id, { Properties }]) => [
      Properties.DomainName,
      id,
    ]);
    expect(names.map(([name]) => name)).toEqual(['billing.example.com', 'console.example.com']);
    const mapped = resources(template, 'AWS::ApiGatewayV2::ApiMapping').map(([, { Properties }]) =>
      JSON.stringify(Properties.DomainName),
    );
    expect(mapped).toEqual(names.map(([, id]) => JSON.stringify({ Ref: id })));
    expect(template.Outputs).toMatchObject({
      ConsoleUrl: { Value: 'https://console.example.com' },
      ConsoleTarget: { Value: { 'Fn::GetAtt': [names[1]?.[1], 'RegionalDomainName'] } },
    });
    const hosts = (of: typeof prod) =>
      resources(of, 'AWS::Lambda::Function').map(
        ([, { Properties }]) =>
          (Properties.Environment as { Variables: Record<string, unknown> }).Variables.CONSOLE_HOST,
      );
    expect(new Set(hosts(template))).toEqual(new Set(['console.example.com']));
    expect(new Set(hosts(prod))).toEqual(new Set([undefined]));
    expect(prod.Outputs).not.toHaveProperty('ConsoleUrl');
  });

  it('without one: the generated address is the published one', () => {
    expect(devApi?.Properties.DisableExecuteApiEndpoint).toBe(false);
    expect(resources(dev, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
    const [id] = resources(dev, 'AWS::ApiGatewayV2::Api').map(([each]) => each);
    expect(dev.Outputs.ApiUrl).toEqual({ Value: { 'Fn::GetAtt': [id, 'ApiEndpoint'] } });
  });

  it('without an alarm address: no topic has a subscription, and capacity is shared', () => {
    expect(resources(dev, 'AWS::SNS::Subscription')).toEqual([]);
    for (const [id, { Properties }] of resources(dev, 'AWS::Lambda::Function'))
      expect(Properties.ReservedConcurrentExecutions, id).toBeUndefined();
  });

  it('paused: requests, queues and schedules start nothing, and everything else is unchanged', () => {
    const paused = synthesised({ ...FULL_STAGE, paused: true }).template;
    const of = (type: string) => resources(paused, `AWS::${type}`).map(([, { Properties }]) => Properties);
    const closed = { ThrottlingBurstLimit: 0, ThrottlingRateLimit: 0 };
    expect(of('ApiGatewayV2::Stage')).toMatchObject([
      { DefaultRouteSettings: closed, RouteSettings: { 'POST /checkout/initialize-direct': closed } },
    ]);
    const queues = of('Lambda::EventSourceMapping');
    expect(queues.map(({ Enabled }) => Enabled)).toEqual(queues.map(() => false));
    const rounds = of('Events::Rule').filter(({ ScheduleExpression }) => ScheduleExpression !== undefined);
    expect(rounds.map(({ State }) => State)).toEqual(['DISABLED', 'DISABLED']);
    expect(Object.keys(paused.Resources)).toEqual(Object.keys(prod.Resources));
  });

  it('adopt existing state, and create none', () => {
    const keyArn = 'arn:aws:kms:eu-central-1:111111111111:key/mrk-1';
    const adopt = { tableName: 'restored', bucketName: 'restored-documents', keyArn };
    const { template, text } = synthesised({ ...FULL_STAGE, adopt });
    for (const type of ['DynamoDB::GlobalTable', 'S3::Bucket', 'KMS::Key'])
      expect(resources(template, `AWS::${type}`), type).toEqual([]);
    expect(template.Outputs.TableName).toEqual({ Value: 'restored' });
    expect(text).toContain(':table/restored');
    expect(text).toContain(keyArn);
    expect(text).toContain('restored-documents');
  });
});
