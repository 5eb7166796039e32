import { FIREWALL_BLOCKS, FIREWALL_CERTIFICATE_EXPIRES } from '../../../infra/watch/alarm-catalogue.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { topicOf } from './address.ts';
import { alarm } from './alarm.ts';
import type { Metric } from './alarm.ts';
import { attribute, retained, part, deleted, ref, tags, tagsOfApi } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** What is written down of a request: nothing that can hold a token or an e-mail. */
const LOGGED = {
  requestId: 'requestId',
  time: 'requestTime',
  ip: 'identity.sourceIp',
  route: 'routeKey',
  status: 'status',
  bytes: 'responseLength',
  milliseconds: 'responseLatency',
  integrationMilliseconds: 'integrationLatency',
  integrationStatus: 'integrationStatus',
  error: 'error.responseType',
};

/** What opens the API to everybody. */
export function apiParts({ own, settings, state }: Place): Part[] {
  const { domain, limits, logRetention, paused, production } = settings;
  const atMost = (perSecond: number) => ({
    ThrottlingBurstLimit: paused ? 0 : perSecond,
    ThrottlingRateLimit: paused ? 0 : perSecond,
  });
  const fields = Object.entries(LOGGED).map(([name, of]) => [name, `$context.${of}`]);
  return [
    part(
      'Logs::LogGroup',
      { RetentionInDays: logRetention, ...tags(settings) },
      production ? retained : deleted,
    ),
    part('ApiGatewayV2::Stage', {
      AccessLogSettings: {
        DestinationArn: attribute(own('AccessLog')),
        Format: JSON.stringify(Object.fromEntries(fields)),
      },
      ApiId: ref(state('AddressHttp')),
      AutoDeploy: true,
      DefaultRouteSettings: atMost(limits.requestsPerSecond),
      RouteSettings: { 'POST /checkout/initialize-direct': atMost(limits.directCheckoutsPerSecond) },
      StageName: '$default',
      ...tagsOfApi(settings),
    }),
    ...(domain
      ? [
          part(
            'ApiGatewayV2::ApiMapping',
            { ApiId: ref(state('AddressHttp')), DomainName: ref(state('AddressDomain')), Stage: '$default' },
            { DependsOn: [own('Stage')] },
          ),
        ]
      : []),
  ];
}

/** CloudFront before the domain, with a firewall that looks at direct checkouts and keeps nothing of what it sees. */
export function firewallParts(place: Place): Part[] {
  const { settings, state } = place;
  const { domain, firewall } = settings;
  if (!domain || !firewall) return [];
  const ORIGIN = `Billing${settings.stage}FirewallDistributionOrigin18F4ADB90`;
  return [
    ...firewallAlarms(place),
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
  const managed = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];
  return [
    {
      Action: {
        Block: {
          CustomResponse: {
            CustomResponseBodyKey: 'rate_limited',
            ResponseCode: 429,
            ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
          },
        },
      },
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
  ];
}
