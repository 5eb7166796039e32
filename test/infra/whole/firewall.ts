import { FIREWALL_BLOCKS, FIREWALL_CERTIFICATE_EXPIRES } from '../../../infra/watch/alarm-catalogue.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { topicOf } from './address.ts';
import { alarm } from './alarm.ts';
import type { Metric } from './alarm.ts';
import { ACCOUNT, attribute, retained, joined, part, deleted, ref, tags } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** CloudFront before the domain, with a firewall that looks at direct checkouts and keeps nothing of what it sees. */
export function firewallParts(place: Place): Part[] {
  const { settings, state } = place;
  const { domain, firewall } = settings;
  if (!domain || !firewall) return [];
  const ORIGIN = `Billing${settings.stage}FirewallDistributionOrigin18F4ADB90`;
  return [
    ...firewallAlarms(place),
    ...firewallLog(place),
    part('WAFv2::WebACL', {
      CustomResponseBodies: {
        rate_limited: {
          Content: JSON.stringify(new Refusal('rate_limited').body),
          ContentType: 'APPLICATION_JSON',
        },
      },
      DefaultAction: { Allow: {} },
      Rules: rules(firewall.directCheckoutsPerAddress),
      Scope: 'CLOUDFRONT',
      ...tags(settings),
      VisibilityConfig: seen(`Billing-${settings.stage}`),
    }),
    part('CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [domain.name],
        DefaultCacheBehavior: {
          AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad', // AWS's own: CachingDisabled
          Compress: true,
          OriginRequestPolicyId: '216adef6-5c7f-47e4-b989-5492eafa07d3', // AWS's own: AllViewer
          TargetOriginId: ORIGIN,
          ViewerProtocolPolicy: 'https-only',
        },
        Enabled: true,
        HttpVersion: 'http2and3',
        IPV6Enabled: true,
        Origins: [
          {
            ConnectionAttempts: 1,
            CustomOriginConfig: {
              OriginProtocolPolicy: 'https-only',
              OriginReadTimeout: 30,
              OriginSSLProtocols: ['TLSv1.2'],
            },
            DomainName: attribute(state('AddressDomain'), 'RegionalDomainName'),
            Id: ORIGIN,
          },
        ],
        PriceClass: 'PriceClass_All',
        ViewerCertificate: {
          AcmCertificateArn: firewall.certificateArn,
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
        WebACLId: attribute('Rules'),
      },
      ...tags(settings),
    }),
  ];
}

/** What is measured in CloudFront's region: its certificate, and what the firewall refuses. */
function firewallAlarms({ settings, own }: Place): Part[] {
  const { certificateArn } = settings.firewall!;
  const topic = 'FirewallAlarmsTopic';
  // An alarm can tell only a topic beside it.
  const place = { settings: { ...settings, region: 'us-east-1' }, own, state: () => own(topic) };
  const expiry: Metric = {
    of: 'AWS/CertificateManager',
    name: 'DaysToExpiry',
    by: [['CertificateArn', certificateArn]],
  };
  const blocked: Metric = {
    of: 'AWS/WAFV2',
    name: 'BlockedRequests',
    by: [
      ['Rule', 'ALL'],
      ['WebACL', `Billing-${settings.stage}`],
    ],
  };
  const daily = { threshold: 20, minutes: 24 * 60, statistic: 'Minimum', absent: true } as const;
  return [
    ...topicOf(topic, `Billing firewall of ${settings.stage}`, settings.alarmAddress, place),
    alarm(FIREWALL_CERTIFICATE_EXPIRES, expiry, daily, place),
    alarm(FIREWALL_BLOCKS, blocked, { threshold: 100 }, place),
  ];
}

/** Whose requests there were, and how they were answered: nothing that can hold a token, an e-mail or a card. */
function firewallLog({ settings, own }: Place): Part[] {
  const { logRetention, production, stage } = settings;
  const distribution = ref(own('Distribution'));
  return [
    part(
      'Logs::LogGroup',
      { RetentionInDays: logRetention, ...tags(settings) },
      production ? retained : deleted,
    ),
    part('Logs::DeliverySource', {
      LogType: 'ACCESS_LOGS',
      Name: `Billing-${stage}`,
      ResourceArn: joined('arn:aws:cloudfront::', ACCOUNT, ':distribution/', distribution),
      ...tags(settings),
    }),
    part('Logs::DeliveryDestination', {
      DestinationResourceArn: attribute(own('LogGroup')),
      Name: `Billing-${stage}`,
      OutputFormat: 'json',
      ...tags(settings),
    }),
    part(
      'Logs::Delivery',
      {
        DeliveryDestinationArn: attribute(own('LogDestination')),
        DeliverySourceName: `Billing-${stage}`,
        RecordFields: [
          ...['date', 'time', 'c-ip', 'cs-method', 'sc-status', 'time-taken'],
          ...['x-edge-request-id', 'x-edge-result-type'],
        ],
        ...tags(settings),
      },
      { DependsOn: [own('LogSource')] },
    ),
  ];
}

const seen = (MetricName: string) => ({
  CloudWatchMetricsEnabled: true,
  MetricName,
  SampledRequestsEnabled: false,
});

function rules(perAddress: number): object[] {
  const ScopeDownStatement = {
    ByteMatchStatement: {
      FieldToMatch: { UriPath: {} },
      PositionalConstraint: 'EXACTLY',
      SearchString: '/checkout/initialize-direct',
      TextTransformations: [{ Priority: 0, Type: 'URL_DECODE' }],
    },
  };
  const blocked = {
    Block: {
      CustomResponse: {
        CustomResponseBodyKey: 'rate_limited',
        ResponseCode: 429,
        ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
      },
    },
  };
  const managed = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];
  return [
    {
      Action: blocked,
      Name: 'TooManyDirectCheckouts',
      Priority: 0,
      Statement: {
        RateBasedStatement: { AggregateKeyType: 'IP', Limit: perAddress, ScopeDownStatement },
      },
      VisibilityConfig: seen('TooManyDirectCheckouts'),
    },
    ...managed.map((Name, at) => ({
      Name,
      OverrideAction: { None: {} },
      Priority: at + 1,
      Statement: { ManagedRuleGroupStatement: { Name, ScopeDownStatement, VendorName: 'AWS' } },
      VisibilityConfig: seen(Name),
    })),
    {
      Action: blocked,
      Name: 'TooManyRequests',
      Priority: 3,
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 50_000 } },
      VisibilityConfig: seen('TooManyRequests'),
    },
  ];
}
