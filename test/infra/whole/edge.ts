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
    part('Logs::MetricFilter', {
      // Refused before it reached a function, whatever is written of one that it did not reach.
      FilterPattern:
        '{ ($.status = "429") && ($.integrationStatus != "200") && ($.integrationStatus != "429") }',
      LogGroupName: ref(own('AccessLog')),
      MetricTransformations: [
        {
          MetricName: 'RequestsThrottled',
          MetricNamespace: `Billing/${settings.stage}`,
          MetricValue: '1',
        },
      ],
    }),
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
