import { ACCOUNT, allow, joined, part, policy, ref, tags, tagsOfApi } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** The API, and with a domain no other address for it. */
export function addressParts({ settings }: Place): Part[] {
  const { domain, stage } = settings;
  const api = part('ApiGatewayV2::Api', {
    DisableExecuteApiEndpoint: domain !== undefined,
    Name: `Billing-${stage}`,
    ProtocolType: 'HTTP',
    ...tagsOfApi(settings),
  });
  if (!domain) return [api];
  return [
    api,
    part('ApiGatewayV2::DomainName', {
      DomainName: domain.name,
      DomainNameConfigurations: [{ CertificateArn: domain.certificateArn, EndpointType: 'REGIONAL' }],
      ...tagsOfApi(settings),
    }),
  ];
}

/** The topics of alarms: what many lose, and what one tenant does. Only the first is told by the rule about the key too. */
export function topicParts(place: Place): Part[] {
  const { alarmAddress, stage, tenantAlarmAddress } = place.settings;
  return [
    ...topicOf('AlarmsTopic', `Billing alarms of ${stage}`, alarmAddress, place, 'events'),
    ...topicOf('TenantAlarmsTopic', `Billing tenants of ${stage}`, tenantAlarmAddress ?? alarmAddress, place),
  ];
}

/** A topic of alarms, on which only CloudWatch and these others publish. */
export function topicOf(
  id: string,
  sender: string,
  address: string | undefined,
  { settings, state }: Place,
  ...others: string[]
): Part[] {
  const topic = ref(state(id));
  const service = (name: string) => ({ Principal: { Service: `${name}.amazonaws.com` } });
  const ours = {
    ArnLike: { 'aws:SourceArn': joined(`arn:aws:cloudwatch:${settings.region}:`, ACCOUNT, ':alarm:*') },
    StringEquals: { 'aws:SourceAccount': ACCOUNT },
  };
  const statements = [
    {
      ...{ Action: 'sns:Publish', Effect: 'Deny', Principal: '*', Resource: topic },
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      Sid: 'AllowPublishThroughSSLOnly',
    },
    allow('sns:Publish', topic, { ...service('cloudwatch'), Condition: ours, Sid: 'AlarmsMayPublish' }),
    ...others.map((name) => allow('sns:Publish', topic, { ...service(name), Sid: 'EventsMayPublish' })),
  ];
  return [
    part('SNS::Topic', { DisplayName: sender, ...tags(settings) }),
    part('SNS::TopicPolicy', { PolicyDocument: policy(...statements), Topics: [topic] }),
    ...(address === undefined
      ? []
      : [
          part('SNS::Subscription', {
            Endpoint: address,
            Protocol: address.startsWith('https:') ? 'https' : 'email',
            TopicArn: topic,
          }),
        ]),
  ];
}
