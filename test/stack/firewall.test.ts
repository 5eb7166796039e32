import { describe, expect, it } from 'vitest';
import { stageNamed } from '../../infra/stages.ts';
import { Refusal } from '../../lib/refusal.ts';
import { FULL_STAGE, resources, synthesised } from './synthesised.ts';

const { stacks } = synthesised();
const firewall = stacks.get('Firewall')!;
const only = (type: string) => {
  const found = resources(firewall, type);
  expect(found).toHaveLength(1);
  return found[0]![1].Properties;
};

describe('a firewall before direct checkouts', () => {
  it('exists where a stage asks for one', () => {
    expect(synthesised(stageNamed('dev')).stacks.has('Firewall')).toBe(false);
    expect(firewall).toBeDefined();
  });

  it('blocks an address with too many of them, known attackers and known attacks, and inspects nothing else', () => {
    const { Scope, DefaultAction, Rules } = only('AWS::WAFv2::WebACL') as {
      Scope: string;
      DefaultAction: object;
      Rules: { Name: string; Statement: object; Action?: object; OverrideAction?: object }[];
    };
    expect({ Scope, DefaultAction }).toEqual({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(Rules.map(({ Name }) => Name)).toEqual([
      'TooManyDirectCheckouts',
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'TooManyRequests',
    ]);
    // Blocked, and not merely counted.
    const blocked = { Block: { CustomResponse: expect.objectContaining({ ResponseCode: 429 }) as object } };
    expect(Rules.map(({ Action, OverrideAction }) => Action ?? OverrideAction)).toEqual([
      blocked,
      { None: {} },
      { None: {} },
      blocked,
    ]);
    expect(Rules[0]!.Statement).toMatchObject({ RateBasedStatement: { Limit: 500, AggregateKeyType: 'IP' } });
    const floods = Rules.find(({ Name }) => Name === 'TooManyRequests');
    expect(floods?.Statement).toEqual({ RateBasedStatement: { Limit: 50_000, AggregateKeyType: 'IP' } });
    for (const { Name, Statement } of Rules.slice(0, 3))
      expect(JSON.stringify(Statement), Name).toContain(
        '"PositionalConstraint":"EXACTLY","SearchString":"/checkout/initialize-direct"',
      );
  });

  it('answers whom it limits as the service itself does over a limit', () => {
    const { CustomResponseBodies, Rules } = only('AWS::WAFv2::WebACL') as {
      CustomResponseBodies: Record<string, { Content: string; ContentType: string }>;
      Rules: { Action?: { Block: { CustomResponse: Record<string, unknown> } } }[];
    };
    const { status, body } = new Refusal('rate_limited');
    expect(Rules[0]?.Action?.Block.CustomResponse).toEqual({
      ResponseCode: status,
      CustomResponseBodyKey: 'rate_limited',
      ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
    });
    const { Content = '', ContentType } = CustomResponseBodies.rate_limited ?? {};
    expect({ ContentType, body: JSON.parse(Content) as unknown }).toEqual({
      ContentType: 'APPLICATION_JSON',
      body,
    });
  });

  it('is measured under the name of its stage, as all firewalls of an account are in one region', () => {
    const namesIn = (stage: string) =>
      resources(synthesised({ ...FULL_STAGE, stage }).stacks.get('Firewall')!, 'AWS::WAFv2::WebACL').map(
        ([, { Properties }]) => (Properties.VisibilityConfig as { MetricName: string }).MetricName,
      );
    expect([namesIn('prod'), namesIn('other')]).toEqual([['Billing-prod'], ['Billing-other']]);
  });

  it('has its alarms and their topic in its own region, where its metrics are', () => {
    const [topic] = resources(firewall, 'AWS::SNS::Topic').map(([id]) => id);
    const alarms = resources(firewall, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    expect(alarms.map(({ AlarmName, AlarmActions }) => [AlarmName, AlarmActions])).toEqual([
      ['Billing-prod-FirewallCertificateExpires', [{ Ref: topic }]],
      ['Billing-prod-DirectCheckoutsBlocked', [{ Ref: topic }]],
    ]);
    expect(alarms[0]?.Dimensions).toEqual([
      { Name: 'CertificateArn', Value: FULL_STAGE.firewall!.certificateArn },
    ]);
    expect(resources(firewall, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties)).toEqual([
      { Endpoint: FULL_STAGE.alarmAddress, Protocol: 'email', TopicArn: { Ref: topic } },
    ]);
  });

  it('stores none of the requests it inspects, since they contain card data', () => {
    const text = JSON.stringify(only('AWS::WAFv2::WebACL'));
    expect(text).not.toContain('"SampledRequestsEnabled":true');
    expect(resources(firewall, 'AWS::WAFv2::LoggingConfiguration')).toEqual([]);
  });

  it('logs whose requests there were and how they were answered, and no field that can hold a secret', () => {
    const { RecordFields } = only('AWS::Logs::Delivery') as { RecordFields: string[] };
    expect(RecordFields).toEqual(expect.arrayContaining(['c-ip', 'sc-status', 'x-edge-request-id']));
    const unsafe = /uri|query|cookie|header|referer|user-agent|host|forwarded/;
    expect(RecordFields.filter((field) => unsafe.test(field))).toEqual([]);
    const [group] = resources(firewall, 'AWS::Logs::LogGroup').map(([id]) => id);
    const to = only('AWS::Logs::DeliveryDestination').DestinationResourceArn;
    expect(to).toEqual({ 'Fn::GetAtt': [group, 'Arn'] });
    const from = only('AWS::Logs::DeliverySource');
    expect(JSON.stringify(from.ResourceArn)).toContain('distribution/');
    expect(only('AWS::Logs::Delivery').DeliverySourceName).toBe(from.Name);
  });

  it('serves the domain, forwards everything to the API and caches nothing', () => {
    const { DistributionConfig } = only('AWS::CloudFront::Distribution') as { DistributionConfig: object };
    expect(DistributionConfig).toMatchObject({
      Aliases: [FULL_STAGE.domain!.name],
      WebACLId: { 'Fn::GetAtt': [expect.stringMatching(/^Rules/), 'Arn'] },
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      DefaultCacheBehavior: {
        AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']) as string[],
        ViewerProtocolPolicy: 'https-only',
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad', // AWS's own: CachingDisabled
        OriginRequestPolicyId: '216adef6-5c7f-47e4-b989-5492eafa07d3', // AWS's own: AllViewer
      },
      Origins: [
        {
          DomainName: {
            'Fn::GetStackOutput': {
              StackName: 'Billing-prod-State',
              OutputName: 'DomainTarget',
              Region: FULL_STAGE.region,
            },
          },
          ConnectionAttempts: 1,
          CustomOriginConfig: {
            OriginProtocolPolicy: 'https-only',
            OriginReadTimeout: 30,
            OriginSSLProtocols: ['TLSv1.2'],
          },
        },
      ],
    });
    expect(firewall.Outputs).toHaveProperty('FirewallTarget');
  });

  it("stands before the console's own host too, and leads to its target", () => {
    const domain = { ...FULL_STAGE.domain!, consoleName: 'console.example.com' };
    const { stacks } = synthesised({ ...FULL_STAGE, domain });
    const [[, { Properties }]] = resources(stacks.get('Firewall')!, 'AWS::CloudFront::Distribution') as [
      ReturnType<typeof resources>[number],
    ];
    const { Aliases, CacheBehaviors, Origins } = Properties.DistributionConfig as {
      Aliases: string[];
      CacheBehaviors: { PathPattern: string; TargetOriginId: string; OriginRequestPolicyId: string }[];
      Origins: { Id: string; DomainName: { 'Fn::GetStackOutput': { OutputName: string } } }[];
    };
    expect(Aliases).toEqual(['billing.example.com', 'console.example.com']);
    const targets = CacheBehaviors.map(({ PathPattern, TargetOriginId, OriginRequestPolicyId }) => [
      PathPattern,
      Origins.find(({ Id }) => Id === TargetOriginId)?.DomainName['Fn::GetStackOutput'].OutputName,
      OriginRequestPolicyId,
    ]);
    expect(targets).toEqual([['/console*', 'ConsoleTarget', '216adef6-5c7f-47e4-b989-5492eafa07d3']]);
  });
});
