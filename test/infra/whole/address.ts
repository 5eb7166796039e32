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

/** The topic of all alarms, to which only CloudWatch and the rule about the key publish. */
export function topicParts({ settings, state }: Place): Part[] {
  const { alarmAddress, region, stage } = settings;
  const topic = ref(state('AlarmsTopic'));
  const service = (name: string) => ({ Principal: { Service: `${name}.amazonaws.com` } });
  const ours = {
    ArnLike: { 'aws:SourceArn': joined(`arn:aws:cloudwatch:${region}:`, ACCOUNT, ':alarm:*') },
    StringEquals: { 'aws:SourceAccount': ACCOUNT },
  };
  const statements = [
    {
      ...{ Action: 'sns:Publish', Effect: 'Deny', Principal: '*', Resource: topic },
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      Sid: 'AllowPublishThroughSSLOnly',
    },
    allow('sns:Publish', topic, { ...service('cloudwatch'), Condition: ours, Sid: 'AlarmsMayPublish' }),
    allow('sns:Publish', topic, { ...service('events'), Sid: 'EventsMayPublish' }),
  ];
  return [
    part('SNS::Topic', { DisplayName: `Billing alarms of ${stage}`, ...tags(settings) }),
    part('SNS::TopicPolicy', { PolicyDocument: policy(...statements), Topics: [topic] }),
    ...(alarmAddress === undefined
      ? []
      : [
          part('SNS::Subscription', {
            Endpoint: alarmAddress,
            Protocol: alarmAddress.startsWith('https:') ? 'https' : 'email',
            TopicArn: topic,
          }),
        ]),
  ];
}
