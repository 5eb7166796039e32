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
