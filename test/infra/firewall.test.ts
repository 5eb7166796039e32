import { describe, expect, it } from 'vitest';
import { stageNamed } from '../../infra/stages.ts';
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
    ]);
    // Blocked, and not merely counted.
    expect(Rules.map(({ Action, OverrideAction }) => Action ?? OverrideAction)).toEqual([
      { Block: { CustomResponse: { ResponseCode: 429 } } },
      { None: {} },
      { None: {} },
    ]);
    expect(Rules[0]!.Statement).toMatchObject({ RateBasedStatement: { Limit: 500, AggregateKeyType: 'IP' } });
    for (const { Name, Statement } of Rules)
      expect(JSON.stringify(Statement), Name).toContain(
        '"PositionalConstraint":"EXACTLY","SearchString":"/checkout/initialize-direct"',
      );
  });

  it('stores none of the requests it inspects, since they contain card data', () => {
    const text = JSON.stringify(only('AWS::WAFv2::WebACL'));
    expect(text).not.toContain('"SampledRequestsEnabled":true');
    expect(resources(firewall, 'AWS::WAFv2::LoggingConfiguration')).toEqual([]);
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
});
